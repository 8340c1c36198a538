"""A club as its own people and the Managing Executor see it; what waits to be decided on."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Annotated

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from sanctioning.clubs.models import CLUB_STEPS, CLUB_TURNS, Club
from sanctioning.clubs.permissions import has_club_desk, keeps_club, may_approve_club, may_see_members
from sanctioning.fees.selectors.fees import ClubBalance, balance_of
from sanctioning.identity.names import full_name, shown
from sanctioning.kit.clock import today
from sanctioning.kit.lists.filters import kind_of, words
from sanctioning.kit.lists.lists import ListSource, ask
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import may_keep_term, runs_club
from sanctioning.offices.selectors import OfficeHolders, club_offices
from sanctioning.people.models.person import Person
from sanctioning.sanctions.selectors import TurnOf


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubQuestionLine:
    question: str
    asked_by: str
    asked_at: dt.datetime
    answer: str
    answered_by: str
    answered_at: dt.datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    name: str
    number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubDesk:
    """`acts` are the steps that the asker may take now; members are those whose home club it is."""

    name: str
    slug: str
    number: int
    place: str
    time_zone: str
    state: Annotated[str, Club.State]
    state_title: str
    reason: str
    registered_by: str
    registered_at: dt.datetime
    turn: TurnOf
    acts: tuple[str, ...]
    appoints: bool
    runs: bool
    account: ClubBalance | None
    questions: tuple[ClubQuestionLine, ...]
    officers_to_be: tuple[MemberLine, ...]
    offices: tuple[OfficeHolders, ...]
    members: tuple[MemberLine, ...]

    @property
    def officers_proposed(self) -> tuple[MemberLine, ...]:
        """Those who take office once the club is approved."""
        return () if self.state in (Club.State.APPROVED, Club.State.CLOSED) else self.officers_to_be


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingClub:
    name: str
    slug: str
    place: str
    state: Annotated[str, Club.State]
    state_title: str
    registered_by: str
    registered_at: dt.datetime
    turn: TurnOf


def club_desk(*, slug: str, asker: Person) -> ClubDesk | None:
    """One club for its people and the Managing Executor; None for others. A constant number of queries."""
    day = today()
    club = Club.objects.select_related("registered_by").filter(slug=slug).first()
    if club is None:
        return None
    if not has_club_desk(asker, day, club):
        return None
    runs = club.state == Club.State.APPROVED and runs_club(asker, day, club)
    sees_members = may_see_members(asker, day, club)
    questions = club.questions.select_related("asked_by", "answered_by")
    return ClubDesk(
        name=club.name,
        slug=club.slug,
        number=club.number,
        place=club.place,
        time_zone=club.time_zone,
        state=club.state,
        state_title=club.get_state_display(),
        reason=club.reason,
        registered_by=club.registered_by.name if club.registered_by else "",
        registered_at=club.registered_at,
        turn=turn_of_club(club, day),
        acts=acts_on_club(club, asker, day),
        appoints=club.state == Club.State.APPROVED and may_keep_term(asker, day, Office.DIRECTOR, club),
        runs=runs,
        account=balance_of(club, asker=asker) if runs else None,
        questions=tuple(
            ClubQuestionLine(
                question=question.question,
                asked_by=question.asked_by.name,
                asked_at=question.asked_at,
                answer=question.answer,
                answered_by=question.answered_by.name if question.answered_by else "",
                answered_at=question.answered_at,
            )
            for question in questions
        ),
        officers_to_be=tuple(map(_member, club.officers_to_be.select_related(*shown()))),
        offices=club_offices(club, day),
        members=tuple(map(_member, _members(club))) if sees_members else (),
    )


def clubs_waiting(*, asker: Person | None) -> ListSource[Club, WaitingClub]:
    """Clubs on which nothing is decided yet, the most urgent first; nothing for who decides on none."""
    day = today()
    turns = {
        whose: Q(state__in=[state for state, turn in CLUB_TURNS.items() if turn.whose == whose])
        for whose in ("authority", "club")
    }
    rows = Club.objects.filter(state__in=CLUB_TURNS) if may_approve_club(asker, day) else Club.objects.none()
    return ListSource(
        rows=rows.select_related("registered_by"),
        lines=lambda clubs: tuple(_waiting(club, day) for club in clubs),
        sorts={
            "name": ("name",),
            "place": ("place", "name"),
            "registered": ("registered_at",),
            "until": (F("turn_until"), "registered_at"),
        },
        order="until",
        filters=(
            words("search", _("Club or place"), "name", "place"),
            kind_of(
                "turn",
                _("Whose turn it is"),
                {
                    "authority": (_("waiting for you"), turns["authority"]),
                    "club": (_("was asked something"), turns["club"]),
                },
                all_words=_("all that are waiting"),
            ),
        ),
    )


def waiting_clubs(*, asker: Person | None) -> tuple[WaitingClub, ...] | None:
    """The same, all at once; None for who decides on none."""
    if not may_approve_club(asker, today()):
        return None
    return tuple(ask(clubs_waiting(asker=asker), {}).all_lines())


def count_clubs_to_decide_on(asker: Person | None) -> int:
    """How many wait for the authority; none for who decides on none. One query."""
    if not may_approve_club(asker, today()):
        return 0
    return clubs_to_decide_on().count()


def clubs_to_decide_on() -> QuerySet[Club]:
    """Those that wait for the authority, the most urgent first."""
    states = [state for state, turn in CLUB_TURNS.items() if turn.whose == "authority"]
    return Club.objects.filter(state__in=states).order_by(
        F("turn_until").asc(nulls_last=True), "registered_at", "pk"
    )


def _waiting(club: Club, day: dt.date) -> WaitingClub:
    return WaitingClub(
        name=club.name,
        slug=club.slug,
        place=club.place,
        state=club.state,
        state_title=club.get_state_display(),
        registered_by=club.registered_by.name if club.registered_by else "",
        registered_at=club.registered_at,
        turn=turn_of_club(club, day),
    )


def turn_of_club(club: Club, day: dt.date) -> TurnOf:
    turn, until = CLUB_TURNS.get(club.state), club.turn_until
    return TurnOf(
        whose=turn.whose if turn else "",
        waits_for=turn.waits_for if turn else "",
        until=until,
        overdue=until is not None and until < day,
        lapses=False,
    )


def acts_on_club(club: Club, asker: Person | None, day: dt.date) -> tuple[str, ...]:
    """The steps that this person may take now; a page shows a button for each."""
    parties = set()
    if keeps_club(asker, day, club):
        parties.add("club")
    if may_approve_club(asker, day):
        parties.add("authority")
    open_steps = (step for step in CLUB_STEPS.values() if club.state in step.sources)
    return tuple(sorted(step.action.partition(" ")[0] for step in open_steps if parties & set(step.by)))


def club_with(slug: str) -> Club | None:
    return Club.objects.filter(slug=slug).first()


def _members(club: Club) -> QuerySet[Person]:
    return club.members.filter(merged_into=None).select_related(*shown())


def _member(person: Person) -> MemberLine:
    return MemberLine(name=full_name(person), number=person.number)
