"""Choosing channels for one's messages, and passing messages on by them.

Invariant: one job for each message and channel; what is chosen is asked again when the job is carried out.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold, identity_id, rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue_many
from sanctioning.kit.messages.channels import CHANNELS, Channel, Notice
from sanctioning.kit.messages.kinds import GROUP_OF, GROUPS
from sanctioning.kit.messages.mail_text import link_to
from sanctioning.kit.messages.models import ChannelChoice, Message
from sanctioning.kit.refusals import Refusal, wrong_field
from sanctioning.people.models.person import Person

CHANNEL_JOB: Final = "sanctioning.channel"


@transaction.atomic
def choose_channel(
    *, by: Person, channel: str, address: str, groups: Collection[str], at: dt.datetime | None = None
) -> ChannelChoice | None:
    """Have messages of these groups passed on to this address from now on; of no group, none any more.

    What the channel itself refuses of an address is refused too.

    Raises:
        Refusal: `channel-unknown`, `channel-groups`.
    """
    at = moment(at)
    chosen = _channel(channel)
    unknown = sorted(set(groups) - set(GROUPS))
    if unknown:
        raise wrong_field(
            "groups",
            code="channel-groups",
            sentence=_("There are no messages about “%(group)s”.") % {"group": unknown[0]},
            rule=_("You choose messages by what they are about."),
            remedy=_("Choose among %(groups)s.") % {"groups": ", ".join(GROUPS)},
        )
    [person] = hold([by])
    choices = ChannelChoice.objects.filter(person__in=rows_of(person), channel=channel)
    if not groups:
        for choice in choices:
            note(by=by, at=at, action="leave channel", thing=choice, before={"groups": choice.groups})
        choices.delete()
        return None
    values = {
        "address": chosen.check(address.strip()),
        "groups": [group for group in GROUPS if group in groups],
        "failed_at": None,
    }
    choice, _new = ChannelChoice.objects.update_or_create(person=person, channel=channel, defaults=values)
    note(by=by, at=at, action="choose channel", thing=choice, after={"groups": choice.groups})
    return choice


def ask_channels(messages: Sequence[Message]) -> None:
    """Ask that messages just written are passed on where their readers chose so. No query where no channel is
    installed, otherwise two."""
    if not CHANNELS or not messages:
        return
    people = {message.to_id for message in messages}
    chosen = ChannelChoice.objects.filter(
        Q(person__in=people) | Q(person__merged_into__in=people), channel__in=list(CHANNELS)
    ).select_related("person")
    payloads = {
        f"{message.key}/{choice.channel}": {"message": str(message.key), "choice": choice.pk}
        for message in messages
        for choice in chosen
        if identity_id(choice.person) == message.to_id and GROUP_OF.get(message.kind) in choice.groups
    }
    enqueue_many(kind=CHANNEL_JOB, payloads=payloads)


def pass_on(running: RunningJob) -> None:
    """Pass one message on, unless its reader chose otherwise meanwhile; the choice says when that failed."""
    message = Message.objects.filter(key=running.payload["message"]).first()
    choice = ChannelChoice.objects.filter(pk=running.payload["choice"]).first()
    channel = CHANNELS.get(choice.channel) if choice else None
    if message is None or choice is None or channel is None:
        return
    if GROUP_OF.get(message.kind) not in choice.groups:
        return
    notice = Notice(subject=message.subject, text=message.text, link=link_to(message.path), at=message.at)
    own = ChannelChoice.objects.filter(pk=choice.pk)
    try:
        channel.deliver(choice.address, notice)
    except Exception:
        own.update(failed_at=timezone.now())
        raise
    with running.completing():
        own.update(failed_at=None)


def leave_channels_of(person: Person) -> None:
    """Whoever is forgotten keeps none; told in the transaction of their anonymisation."""
    ChannelChoice.objects.filter(person__in=rows_of(person)).delete()


def _channel(slug: str) -> Channel:
    if slug in CHANNELS:
        return CHANNELS[slug]
    raise Refusal(
        code="channel-unknown",
        sentence=_("There is no channel “%(channel)s” here.") % {"channel": slug},
        rule=_("Messages go by the channels that are installed on this site."),
        remedy=_("Choose one from the list, or ask the operator of the site to install it."),
        status=422,
    )
