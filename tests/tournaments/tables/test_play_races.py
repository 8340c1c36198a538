"""Two at one table at the same moment, with real threads on PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import pytest

from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH, Cast, make_cast
from tests.support.play import drawn_table, play, random_body, table
from tests.support.racing import all_at_once, closing_connection
from tournaments.games.models import Game
from tournaments.reports.models.report import Report
from tournaments.tables import game_folders
from tournaments.tables.game_folders import read_folder
from tournaments.tables.models.sheet import Split, StanzaVersion
from tournaments.tables.services.closing import close_game
from tournaments.tables.services.record_continuation import continue_with_record
from tournaments.tables.services.seating import get_up, sit_down, wait_at_table
from tournaments.tables.services.splits import decide_split
from tournaments.tables.services.stanzas import report_stanza
from tournaments.tables.services.undoing import undo_step

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


@pytest.fixture
def game(cast: Cast) -> Game:
    game = drawn_table(cast, cast.players[:8])
    play(cast, game, 2, Random(1))
    return game


def codes(answers: Sequence[object]) -> list[str]:
    return sorted(answer.code for answer in answers if isinstance(answer, Refusal))


def test_two_reporters_of_one_stanza(cast: Cast, game: Game) -> None:
    """One is kept; the other is told what stands, and loses nothing that he typed."""
    now = table(cast, game)
    bodies = [random_body(now, Random(seed)) for seed in (2, 3, 4)]
    acts = [
        partial(
            report_stanza, by=player, game=game, number=3, body=body, idempotency_key=player.number, at=MARCH
        )
        for player, body in zip(cast.players, bodies, strict=False)
    ]
    answers = all_at_once(acts)
    kept = StanzaVersion.objects.get(number=3)
    assert codes(answers) == ["stanza-reported"] * 2
    for answer in answers:
        if isinstance(answer, Refusal):
            assert answer.facts["stanza"] == kept.body


def test_a_table_that_is_read_while_a_stanza_comes_in_is_as_it_was_before(
    cast: Cast, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes in after the game and its sheet were read, and before the stanzas are."""
    read = game_folders._VERSIONS

    def read_late(number: int) -> list[StanzaVersion]:
        monkeypatch.setattr(game_folders, "_VERSIONS", read)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(closing_connection(lambda: play(cast, game, 1, Random(2)))).result()
        return list(read(number))

    monkeypatch.setattr(game_folders, "_VERSIONS", read_late)
    assert [stanza.number for stanza in table(cast, game).stanzas] == [1, 2]
    assert [stanza.number for stanza in table(cast, game).stanzas] == [1, 2, 3]


def test_one_stanza_sent_four_times_at_once_is_one(cast: Cast, game: Game) -> None:
    body = random_body(table(cast, game), Random(2))
    send = partial(
        report_stanza, by=cast.players[0], game=game, number=3, body=body, idempotency_key="phone", at=MARCH
    )
    answers = all_at_once([send] * 4)
    assert answers == [StanzaVersion.objects.get(number=3)] * 4


def test_two_corrections_of_one_stanza(cast: Cast, game: Game) -> None:
    standing = StanzaVersion.objects.get(number=2)
    acts = [
        partial(
            report_stanza,
            by=player,
            game=game,
            number=2,
            body=standing.body,
            idempotency_key=f"again {player.number}",
            replaces=1,
            reason="Looked again.",
            at=MARCH,
        )
        for player in cast.players[:3]
    ]
    assert codes(all_at_once(acts)) == ["stanza-reported"] * 2
    assert StanzaVersion.objects.filter(number=2).count() == 2


def test_a_split_while_a_stanza_is_sent(cast: Cast, game: Game) -> None:
    """Either the stanza comes first, and the split ranks by it, or it is refused, for a split table."""
    for person in cast.players[8:10]:
        wait_at_table(by=cast.director, game=game, person=person, at=MARCH)
    body = random_body(table(cast, game), Random(2))
    send = partial(
        report_stanza, by=cast.players[0], game=game, number=3, body=body, idempotency_key="phone", at=MARCH
    )
    split_it = partial(decide_split, by=cast.executor, game=game, groups=2, at=MARCH)
    acts: list[Callable[[], object]] = [send, split_it]
    answers = all_at_once(acts)
    split = Split.objects.get()
    assert codes(answers) in ([], ["game-state"])
    assert split.after_stanza == (3 if not codes(answers) else 2)
    assert Game.objects.get(pk=game.pk).stanzas_played == split.after_stanza


