"""Clubs: registered by anybody, asked about, approved with their officers, refused, closed and opened."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from sanctioning.clubs.models import Club
from sanctioning.clubs.selectors import club_desk, waiting_clubs
from sanctioning.clubs.services.clubs import (
    answer_for_club,
    apply_again,
    approve_club,
    ask_club,
    close_club,
    open_again,
    refuse_club,
    register_club,
    withdraw_club,
)
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds
from sanctioning.people.models.person import Person
from sanctioning.terms.services import appoint
from tests.cast import MARCH, Cast, sanctioned_event
from tests.support.refusals import refused

DAY = dt.timedelta(days=1)


@pytest.fixture
def club(cast: Cast) -> Club:
    """Registered by a stranger, who will be its officer."""
    return register_club(by=cast.outsider, name="Strays", place="Stow", at=MARCH)


def messages_to(person: Person) -> list[str]:
    return list(Message.objects.filter(to=person, kind__startswith="club-").values_list("kind", flat=True))


def test_it_waits_for_the_authority_until_a_day(cast: Cast, club: Club) -> None:
    assert (club.state, club.turn_until) == ("applied", MARCH.date() + 30 * DAY)
    assert messages_to(cast.managing) == ["club-registered"]
    waiting = waiting_clubs(asker=cast.managing)
    assert waiting is not None
    assert [(club.slug, club.turn.whose) for club in waiting] == [("strays", "authority")]
    assert waiting_clubs(asker=cast.director) is None


@pytest.mark.both_databases
def test_asked_answered_and_approved_its_officers_come_into_office(cast: Cast, club: Club) -> None:
    ask_club(by=cast.managing, club=club, question="Where do you meet?", at=MARCH)
    assert messages_to(cast.outsider) == ["club-asked"]
    assert refused("answer-missing", answer_for_club, by=cast.outsider, club=club, answer=" ").status == 422
    answer_for_club(by=cast.outsider, club=club, answer="At the mill.", at=MARCH)
    approve_club(by=cast.managing, club=club, at=MARCH)
    assert holds(cast.outsider, MARCH.date(), Office.CLUB_OFFICER, club=club)
    assert not holds(cast.outsider, MARCH.date() - DAY, Office.CLUB_OFFICER, club=club)
    assert messages_to(cast.outsider) == ["club-approved", "club-asked"]
    desk = club_desk(slug="strays", asker=cast.outsider)
    assert desk is not None
    assert [(question.question, question.answer) for question in desk.questions] == [
        ("Where do you meet?", "At the mill.")
    ]
    assert [term.name for term in desk.offices[0].now] == ["Otto Stray"]
    assert (desk.acts, desk.appoints, desk.turn.whose) == (("close",), True, "")


def test_officers_are_named_or_it_is_who_registers(cast: Cast) -> None:
    named = register_club(
        by=cast.outsider, name="Named", officers=[cast.players[0], cast.players[1]], at=MARCH
    )
    approve_club(by=cast.managing, club=named, at=MARCH)
    assert {term.person for term in named.appointments.all()} == {cast.players[0], cast.players[1]}
    written_down = register_club(by=cast.managing, name="Written down", at=MARCH)
    approve_club(by=cast.managing, club=written_down, at=MARCH)
    assert not written_down.appointments.exists()


def test_who_was_appointed_before_the_approval_keeps_the_one_term(cast: Cast, club: Club) -> None:
    held: dict[str, Any] = {"person": cast.outsider, "office": Office.CLUB_OFFICER, "club": club}
    term = appoint(by=cast.managing, first_day=MARCH.date() - DAY, at=MARCH, **held)
    approve_club(by=cast.managing, club=club, at=MARCH)
    assert list(club.appointments.all()) == [term]


def test_refused_with_a_reason_it_may_apply_again(cast: Cast, club: Club) -> None:
    refused("reason-missing", refuse_club, by=cast.managing, club=club, why="")
    refuse_club(by=cast.managing, club=club, why="No room to play in.", at=MARCH)
    assert (club.state, club.reason, club.turn_until) == ("refused", "No room to play in.", None)
    assert messages_to(cast.outsider) == ["club-refused"]
    refused("club-state", approve_club, by=cast.managing, club=club)
    apply_again(by=cast.outsider, club=club, why="We rent the mill now.", at=MARCH)
    assert (club.state, club.reason) == ("applied", "")
    withdraw_club(by=cast.outsider, club=club, at=MARCH)
    assert club.state == "withdrawn"


@pytest.mark.parametrize("act", [ask_club, approve_club, refuse_club, open_again])
def test_only_the_managing_executor_decides(cast: Cast, club: Club, act: Callable[..., object]) -> None:
    needed: dict[Any, dict[str, str]] = {ask_club: {"question": "?"}, refuse_club: {"why": "!"}}
    words = needed.get(act, {})
    for stranger in (cast.outsider, cast.registrar, cast.executor, cast.director):
        refused("not-allowed", act, by=stranger, club=club, **words)


def test_only_its_own_people_answer_withdraw_and_see_the_desk(cast: Cast, club: Club) -> None:
    for stranger in (cast.director, cast.players[0]):
        refused("not-allowed", withdraw_club, by=stranger, club=club)
        assert club_desk(slug="strays", asker=stranger) is None


@pytest.mark.both_databases
def test_closed_it_keeps_its_books_and_is_opened_again(cast: Cast) -> None:
    club = cast.club
    refused("not-allowed", close_club, by=cast.director, club=club, why="Enough.")
    refused("reason-missing", close_club, by=cast.managing, club=club, why=" ")
    close_club(by=cast.managing, club=club, why="The hall is sold.", at=MARCH)
    assert (club.state, club.reason) == ("closed", "The hall is sold.")
    assert messages_to(cast.director) == ["club-closed"]
    with pytest.raises(Refusal) as refusal:
        sanctioned_event(cast)
    assert refusal.value.code == "club-not-approved"
    open_again(by=cast.managing, club=club, at=MARCH)
    assert sanctioned_event(cast, name="After all").sanction is not None


def test_members_are_for_the_clubs_own_people(cast: Cast) -> None:
    desk = club_desk(slug=cast.club.slug, asker=cast.director)
    assert desk is not None
    assert len(desk.members) == 1 + len(cast.players)
    assert club_desk(slug=cast.club.slug, asker=cast.players[0]) is None


def test_every_step_is_in_the_trail(cast: Cast, club: Club) -> None:
    refuse_club(by=cast.managing, club=club, why="No room.", at=MARCH)
    entry = AuditEntry.objects.get(action="refuse club")
    assert (entry.by, entry.why, entry.before, entry.after) == (
        cast.managing,
        "No room.",
        {"state": "applied"},
        {"state": "refused"},
    )


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"state": "approved", "turn_until": None}, "club_approved_has_a_moment"),
        ({"state": "refused", "turn_until": None}, "club_refused_has_a_reason"),
        ({"state": "refused", "reason": "x"}, "club_decided_has_no_turn"),
    ],
)
def test_the_database_holds_the_states(club: Club, changes: dict[str, Any], constraint: str) -> None:
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Club.objects.filter(pk=club.pk).update(**changes)
