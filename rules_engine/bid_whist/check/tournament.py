"""The check of a reported tournament of Bid Whist: everything that the rules settle, from the door to the
first place.

A true record has no finding, and one fault gives one finding where it can: after it the check goes on from
what was reported. Points, standings, seeds and places in the result are what the rules give.
"""

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.check.entries import check_entries, check_violations
from rules_engine.bid_whist.check.games import GameCheck, GameResult
from rules_engine.bid_whist.check.playoff import PlayoffCheck
from rules_engine.bid_whist.check.result import NOWHERE, Check, Spot
from rules_engine.bid_whist.check.rounds import check_rounds
from rules_engine.bid_whist.check.standings import StandingsCheck
from rules_engine.bid_whist.reader.tournament import read_record
from rules_engine.bid_whist.record import Game, Record
from rules_engine.bid_whist.standings import scores
from rules_engine.cycle_collection import CollectorRests
from rules_engine.findings import Finding, found
from rules_engine.sentences import says


def check_bytes(data: bytes) -> Check:
    """Read and check one record.

    Raises:
        Malformed: the bytes cannot be read as a record.
    """
    with CollectorRests():
        return check_record(read_record(data))


def check_record(record: Record) -> Check:
    """Check a record that has been read."""
    schedule = _check_schedule(record)
    findings = check_entries(record) + check_violations(record, rounds_known=not schedule) + schedule
    pairings = check_rounds(record, numbered=not schedule)
    findings += pairings
    results: list[list[GameResult]] = []
    for number, games in enumerate(record.rounds, 1):
        spot = Spot(round=number)
        results.append([])
        for game in games:
            check = GameCheck(game, spot)
            results[-1].append(check.run())
            findings += check.findings
    teams = record.playing
    played = [result for games in results for result in games]
    known = bool(played) and not schedule and all(result.known for result in played)
    known = known and all(finding.code != "pairing" for finding in pairings)
    courses = []
    if known:
        courses.append(scores(teams, [result.due for result in played]))
        if any(result.due is not result.noted for result in played):
            courses.append(scores(teams, [result.noted for result in played]))
        if any(result.turned is not result.noted for result in played):
            courses.append(scores(teams, [result.turned for result in played]))
    standing = StandingsCheck(record, courses)
    rows, seeds = standing.run()
    playoff = _followed(record, seeds, any(finding.code == "seed-order" for finding in standing.findings))
    findings += standing.findings + playoff.findings
    return Check(
        id=record.id,
        findings=tuple(findings),
        rounds=tuple([tuple([result.due for result in games]) for games in results]),
        standings=rows,
        seeds=seeds,
        stages=tuple([tuple([result.due for result in games]) for games in playoff.stages]),
        places=playoff.places,
        not_checked=tuple(_not_checked(record)),
    )


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
    return [found("round-count", rules.ROUNDS, message, NOWHERE)]


def _not_checked(record: Record) -> list[str]:
    """What was not reported and so could not be checked, a sentence for each thing."""
    games: list[Game] = [game for games in record.rounds for game in games]
    games += [game for stage in record.playoff for game in stage.games]
    played = [game for game in games if not game.forfeit]
    hands = [hand for game in played for hand in game.hands or ()]
    missing: list[str] = []
    if any(team.entered is None for team in record.teams if team.drawn):
        missing.append(says("how teams entered and what they paid"))
    if record.moving is None:
        missing.append(says("which teams were drawn to move"))
    if any(game.hands is None for game in played):
        missing.append(says("hands"))
    if any(hand.calls is None for hand in hands):
        missing.append(says("the bidding of hands"))
    if any(game.points is None and game.hands is None for game in played):
        missing.append(says("the points of games"))
    if any(game.signed is None for game in played):
        missing.append(says("who signed scoresheets"))
    if record.standings is None:
        missing.append(says("the standings"))
    if record.seeds is None:
        missing.append(says("the seeds"))
    if not record.playoff:
        missing.append(says("the playoff"))
    if record.places is None:
        missing.append(says("the first places"))
    return missing
