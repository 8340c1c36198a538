"""What a process remembers of an event is never stale, whoever changed what."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from rules_engine.bid_whist.random.hands import RandomSheets
from rules_engine.columbus_whist.random.event import random_event
from sanctioning.people.models.person import Person, Publicity
from tests.cast import MARCH, Cast, make_cast
from tests.support.bid_whist import seat_round, sheet_typed, tournament_of
from tests.support.columbus import columbus_event, seat, typed_of
from tests.support.team_events import enter_teams, newcomers, seat_in_order, signed_in, team_event
from tournaments.games.models import Game
from tournaments.justice.rulings.services.rulings import rule_on
from tournaments.slips import event_memory
from tournaments.slips.event_folders import check_so_far, folder_of
from tournaments.slips.models import Slip, SlipSignature
from tournaments.slips.services.slips import Reported, hand_in
from tournaments.tables.models.sheet import Sheet
from tournaments.teams.models.team import Team
from tournaments.teams.services.substitutes import substitute

STATEMENTS_AT_MOST = 12
MEETING = {"level": "open", "days": [[6]], "moves": "circle", "pattern": "sample"}
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    event_memory._remembered.clear()
    yield
    event_memory._remembered.clear()


class Evening:
    """Four pairs and two rounds of games; the first round and one game of the second are told."""

    def __init__(self) -> None:
        self.cast = make_cast()
        self.event, self.teams = columbus_event(self.cast, 4)
        self.rounds = random_event(4, 3, mishaps=0.0)["rounds"]
        for games in self.rounds[:2]:
            self.game = seat(self.cast, self.event, self.teams, [game["teams"] for game in games])
        for place in ("g1-t1", "g1-t2", "g2-t1"):
            self.report(place)

    def typed(self, place: str) -> dict[str, Any]:
        number, table = int(place[1]), int(place[4])
        return typed_of(self.rounds[number - 1][table - 1])

    def report(self, place: str, typed: Mapping[str, Any] | None = None) -> str:
        """Handed in; its title as the answer has it."""
        before = Slip.objects.filter(game=self.game, place=place).count()
        reported = Reported(
            place=place,
            typed=typed or self.typed(place),
            idempotency_key=f"{place}/{before}",
            replaces=before,
            reason="Misread." if before else "",
        )
        folder = hand_in(by=self.cast.director, game=self.game, reported=[reported], at=MARCH).folder
        return str(folder.of_game(place)[place].title)

    def require_whole(self) -> None:
        """What is kept is what the check of the whole record says, read without any memory."""
        game = Game.objects.get(pk=self.game.pk)
        assert plain(Sheet.objects.get(game=game).check_document) == plain(check_so_far(folder_of(game)))


def plain(document: Any) -> Any:
    return json.loads(json.dumps(document))


def sign(person: Person, place: str) -> None:
    slip = Slip.objects.filter(place=place).order_by("-version")[0]
    SlipSignature.objects.create(slip=slip, reporter=slip.reporter, signer=person, at=MARCH)


def rename(evening: Evening) -> None:
    for number in evening.rounds[1][1]["teams"]:
        Team.objects.filter(event=evening.event, number=number).update(name=f"New name {number}")


def correct_an_earlier_slip(evening: Evening) -> None:
    evening.report("g1-t1", {"late": "both"})


def sign_with_a_player(evening: Evening) -> None:
    [player] = Person.objects.filter(entries__memberships__team=evening.teams[0])[:1]
    sign(player, "g1-t1")


def merge_a_signer(evening: Evening) -> None:
    """Who signed turns out to be a player of the table."""
    [player] = Person.objects.filter(entries__memberships__team=evening.teams[0])[:1]
    sign(evening.cast.executor, "g1-t1")
    evening.report("g2-t1")
    Person.objects.filter(pk=evening.cast.executor.pk).update(merged_into=player)


def let_a_substitute_in(evening: Evening) -> None:
    [comes] = newcomers(evening.cast, 1)
    substitute(
        by=evening.cast.director,
        team=evening.teams[0],
        letter="A",
        comes=comes,
        why="Ill.",
        from_round=2,
        at=MARCH,
    )


def send_a_team_home(evening: Evening) -> None:
    Team.objects.filter(pk=evening.teams[1].pk).update(left_after=1, left_for="ill")


def rule(evening: Evening) -> None:
    rule_on(
        by=evening.cast.director,
        game=evening.game,
        irregularity="columbus-whist-renege",
        facts={"place": "g1-t1", "team": "1", "found": "yes", "hand": "1"},
        what="A club under the spade.",
        reason="Turned over.",
        at=MARCH,
    )


def take_back_a_transaction(evening: Evening) -> None:
    """What was tried out, as consequences are before a decision, is forgotten."""
    try:
        with transaction.atomic():
            rename(evening)
            evening.report("g2-t2")
            raise ConnectionAbortedError
    except ConnectionAbortedError:
        pass


def hide(evening: Evening) -> None:
    Person.objects.update(publicity=Publicity.NUMBER)


@pytest.mark.parametrize(
    "change",
    [
        rename,
        correct_an_earlier_slip,
        sign_with_a_player,
        merge_a_signer,
        let_a_substitute_in,
        send_a_team_home,
        rule,
        take_back_a_transaction,
        hide,
    ],
)
def test_a_change_shows_in_the_next_check(change: Callable[[Evening], None]) -> None:
    evening = Evening()
    assert event_memory.recall(evening.game) is not None
    change(evening)
    title = evening.report("g2-t2")
    evening.require_whole()
    assert ("New name" in title) == (change is rename)
    evening.report("g1-t2")
    evening.require_whole()


def test_two_processes_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    processes = [OrderedDict(event_memory._remembered), OrderedDict()]
    for turn, place in enumerate(["g2-t2", "g1-t1", "g1-t2", "g2-t1", "g2-t2", "g1-t1"]):
        monkeypatch.setattr(event_memory, "_remembered", processes[turn % 2])
        if turn == 3:
            sign(evening.cast.players[0], "g1-t1")
        evening.report(place, {"late": "both"} if turn == 2 else None)
        evening.require_whole()
    assert all(processes)


def test_a_process_remembers_few_events() -> None:
    evening = Evening()
    known = event_memory.recall(evening.game)
    assert known is not None
    for number in range(event_memory.MOST):
        event_memory._keep(("elsewhere", number), known)
    assert event_memory.recall(evening.game) is None
    assert len(event_memory._remembered) == event_memory.MOST


def bid_whist(cast: Cast) -> Iterator[dict[str, Any]]:
    event, teams = tournament_of(cast, 4)
    sheets = RandomSheets(Random(1), 0.0)
    for number in range(1, 5):
        games = [sheets.sheet(table, two, 0.3) for table, two in enumerate(((1, 2), (3, 4)), start=1)]
        seat_round(cast, event, teams, games)
        yield {f"{event.slug}/slips/r{number}-t{game['table']}": sheet_typed(game) for game in games}


def columbus_whist(cast: Cast) -> Iterator[dict[str, Any]]:
    event, teams = columbus_event(cast, 4)
    for number, games in enumerate(random_event(4, 3, mishaps=0.0)["rounds"], start=1):
        seat(cast, event, teams, [game["teams"] for game in games])
        yield {
            f"{event.slug}/slips/g{number}-t{table}": typed_of(game) for table, game in enumerate(games, 1)
        }


def military_whist(cast: Cast) -> Iterator[dict[str, Any]]:
    event = team_event(cast, "military-whist", "alberta-55-plus")
    seat_in_order(cast, event, enter_teams(cast, event, 3), MEETING)
    for hand in range(1, 7):
        yield {f"{event.slug}/slips/h{hand}-t{table}": {"visitors": 7} for table in range(1, 4)}


@pytest.mark.both_databases
@pytest.mark.parametrize("game", [bid_whist, columbus_whist, military_whist])
def test_a_slip_asks_twelve_times_in_any_round(game: Callable[[Cast], Iterator[dict[str, Any]]]) -> None:
    """The tables of a round one after the other; the first of it reads who sits where."""
    cast = make_cast()
    client, asked = signed_in(cast.director), []
    for slips in game(cast):
        for nth, (place, typed) in enumerate(slips.items()):
            with CaptureQueriesContext(connection) as queries:
                answer = client.post(
                    f"/api/v1/events/{place}/",
                    {"values": typed},
                    "application/json",
                    headers={"Idempotency-Key": place},
                )
                statements = [query["sql"] for query in queries.captured_queries]
            assert answer.status_code == 201, answer.content
            if nth:
                asked.append(sum(not sql.startswith(("BEGIN", "COMMIT")) for sql in statements))
    assert max(asked) <= STATEMENTS_AT_MOST
    assert asked[0] == asked[-1]
