"""The way from a visitor to a club that holds sanctioned games, and how far somebody has come on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.clubs.models import Club
from sanctioning.kit.clock import beginning_of, today
from sanctioning.offices.permissions import clubs_run_by
from sanctioning.people.models.identity import Claim
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from tournaments.events.models.event import Event

Progress = Literal["done", "now", "later"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstStep:
    """`link` and `path` are there on the step that is next, where it is one's own to do."""

    title: str
    sentence: str
    progress: Progress = "later"
    link: str = ""
    path: str = ""


def first_steps(*, account: Account | None, person: Person | None) -> tuple[FirstStep, ...]:
    """Every step with its progress; the first that is not done is next. Five queries at most."""
    club = _club_of(person)
    approved = club is not None and club.state == Club.State.APPROVED
    event = _event_of(club) if approved else None
    sanctioned = event is not None and event.sanction is not None and event.sanction.state == _GRANTED
    done = (
        account is not None,
        person is not None,
        club is not None,
        approved,
        event is not None,
        sanctioned,
    )
    reached = done.index(False) if False in done else len(done)
    steps = (
        _account(),
        _record(account),
        _registration(),
        _approval(club),
        _application(club),
        _sanction(event),
        _evening(event),
    )
    return tuple(_with_progress(step, place, reached) for place, step in enumerate(steps))


_GRANTED = Sanction.State.GRANTED
_SETTLED = (Club.State.APPROVED, Club.State.CLOSED)


def _with_progress(step: FirstStep, place: int, reached: int) -> FirstStep:
    if place == reached:
        return FirstStep(
            title=step.title, sentence=step.sentence, progress="now", link=step.link, path=step.path
        )
    return FirstStep(
        title=step.title, sentence=step.sentence, progress="done" if place < reached else "later"
    )


def _club_of(person: Person | None) -> Club | None:
    """A club that the person runs, or else the last one that he registered and that still waits."""
    if person is None:
        return None
    runs = clubs_run_by(person, today()).order_by("name").first()
    clubs = Club.objects.filter(registered_by=person).exclude(state__in=_SETTLED)
    return runs or clubs.order_by("-registered_at").first()


def _event_of(club: Club | None) -> Event | None:
    """The event of the club that comes next, the sanctioned ones first."""
    coming = Event.objects.filter(club=club, cancelled_at=None, ends_at__gte=beginning_of(today()))
    events = list(coming.select_related("sanction").order_by("starts_at")[:20])
    return next(
        (event for event in events if event.sanction and event.sanction.state == _GRANTED), None
    ) or next(iter(events), None)


def _account() -> FirstStep:
    return FirstStep(
        title=_("An account"),
        sentence=_("With an e-mail address, which you confirm with the link in a mail."),
        link=_("Create an account"),
        path=reverse("account_signup"),
    )


def _record(account: Account | None) -> FirstStep:
    waits = account is not None and Claim.objects.filter(account=account, state=Claim.State.WAITING).exists()
    return FirstStep(
        title=_("Your record, with a member number"),
        sentence=_("You have asked for it. The registrar answers, and we send you a mail.")
        if waits
        else _("Games, points and offices belong to it. Ask the registrar, who links it to your account."),
        link=_("Your request") if waits else _("Ask for your record"),
        path=reverse("claim"),
    )


def _registration() -> FirstStep:
    return FirstStep(
        title=_("A club"),
        sentence=_(
            "Register one, and you become its officer. If your club is already registered, one of its "
            "officers appoints you as director by your number."
        ),
        link=_("Register a club"),
        path=reverse("register-club"),
    )


def _approval(club: Club | None) -> FirstStep:
    return FirstStep(
        title=_("Its approval"),
        sentence=_(
            "The Managing Executor approves it, or asks a question first. We will send you a message."
        ),
        link=_("Status") if club else "",
        path=reverse("club-desk", args=[club.slug]) if club else "",
    )


def _application(club: Club | None) -> FirstStep:
    return FirstStep(
        title=_("An event"),
        sentence=_("Say where and when, at which level; you apply for its sanction in the same step."),
        link=_("Register an event") if club else "",
        path=reverse("new-event", args=[club.slug]) if club else "",
    )


def _sanction(event: Event | None) -> FirstStep:
    return FirstStep(
        title=_("Its sanction"),
        sentence=_(
            "The Managing Executor approves the application; its fee is paid, and the sanction is granted."
        ),
        link=_("Next steps") if event else "",
        path=reverse("manage-event", args=[event.slug]) if event else "",
    )


def _evening(event: Event | None) -> FirstStep:
    return FirstStep(
        title=_("The games"),
        sentence=_(
            "Players enter, are checked in and seated; cards are drawn and stanzas reported. A game is "
            "closed, confirmed by a second person and certified by its Acting Executor. The event's page "
            "always says what is next."
        ),
        link=_("Next steps at %(event)s") % {"event": event.name} if event else "",
        path=reverse("manage-event", args=[event.slug]) if event else "",
    )
