"""Two at one slip at the same moment, with real threads on PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest

from saas_high_card.game import HIGH_CARD
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.results.services.certification import confirm_result
from tests.cast import MARCH, Cast, make_cast
from tests.support.columbus import columbus_event, seat
from tests.support.racing import all_at_once, in_the_middle
from tests.support.team_events import enter_teams, newcomers, seat_in_order, team_event
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event, mark_absent, withdraw_entry
from tournaments.formats.registry import registered
from tournaments.games.models import Game
from tournaments.reports.models.report import Report
from tournaments.slips.event_folders import folder_of
from tournaments.slips.models import Slip, SlipSignature
from tournaments.slips.services.reopening import open_slips_again
from tournaments.slips.services.slips import close_event, report_slip, sign_slip
from tournaments.tables.models.sheet import Sheet
from tournaments.teams.models.team import TeamMember
from tournaments.teams.services.substitutes import substitute

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
FIRST, SECOND = "r1-t1", "r1-t2"


@pytest.fixture(autouse=True)
def high_card() -> Iterator[None]:
    with registered(HIGH_CARD):
        yield


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


@pytest.fixture
def signed(cast: Cast, game: Game) -> Game:
    """The same, with every slip signed: nothing is left but to close it."""
    for place, player in ((FIRST, cast.players[0]), (SECOND, cast.players[4])):
        sign_slip(by=cast.director, slip=reporting(player, game, place, 4, place)(), at=MARCH)
    return game


@pytest.fixture
def game(cast: Cast) -> Game:
    """Four pairs at two tables: players 1 to 4 at the first, 5 to 8 at the second."""
    event = team_event(cast, "high-card", "high-card-1")
    return seat_in_order(cast, event, enter_teams(cast, event, 4), {"cards": 1})


def reporting(
    by: Person, game: Game, place: str, points: int, key: str, replaces: int = 0, reason: str = ""
) -> partial[Slip]:
    first = 1 if place == FIRST else 3
    return partial(
        report_slip,
        by=by,
        game=game,
        place=place,
        typed={f"team-{first}": points, f"team-{first + 1}": 10 - points},
        idempotency_key=key,
        replaces=replaces,
        reason=reason,
        at=MARCH,
    )


def codes(answers: Sequence[object]) -> list[str]:
    return sorted(answer.code for answer in answers if isinstance(answer, Refusal))


def test_four_who_report_one_place(cast: Cast, game: Game) -> None:
    """One slip is kept; the others are told what stands."""
    acts = [
        reporting(player, game, FIRST, points, player.number)
        for points, player in enumerate(cast.players[:4], start=4)
    ]
    answers = all_at_once(acts)
    slip = Slip.objects.get()
    assert codes(answers) == ["slip-reported"] * 3
    for answer in answers:
        if isinstance(answer, Refusal):
            assert answer.facts == {"version": 1, "body": slip.body}
    game.refresh_from_db()
    assert game.revision == 1


def test_one_slip_sent_four_times_at_once_is_one(cast: Cast, game: Game) -> None:
    answers = all_at_once([reporting(cast.players[0], game, FIRST, 4, "phone")] * 4)
    assert answers == [Slip.objects.get()] * 4


def test_two_tables_at_once_are_both_in_the_running_sheet(cast: Cast, game: Game) -> None:
    """Neither check is written over by the other's, which did not see its slip."""
    answers = all_at_once(
        [
            reporting(cast.players[0], game, FIRST, 4, "one"),
            reporting(cast.players[4], game, SECOND, 9, "other"),
        ]
    )
    assert codes(answers) == []
    folder = folder_of(game)
    document = Sheet.objects.get(game=game).check_document
    board = folder.slipping.board(folder.head, folder.standing, document)
    assert [(line.place, line.team) for line in board.lines] == [(1, 3), (2, 2), (3, 1), (4, 4)]
    game.refresh_from_db()
    assert (game.state, game.revision) == ("playing", 2)


def test_two_corrections_of_one_slip(cast: Cast, game: Game) -> None:
    reporting(cast.players[0], game, FIRST, 4, "first")()
    answers = all_at_once(
        [
            reporting(player, game, FIRST, 5, player.number, replaces=1, reason="Counted again.")
            for player in cast.players[:2]
        ]
    )
    assert codes(answers) == ["slip-reported"]
    assert list(Slip.objects.values_list("version", flat=True)) == [1, 2]