def test_two_splits_at_once_are_one(cast: Cast, game: Game) -> None:
    for person in cast.players[8:10]:
        wait_at_table(by=cast.director, game=game, person=person, at=MARCH)
    act: Callable[[], object] = partial(decide_split, by=cast.executor, game=game, groups=2, at=MARCH)
    assert codes(all_at_once([act, act])) == ["split-not-now"]
    assert Split.objects.count() == 1


def test_one_person_at_two_seats(cast: Cast, game: Game) -> None:
    acts = [
        partial(sit_down, by=cast.director, game=game, person=person, at=MARCH)
        for person in (cast.players[8], cast.players[8], cast.players[9], cast.outsider)
    ]
    refused = codes(all_at_once(acts))
    assert len(table(cast, game).seated) == 10
    found_a_seat = game.players.filter(person=cast.players[8]).exists()
    # One of three finds the table full; the one who came twice is told so twice.
    assert refused == ["table-full"] * (1 if found_a_seat else 2)


def test_a_game_is_closed_once(cast: Cast, game: Game) -> None:
    answers = all_at_once(
        [partial(close_game, by=player, game=game, sure=True, at=MARCH) for player in cast.players[:3]]
    )
    assert answers == [Report.objects.get()] * 3


def test_two_who_take_the_same_leaving_back_leave_everybody_in_their_seat(cast: Cast, game: Game) -> None:
    before, leaver = [seat.player for seat in table(cast, game).seated], cast.players[3]
    get_up(by=cast.director, game=game, person=leaver, at=MARCH)
    back = partial(undo_step, game=game, person=leaver, step="leave", stanzas=2, at=MARCH)
    answers = all_at_once([partial(back, by=person) for person in (cast.director, cast.executor)])
    assert answers == [None, None]
    assert [seat.player for seat in table(cast, game).seated] == before


def test_a_leaving_is_taken_back_before_the_next_stanza_or_not_at_all(cast: Cast, game: Game) -> None:
    """Whichever comes first, the other is refused in words."""
    leaver = cast.players[3]
    get_up(by=cast.director, game=game, person=leaver, at=MARCH)
    body = random_body(table(cast, game), Random(5))
    acts: list[Callable[[], object]] = [
        partial(undo_step, by=cast.director, game=game, person=leaver, step="leave", stanzas=2, at=MARCH),
        partial(
            report_stanza,
            by=cast.players[0],
            game=game,
            number=3,
            body=body,
            idempotency_key="three",
            at=MARCH,
        ),
    ]
    undone, reported = all_at_once(acts)
    sits = leaver.number in [seat.player for seat in table(cast, game).seated]
    if isinstance(undone, Refusal):
        assert (undone.code, sits) == ("too-late-to-undo", False)
        assert isinstance(reported, StanzaVersion)
    else:
        assert sits
        assert isinstance(reported, Refusal)
        assert reported.code == "seats-differ"


def test_a_record_is_taken_to_its_table_while_single_stanzas_of_it_come_in(cast: Cast, game: Game) -> None:
    """Each stanza is there once, whoever was first; who tells another one is refused."""
    record = read_folder(Game.objects.get(pk=game.pk)).record
    third = random_body(table(cast, game), Random(2))
    longer = json.dumps({**record, "stanzas": [*record["stanzas"], third]}).encode()
    send = partial(continue_with_record, game=game, data=longer, at=MARCH)
    alone = partial(report_stanza, game=game, number=3, body=third, at=MARCH)
    acts: list[Callable[[], object]] = [
        partial(send, by=cast.players[0], idempotency_key="whole"),
        partial(send, by=cast.players[1], idempotency_key="whole too"),
        partial(alone, by=cast.players[2], idempotency_key="alone"),
    ]
    answers = all_at_once(acts)
    assert codes(answers) in ([], ["stanza-reported"])
    assert list(StanzaVersion.objects.values_list("number", "version").order_by("number")) == [
        (1, 1),
        (2, 1),
        (3, 1),
    ]
