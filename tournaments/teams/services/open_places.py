"""Links to open places in a team: made with the invitation, sent by mail, and sent again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import get_language, override

from sanctioning.identity.names import public_name
from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue
from sanctioning.kit.messages.mail_text import link_to, mail_of, words
from sanctioning.people.models.person import Person
from tournaments.teams.models.invitation import InvitationLink, TeamInvitation
from tournaments.teams.team_links import link_path, standing_link

TEAM_LINK_JOB: Final = "tournaments.team_link"


def open_places(*, by: Person, invitation: TeamInvitation, open_letters: Mapping[str, str]) -> None:
    """Make the link of each letter, and send it where there is an address; the invitation is new."""
    for letter, email in open_letters.items():
        link = InvitationLink.objects.create(
            invitation=invitation, letter=letter, email=email.strip().lower()
        )
        send_link(by=by, link=link)


def send_link(*, by: Person, link: InvitationLink) -> None:
    """By mail; without an address whoever made it passes it on."""
    if link.email:
        payload = {
            "link": link.pk,
            "turn": link.turn,
            "who": public_name(by),
            "language": get_language(),
        }
        enqueue(kind=TEAM_LINK_JOB, key=f"{link.pk}-{link.turn}", payload=payload)


def mail_link(running: RunningJob) -> None:
    """The job; nothing where the place is taken, or the link was sent again meanwhile."""
    link = standing_link(running.payload["link"], running.payload["turn"])
    if link is None or not link.email:
        return
    invitation = link.invitation
    with override(running.payload["language"]):
        facts = {"about": invitation, "event": invitation.event, "who": running.payload["who"]}
        subject, text = words("team-link", facts)
        mail_of(to=link.email, subject=subject, text=text, link=link_to(link_path(link))).send()
