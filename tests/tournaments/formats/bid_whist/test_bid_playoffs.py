"""The playoff of Bid Whist slip by slip, against the engine's own records and an oracle of the tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, cast

import pytest

from rules_engine.bid_whist.check.tournament import check_record
from rules_engine.bid_whist.random.tournament import random_tournament
from rules_engine.bid_whist.reader.tournament import record_of
from sanctioning.kit.refusals import Refusal
from tests.support.bid_whist import sheet_typed, sheets
from tests.support.refusals import refusal_of
from tests.support.seeds import by_seeds
from tournaments.formats.bid_whist.playoff.bracket import bracket_of
from tournaments.formats.bid_whist.playoff.slips import due_of_playoffs, place_of_playoff, playoff_of
from tournaments.formats.brackets import Bracket
from tournaments.formats.fields import read_fields
from tournaments.formats.kept_check import KeptFinding
from tournaments.formats.slips import Due, EventHead, TeamHead

Slips = dict[str, Mapping[str, Any]]
PLAN = {"tournament": "main-event"}


def head_of(teams: int) -> EventHead:
    numbers = range(1, teams + 1)
    return EventHead(
        id="main",
        ruleset="cardsharks",
        planned=PLAN,
        teams={
            number: TeamHead(
                number=number, name=f"Team {number}", players={"A": f"{number}a", "B": f"{number}b"}, facts={}
            )
            for number in numbers
        },
        rounds=(tuple((number, number + 1) for number in range(1, teams, 2)),),
    )


def hand_in(slips: Slips, due: Mapping[str, Due], place: str, typed: Mapping[str, Any]) -> None:
    """As the site does it: read by the fields, then by the slip."""
    slip = due[place]
    values = read_fields(slip.fields, typed, slip.rule)
    slips[place] = slip.read(values) if slip.read else values


def due_at(head: EventHead, slips: Slips, seeds: Sequence[int]) -> dict[str, Due]:
    return {slip.place: slip for slip in due_of_playoffs(head, slips, seeds)}


def played(head: EventHead, document: Mapping[str, Any]) -> Slips:
    """The slips of a record's playoff, each handed in once it is due."""
    slips: Slips = {}
    seeds = document["seeds"]
    size = len(seeds)
    for stage in document["playoff"]:
        if "corrected" in stage:
            correct(head, slips, seeds, stage, size)
        for game in stage["games"]:
            report(head, slips, seeds, game, f"b{size}-")
        size //= 2
    if "third" in document:
        report(head, slips, seeds, document["third"], "third")
    return slips


def correct(head: EventHead, slips: Slips, seeds: Sequence[int], stage: Any, size: int) -> None:
    """The first two pairs exchanged their second teams; where one of them is absent too."""
    due = due_at(head, slips, seeds)
    first, second = due[f"b{size}-1"].teams, due[f"b{size}-2"].teams
    typed = {"one": str(first[1]), "other": str(second[1]), "why": stage["corrected"]}
    hand_in(slips, due, f"b{size}-swap-1", typed)


def report(head: EventHead, slips: Slips, seeds: Sequence[int], game: Any, prefix: str) -> None:
    due = due_at(head, slips, seeds)
    [place] = [
        slip.place
        for slip in due.values()
        if set(slip.teams) == set(game["teams"])
        and slip.place.startswith(prefix)
        and "more" not in slip.place
    ]
    for sheet in sheets(place, game):
        hand_in(slips, due_at(head, slips, seeds), sheet.place, sheet.typed)


def alike(stages: Sequence[Mapping[str, Any]]) -> list[Any]:
    return [
        {frozenset(game["teams"]): (game.get("winner"), game.get("forfeit")) for game in stage["games"]}
        for stage in stages
    ]


@pytest.mark.parametrize(
    ("teams", "seed", "mishaps"),
    [(2, 1, 0.0), (5, 2, 0.0), (16, 3, 0.0), (37, 4, 0.0), (64, 5, 0.0), (128, 6, 0.0)]
    + [(teams, seed, 1.0) for seed, teams in enumerate([8, 16, 16, 37, 37, 37, 40, 64, 70, 130], 20)],
)
def test_the_engines_playoff_handed_in_slip_by_slip(teams: int, seed: int, mishaps: float) -> None:
    document = random_tournament(teams, seed, mishaps=mishaps)
    head = head_of(teams)
    slips = played(head, document)
    seeds = document["seeds"]
    playoff = playoff_of(head, slips, seeds)
    assert alike(playoff["playoff"]) == alike(document["playoff"])
    assert playoff.get("places") == document["places"]
    assert ("third" in playoff) == ("third" in document)
    record = {**{key: value for key, value in document.items() if key not in ("playoff", "third")}, **playoff}
    assert [finding.message for finding in check_record(record_of(record)).findings] == []
    assert not [
        slip.place for slip in due_of_playoffs(head, slips, seeds) if slip.needed and slip.place not in slips
    ]
    drawn = bracket_of(head, slips, seeds)
    assert list(drawn.places) == document["places"]


