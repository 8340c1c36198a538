"""The check of a reported tournament of Bid Whist: everything that the rules settle, from the door to the
first place.

A true record has no finding, and one fault gives one finding where it can: after it the check goes on from
what was reported. Points, standings, seeds and places in the result are what the rules give.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.check.entries import check_entries, check_violations
from rules_engine.bid_whist.check.games import GameResult
from rules_engine.bid_whist.check.played_round import CheckedRound, check_round, untold_of
from rules_engine.bid_whist.check.playoff import PlayoffCheck
from rules_engine.bid_whist.check.result import NOWHERE, Check
from rules_engine.bid_whist.check.rounds import check_rounds
from rules_engine.bid_whist.check.standings import StandingsCheck
from rules_engine.bid_whist.reader.tournament import record_of
from rules_engine.bid_whist.record import Game, Record, Two
from rules_engine.bid_whist.standings import Score, scores
from rules_engine.findings import Finding, finding_at, unreported
from rules_engine.record_bytes import checked_bytes
from rules_engine.sentences import says


def check_bytes(data: bytes) -> Check:
    """Read and check one record; raises `Malformed` for what is none."""
    return checked_bytes(data, record_of, check_record)


def check_record(record: Record) -> Check:
    """Check a record that has been read."""
    return check_course(record).check


class Course(NamedTuple):
    """A record and its check, with the parts of it from which the check of the next record goes on."""

    record: Record
    check: Check
    entries: list[Finding]
    pairings: list[Finding]
    rounds: tuple[CheckedRound, ...]


def check_course(record: Record, last: Course | None = None) -> Course:
    """Check a record; what it shares with the one that was checked `last` is not checked a second time.

    Shared is what is the same object: `record_with_game` leaves everything else as it was.
    """
    schedule = _check_schedule(record)
    same_teams = last is not None and replace(last.record, rounds=record.rounds) == record
    entries = last.entries if last is not None and same_teams else check_entries(record)
    findings = entries + check_violations(record, rounds_known=not schedule) + schedule
    same_pairs = last is not None and same_teams and _pair_alike(record, last.record)
    pairings = (
        last.pairings if last is not None and same_pairs else check_rounds(record, numbered=not schedule)
    )
    findings += pairings
    rounds: list[CheckedRound] = []
    for number, games in enumerate(record.rounds, 1):
        before = last.rounds[number - 1] if last is not None and number <= len(last.rounds) else None
        rounds.append(check_round(number, games, before))
        findings += rounds[-1].findings
    results = [checked.results for checked in rounds]
    known = any(results) and not schedule and all(checked.known for checked in rounds)
    known = known and all(finding.code != "pairing" for finding in pairings)
    standing = StandingsCheck(record, _courses(record.playing, results) if known else [])
    rows, seeds = standing.run()
    playoff = _followed(record, seeds, any(finding.code == "seed-order" for finding in standing.findings))
    findings += standing.findings + playoff.findings
    check = Check(
        id=record.id,
        findings=tuple(findings),
        rounds=tuple([tuple([result.due for result in games]) for games in results]),
        standings=rows,
        seeds=seeds,
        stages=tuple([tuple([result.due for result in games]) for games in playoff.stages]),
        places=playoff.places,
        not_checked=tuple(_not_checked(record, rounds)),
    )
    return Course(record, check, entries, pairings, tuple(rounds))


def _courses(teams: Sequence[int], results: Sequence[Sequence[GameResult]]) -> list[dict[int, Score]]:
    """The scores by the rules, and as noted where that differs."""
    played = [result for games in results for result in games]
    courses = [scores(teams, [result.due for result in played])]
    if any(result.due is not result.noted for result in played):
        courses.append(scores(teams, [result.noted for result in played]))
    if any(result.turned is not result.noted for result in played):
        courses.append(scores(teams, [result.turned for result in played]))
    return courses


def _pair_alike(record: Record, other: Record) -> bool:
    """Whether the same teams meet at the same tables in both, whatever became of their games."""
    return len(record.rounds) == len(other.rounds) and all(
        games is others or [_pairing(game) for game in games] == [_pairing(game) for game in others]
        for games, others in zip(record.rounds, other.rounds, strict=True)
    )


def _pairing(game: Game) -> tuple[int, Two, int | None]:
    return game.table, game.teams, game.picked


def _followed(record: Record, seeds: tuple[int, ...], noted_wrong: bool) -> PlayoffCheck:
    """The check of the playoff by the seeds that are noted; where these are wrong, by the right ones if it
    was played by them."""
    by_noted = PlayoffCheck(record, seeds if record.seeds is None else record.seeds)
    by_noted.run()
    if noted_wrong and by_noted.findings:
        by_right = PlayoffCheck(record, seeds)
        by_right.run()
        if len(by_right.findings) < len(by_noted.findings):
            return by_right
    return by_noted


def _check_schedule(record: Record) -> list[Finding]:
    due = record.tournament.rounds
    rounds = len(record.rounds)
    ended = record.standings is not None or record.seeds is not None
    if rounds == due or (rounds < due and not ended):
        return []
    message = says(
        "%(rounds)s rounds are noted; the %(tournament)s has %(due)s.",
        rounds=rounds,
        tournament=record.tournament.title,
        due=due,
    )
    return [finding_at("round-count", rules.ROUNDS, message, NOWHERE)]


def _not_checked(record: Record, rounds: Sequence[CheckedRound]) -> list[str]:
    """What was not reported and so could not be checked, a sentence for each thing."""
    untold = [checked.untold for checked in rounds] + [untold_of(stage.games) for stage in record.playoff]
    unentered = any(team.entered is None for team in record.teams if team.drawn)
    return unreported(
        (unentered, says("how teams entered and what they paid")),
        (record.moving is None, says("which teams were drawn to move")),
        (any(games.hands for games in untold), says("hands")),
        (any(games.calls for games in untold), says("the bidding of hands")),
        (any(games.points for games in untold), says("the points of games")),
        (any(games.signed for games in untold), says("who signed scoresheets")),
        (record.standings is None, says("the standings")),
        (record.seeds is None, says("the seeds")),
        (not record.playoff, says("the playoff")),
        (record.places is None, says("the first places")),
    )
