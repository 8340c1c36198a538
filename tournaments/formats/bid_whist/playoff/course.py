"""The course of a playoff by its slips: who meets whom in each stage, who won, who has which place.

Who is absent forfeits; where both are, nobody goes on, and whoever would have met them goes on without play.
A sheet that names other teams than those that meet there now, because a result before it or a pairing was
corrected, does not count; another place is due for the match then, and should the first two meet there after
all, theirs stands again.
Rule section: 4 (B-42 to B-44), readings 3 and 10.
Terms: stage (the matches of one round of the playoff, by how many teams it has), swap (two teams change their
places in a stage), more (one further hand of a tied match).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from typing import Final

from rules_engine.bid_whist.bracket import Slot, first_stage, loser, medals, next_stage, walkover
from rules_engine.bid_whist.document import GameDocument
from rules_engine.bid_whist.standings import RoundResult
from tournaments.formats.bid_whist.kept import SheetSlip, SwapSlip
from tournaments.formats.bid_whist.scoresheets.games import BOTH, NOBODY, ROWS, Two, game_of, outcome
from tournaments.formats.slips import Standing

THIRD_PLACE: Final = "third"
MORE: Final = "more"
MOST_SWAPS: Final = 8
OF_A_SHEET: Final = ("winner", "signed", "brought", "forfeit")
OF_A_HAND: Final = ("by", "against")
"""The fields of a scoresheet that name a team."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSide:
    """A side of a match: `team` once it is known, None where nobody came."""

    known: bool
    team: Slot = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A match: its game as the record has it, None where there is none to play or not yet; `tied` after its
    four hands, whatever came of it then."""

    place: str
    number: int
    seats: tuple[MatchSide, MatchSide]
    decided: bool
    winner: Slot
    game: GameDocument | None = None
    result: RoundResult | None = None
    reported: bool = False
    tied: bool = False

    @property
    def two(self) -> Two | None:
        """The teams, where two meet."""
        first, other = (seat.team for seat in self.seats)
        return (first, other) if first is not None and other is not None else None

    @property
    def lost(self) -> Slot:
        first, other = (seat.team for seat in self.seats)
        return loser((first, other), self.winner)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """`corrected` says why its pairings were, "" where they were not; `swaps` counts the corrections."""

    teams: int
    matches: tuple[PlayedMatch, ...]
    corrected: str
    swaps: int

    @property
    def whole(self) -> bool:
        """Whether everybody in it is known."""
        return all(seat.known for match in self.matches for seat in match.seats)

    @property
    def begun(self) -> bool:
        return any(match.reported for match in self.matches)


@dataclass(frozen=True, slots=True, kw_only=True)
class Playoff:
    stages: tuple[Stage, ...]
    third: PlayedMatch | None

    @property
    def over(self) -> bool:
        third = self.third is None or self.third.decided
        return third and self.stages[-1].matches[0].decided

    @property
    def in_play(self) -> Stage | None:
        """The first stage not decided; the last one while the match for the third place is on."""
        if self.over:
            return None
        open_ = (stage for stage in self.stages if not all(match.decided for match in stage.matches))
        return next(open_, self.stages[-1])


def playoff(seeds: Sequence[int], standing: Standing) -> Playoff:
    """The playoff of these seeds, as far as its slips have come."""
    pairs = [_known(pair) for pair in first_stage(seeds)]
    stages: list[Stage] = []
    while pairs:
        stages.append(_stage(pairs, standing))
        winners = [MatchSide(known=match.decided, team=match.winner) for match in stages[-1].matches]
        pairs = list(next_stage(winners))
    return Playoff(stages=tuple(stages), third=_third(stages, standing))


def places_of(course: Playoff) -> tuple[int, ...]:
    """The first teams, once the playoff is over; none before."""
    if not course.over:
        return ()
    final = course.stages[-1].matches[0]
    first, other = (seat.team for seat in final.seats)
    before = course.stages[-2].matches if len(course.stages) > 1 else ()
    semi_finals = [(match.seats[0].team, match.seats[1].team) for match in before]
    third = course.third.winner if course.third is not None else None
    won = medals(semi_finals, [match.winner for match in before] or [first, other], final.winner, third)
    return tuple(team for team in takewhile(lambda team: team is not None, won) if team is not None)


def place(teams: int, match: int) -> str:
    return f"b{teams}-{match}"


def swap_place(teams: int, number: int) -> str:
    return f"b{teams}-swap-{number}"


def _known(pair: tuple[Slot, Slot]) -> tuple[MatchSide, MatchSide]:
    return MatchSide(known=True, team=pair[0]), MatchSide(known=True, team=pair[1])


def _stage(pairs: Sequence[tuple[MatchSide, MatchSide]], standing: Standing) -> Stage:
    teams = 2 * len(pairs)
    swaps = list(_swapped(teams, standing))
    for swap in swaps:
        pairs = _exchanged(pairs, int(swap["one"]), int(swap["other"]))
    return Stage(
        teams=teams,
        matches=tuple(
            _match(place(teams, number), number, pair, standing) for number, pair in enumerate(pairs, 1)
        ),
        corrected=" ".join(swap["why"] for swap in swaps),
        swaps=len(swaps),
    )


def _swapped(teams: int, standing: Standing) -> Iterator[SwapSlip]:
    for number in range(1, MOST_SWAPS + 1):
        slip = standing.get(swap_place(teams, number))
        if slip is None:
            return
        yield slip


def _exchanged(
    pairs: Sequence[tuple[MatchSide, MatchSide]], first: int, other: int
) -> list[tuple[MatchSide, MatchSide]]:
    """The two change places; as it was where one of them is not in the stage."""
    seated = {seat.team for pair in pairs for seat in pair}
    if first not in seated or other not in seated:
        return list(pairs)
    turned = {first: MatchSide(known=True, team=other), other: MatchSide(known=True, team=first)}
    return [
        (turned.get(pair[0].team or 0, pair[0]), turned.get(pair[1].team or 0, pair[1])) for pair in pairs
    ]


def _match(
    base: str, number: int, seats: tuple[MatchSide, MatchSide], standing: Standing, table: int | None = None
) -> PlayedMatch:
    """A match as its slips have it; without play where fewer than two came to it."""
    first, other = (seat.team for seat in seats)
    known = all(seat.known for seat in seats)
    if not known or first is None or other is None:
        settled, winner = walkover((first, other)) if known else (False, None)
        return PlayedMatch(place=base, number=number, seats=seats, decided=settled, winner=winner)
    two = (first, other)
    at = _standing_place(base, two, standing)
    body = standing.get(at)
    game = game_of(table or number, two, body)
    result = outcome(game)
    tied = result is not None and result.winner is None and "forfeit" not in game
    if tied and body is not None:
        more = standing.get(f"{at}-{MORE}")
        game = game_of(table or number, two, body, more)
        result = outcome(game)
    winner = result.winner if result is not None else None
    return PlayedMatch(
        place=at,
        number=number,
        seats=seats,
        game=game,
        result=result,
        reported=body is not None,
        tied=tied,
        decided=winner is not None or "forfeit" in game,
        winner=winner,
    )


def _standing_place(base: str, two: Two, standing: Standing) -> str:
    """The place of the sheet of these two: the first at which no sheet of others stands."""
    for number in count(1):
        at = base if number == 1 else f"{base}-{number}"
        if _is_of(two, standing.get(at)):
            return at
    raise AssertionError("never reached")


def _is_of(two: Two, body: SheetSlip | None) -> bool:
    """Whether a sheet names no other teams than these; one that is still to come names none."""
    return body is None or set(_named(body)) <= {*map(str, two), BOTH, NOBODY}


def _named(body: SheetSlip) -> Iterator[str]:
    """The teams that a sheet names, in its hands and beside them."""
    rows: list[tuple[Mapping[str, object], tuple[str, ...]]] = [(body, OF_A_SHEET)]
    rows += [(hand, OF_A_HAND) for hand in body.get(ROWS, ())]
    for written, fields in rows:
        yield from (str(written[name]) for name in fields if name in written)


def _third(stages: Sequence[Stage], standing: Standing) -> PlayedMatch | None:
    """The match of the losers of the semi-finals, once both are over."""
    if len(stages) < 2:
        return None
    semi_finals = stages[-2].matches
    seats = [MatchSide(known=match.decided, team=match.lost) for match in semi_finals]
    return _match(THIRD_PLACE, 1, (seats[0], seats[1]), standing, table=2)