def test_a_playoff_half_way_has_no_finding() -> None:
    document = random_tournament(37, 9)
    head, seeds = head_of(37), document["seeds"]
    everything = played(head, document)
    slips: Slips = {}
    for place, body in everything.items():
        slips[place] = body
        record = {key: value for key, value in document.items() if key not in ("playoff", "third", "places")}
        check = check_record(record_of({**record, **playoff_of(head, slips, seeds)}))
        assert [finding.message for finding in check.findings] == []


def first_due(seeds: Sequence[int], slips: Slips, head: EventHead) -> list[tuple[str, tuple[int, ...]]]:
    return [(slip.place, slip.teams) for slip in due_of_playoffs(head, slips, seeds) if slip.teams]


def test_what_is_due_and_when() -> None:
    head, seeds = head_of(16), list(range(1, 17))
    assert due_of_playoffs(head, {}, ()) == []
    due = due_at(head, {}, seeds)
    call, *matches = [place for place in due if not place.endswith("swap-1")]
    assert (call, due[call].teams, due[call].needed) == ("b16-start", (), False)
    assert matches == [f"b16-{at}" for at in range(1, 9)]
    assert due["b16-1"].teams == (1, 16)
    assert str(due["b16-1"].phase) == "Sweet 16, with bid blinds"
    assert not due["b16-swap-1"].needed
    assert due["b16-swap-1"].teams == ()
    slips: Slips = {}
    gone(head, slips, seeds, "b16-1", 16)
    assert ("b8-1", (1, 8)) not in first_due(seeds, slips, head)
    gone(head, slips, seeds, "b16-2", 9)
    assert ("b8-1", (1, 8)) in first_due(seeds, slips, head)
    assert str(due_at(head_of(64), {}, list(range(1, 33)))["b32-1"].phase) == "Top 32"


def gone(head: EventHead, slips: Slips, seeds: Sequence[int], place: str, team: int | str) -> None:
    hand_in(slips, due_at(head, slips, seeds), place, {"forfeit": str(team)})


def test_where_both_are_absent_the_next_goes_on_without_play() -> None:
    head, seeds = head_of(4), [1, 2, 3, 4]
    slips: Slips = {}
    gone(head, slips, seeds, "b4-1", "both")
    assert "third" not in due_at(head, slips, seeds)
    gone(head, slips, seeds, "b4-2", 3)
    playoff = playoff_of(head, slips, seeds)
    assert playoff["places"] == [2]
    drawn = bracket_of(head, slips, seeds)
    assert drawn.stages[1].matches[0].decided
    assert [side.absent for side in drawn.stages[0].matches[0].sides] == [True, True]


def test_a_sheet_of_teams_that_meet_no_more_does_not_count() -> None:
    head, seeds = head_of(4), [1, 2, 3, 4]
    slips: Slips = {}
    gone(head, slips, seeds, "b4-1", 4)
    gone(head, slips, seeds, "b4-2", 3)
    gone(head, slips, seeds, "b2-1", 2)
    assert first_due(seeds, slips, head)[2] == ("b2-1", (1, 2))
    del slips["b4-1"]
    gone(head, slips, seeds, "b4-1", 1)
    assert first_due(seeds, slips, head)[2] == ("b2-1", (4, 2))
    slips["b2-1"] = {"forfeit": "1"}
    assert first_due(seeds, slips, head)[2] == ("b2-1-2", (4, 2))
    assert "places" not in playoff_of(head, slips, seeds)
    gone(head, slips, seeds, "b2-1-2", 2)
    gone(head, slips, seeds, "third", 1)
    assert playoff_of(head, slips, seeds)["places"] == [4, 2, 3, 1]


def swap(head: EventHead, slips: Slips, seeds: Sequence[int], number: int, first: int, other: int) -> None:
    place = f"b{len(seeds)}-swap-{number}"
    typed = {"one": str(first), "other": str(other), "why": "Two sheets were mixed up."}
    hand_in(slips, due_at(head, slips, seeds), place, typed)