def test_four_who_sign_one_slip(cast: Cast, game: Game) -> None:
    slip = reporting(cast.players[0], game, FIRST, 4, "slip")()
    signers = [*cast.players[1:4], cast.director]
    answers = all_at_once([partial(sign_slip, by=signer, slip=slip, at=MARCH) for signer in signers])
    assert codes(answers) == ["slip-signed"] * 3
    assert [answer for answer in answers if not isinstance(answer, Refusal)] == [SlipSignature.objects.get()]


def test_a_slip_is_signed_or_corrected_first(cast: Cast, game: Game) -> None:
    """A signature stands for what its signer saw: never for the version that came meanwhile."""
    slip = reporting(cast.players[0], game, FIRST, 4, "slip")()
    acts: list[Callable[[], object]] = [
        partial(sign_slip, by=cast.players[2], slip=slip, at=MARCH),
        reporting(cast.players[1], game, FIRST, 5, "again", replaces=1, reason="Counted again."),
    ]
    signed, corrected = all_at_once(acts)
    assert isinstance(corrected, Slip)
    assert isinstance(signed, SlipSignature) or codes([signed]) == ["slip-corrected"]
    assert not SlipSignature.objects.filter(slip=corrected).exists()


def test_two_who_close_the_event(cast: Cast, signed: Game) -> None:
    """The record is made once."""
    answers = all_at_once([partial(close_event, by=cast.director, game=signed, at=MARCH)] * 2)
    assert [answer for answer in answers if isinstance(answer, Report)]
    assert Report.objects.count() == 1


def letting_in(cast: Cast, game: Game, comes: Person) -> partial[TeamMember]:
    team = game.event.teams.get(number=1)
    return partial(substitute, by=cast.director, team=team, letter="A", comes=comes, why="Ill.", at=MARCH)


def test_who_comes_or_goes_while_the_event_is_closed_is_too_late(cast: Cast, signed: Game) -> None:
    """Nobody is in the game and not in its record; who was entered stays so."""
    by: dict[str, Any] = {"by": cast.director, "at": MARCH}
    people = newcomers(cast, 5)
    entered = [enter_event(event=signed.event, person=person, **by) for person in people[:3]]
    acts: list[Callable[[], object]] = [
        partial(withdraw_entry, entry=entered[0], **by),
        partial(mark_absent, entry=entered[1], **by),
        partial(check_in, entry=entered[2], **by),
        partial(enter_event, event=signed.event, person=people[3], **by),
        letting_in(cast, signed, people[4]),
    ]
    answers = in_the_middle(partial(close_event, game=signed, **by), acts)
    assert codes(answers) == ["played-out"] * len(acts)
    assert set(signed.event.entries.values_list("state", flat=True)) == {"entered"}


def test_who_comes_for_a_player_while_his_sheet_is_signed_is_too_late(cast: Cast) -> None:
    """What a team signed is not then said to be of somebody who did not sit there."""
    event, teams = columbus_event(cast, 2)
    game = seat(cast, event, teams, [(1, 2)])
    won = {"hands": [{"bid": "5", "by": "1", "books": 11}]}
    report = partial(report_slip, by=cast.players[0], game=game, place="g1-t1", typed=won)
    slip = report(idempotency_key="a", at=MARCH)
    [comes] = newcomers(cast, 1)
    sign = partial(sign_slip, by=cast.players[2], slip=slip, at=MARCH)
    assert codes(in_the_middle(sign, [letting_in(cast, game, comes)])) == ["seat-signed"]


def test_an_event_is_closed_after_a_substitute_who_is_let_in_at_that_moment(cast: Cast, signed: Game) -> None:
    [comes] = newcomers(cast, 1)
    close = partial(close_event, by=cast.director, game=signed, at=MARCH)
    [closed] = in_the_middle(letting_in(cast, signed, comes), [close])
    assert isinstance(closed, Report)
    assert comes.number in json.loads(bytes(closed.record))["teams"]["1"]


def test_a_report_is_confirmed_or_its_slips_are_opened_again(cast: Cast, signed: Game) -> None:
    """Never both: what a second person confirmed stands."""
    close_event(by=cast.director, game=signed, at=MARCH)
    acts: list[Callable[[], object]] = [
        partial(confirm_result, by=cast.players[0], game=signed, at=MARCH),
        partial(open_slips_again, by=cast.director, game=signed, why="One is wrong.", at=MARCH),
    ]
    answers = all_at_once(acts)
    assert len(codes(answers)) == 1
    signed.refresh_from_db()
    assert signed.reports.filter(current=True).exists() == (signed.state == "confirmed")