def test_pairings_are_corrected_while_they_are_not_reported() -> None:
    head, seeds = head_of(8), list(range(1, 9))
    slips: Slips = {}
    swap(head, slips, seeds, 1, 8, 5)
    swap(head, slips, seeds, 2, 1, 2)
    assert [teams for _place, teams in first_due(seeds, slips, head)] == [(2, 5), (4, 8), (1, 7), (3, 6)]
    gone(head, slips, seeds, "b8-1", 5)
    for first, other, field in ((2, 3, "one"), (3, 5, "other"), (4, 4, "other")):
        refusal: Refusal = refusal_of(swap, head, slips, seeds, 3, first, other)
        assert refusal.code == "pairing-correction"
        assert refusal.facts == {"field": field}
        assert refusal.rule == "B-44/4"
    assert playoff_of(head, slips, seeds)["playoff"][0]["corrected"].startswith("Two sheets")


def test_a_finding_leads_to_its_match() -> None:
    head = head_of(40)

    def place_at(stage: int, table: int | None) -> str:
        return place_of_playoff(head, cast(KeptFinding, {"stage": stage, "table": table}))

    assert place_at(1, 8) == "b16-8"
    assert place_at(2, 1) == "b8-1"
    assert place_at(4, 2) == "third"
    assert place_at(4, None) == ""


@pytest.mark.parametrize("field", [2, 4, 8, 16, 32, 64])
def test_seeds_are_kept_apart_as_long_as_can_be(field: int) -> None:
    """The oracle follows lines of the drawn tree: of the best 2, 4, 8, … seeds no two can meet before only
    so many are left, the seeds of every first match add up alike, and everybody is in it once."""
    head = head_of({32: 64, 64: 128}.get(field, field))
    seeds = Random(field).sample(range(1, len(head.teams) + 1), field)
    drawn = bracket_of(head, {}, seeds)
    assert_a_tree(drawn)
    match_of = {
        side.seed: at for at, match in enumerate(drawn.stages[0].matches) for side in match.sides if side.seed
    }
    assert sorted(match_of) == list(range(1, field + 1))
    for match in drawn.stages[0].matches:
        assert sum(side.seed or 0 for side in match.sides) == field + 1
    for first, other in combinations(range(1, field + 1), 2):
        left = field
        a, b = match_of[first], match_of[other]
        while a != b:
            a, b, left = a // 2, b // 2, left // 2
        best = 2
        while best < max(first, other):
            best *= 2
        assert left <= best, f"seeds {first} and {other} can meet when {left} are left"
    empty = bracket_of(head, {}, ())
    sides = [[side.seed for side in match.sides] for match in drawn.stages[0].matches]
    assert [[side.seed for side in match.sides] for match in empty.stages[0].matches] == sides


def assert_a_tree(drawn: Bracket) -> None:
    sizes = [len(stage.matches) for stage in drawn.stages]
    assert sizes == [2**at for at in range(len(sizes) - 1, -1, -1)]


@by_seeds(3)
def test_who_wins_stands_in_the_next_match_of_the_drawing(seed: int) -> None:
    document = random_tournament(64, seed)
    head = head_of(64)
    drawn = bracket_of(head, played(head, document), document["seeds"])
    for match, follower in followers(drawn):
        assert match.winner in [side.team for side in follower.sides]
        assert match.winner in [side.team for side in match.sides]


def followers(drawn: Bracket) -> Iterator[tuple[Any, Any]]:
    for stage, after in zip(drawn.stages, drawn.stages[1:], strict=False):
        for at, match in enumerate(stage.matches):
            yield match, after.matches[at // 2]


def test_a_tied_match_takes_one_more_hand() -> None:
    head, seeds = head_of(2), [2, 1]
    slips: Slips = {}
    hand = {"by": "1", "bid": "4", "end": "4"}
    other = {**hand, "by": "2"}
    hands = {"hands": [hand if at % 2 else other for at in range(4)]}
    hand_in(slips, due_at(head, slips, seeds), "b2-1", hands)
    assert list(due_at(head, slips, seeds)) == ["b2-start", "b2-1", "b2-1-more"]
    assert "places" not in playoff_of(head, slips, seeds)
    [match] = bracket_of(head, slips, seeds).stages[0].matches
    assert (match.tied, match.decided, [side.more for side in match.sides]) == (True, False, [None, None])
    hand_in(slips, due_at(head, slips, seeds), "b2-1-more", {"hands": [hand]})
    assert due_at(head, slips, seeds)["b2-1-more"].decides == "b2-1"
    [match] = bracket_of(head, slips, seeds).stages[0].matches
    assert (match.tied, match.winner) == (True, 1)
    assert [(side.team, side.score, side.more) for side in match.sides] == [(2, 8, 0), (1, 8, 4)]
    assert playoff_of(head, slips, seeds)["places"] == [1, 2]
    assert sheet_typed({"forfeit": [1], "teams": [1, 2]}) == {"forfeit": "1"}
