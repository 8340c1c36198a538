"""The check of who plays: teams, doors, fees, suspensions, and the steps of the canons.

Terms: round of a violation (the stages of the playoff count on after the rounds; the match for the third
place is played with the final).
"""

from collections.abc import Sequence

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.canons import FORFEITING, RULES, step
from rules_engine.bid_whist.check.result import NOWHERE, Spot
from rules_engine.bid_whist.entries import bar_at_the_door, charge
from rules_engine.bid_whist.record import Entered, Game, Record, Violation
from rules_engine.findings import Finding, finding_at
from rules_engine.sentences import AND, Said, Several, says


def check_entries(record: Record) -> list[Finding]:
    """The findings on the teams and on how they entered."""
    findings: list[Finding] = []
    seen: set[str] = set()
    for number, team in enumerate(record.teams, 1):
        for player in team.players:
            if player in seen:
                message = says("%(player)s plays in two teams.", player=player)
                findings.append(finding_at("player-twice", rules.TEAM_NUMBER, message, Spot(team=number)))
            elif player in record.suspended:
                message = says("%(player)s plays, and is suspended from this tournament.", player=player)
                findings.append(finding_at("suspended", rules.CANON_2, message, Spot(team=number)))
            seen.add(player)
        if team.entered is not None:
            findings += _check_entered(record, team.entered, number)
    return _one_wrong_fee(record, findings)


def _one_wrong_fee(record: Record, findings: list[Finding]) -> list[Finding]:
    """The findings; a single one on the fees where all players of several teams paid another entry fee than
    the one that is noted."""
    fees = [finding for finding in findings if finding.code == "fee"]
    entered = [team.entered for team in record.teams if team.entered is not None]
    paid = {_less_the_late_fee(record, entry) for entry in entered if entry.paid is not None}
    if len(fees) < 2 or len(paid) != 1 or record.entry_fee is None:
        return findings
    [each] = paid
    if each is None:
        return findings
    message = says(
        "The entry fee is noted as %(noted)s; every player paid %(paid)s.",
        noted=dollars(record.entry_fee),
        paid=dollars(each),
    )
    return [finding for finding in findings if finding.code != "fee"] + [
        finding_at("fee", rules.ENTRY_FEE, message, NOWHERE)
    ]


def _less_the_late_fee(record: Record, entered: Entered) -> int | None:
    """What each player of a team paid for the entry; None where they paid unlike."""
    times = (None, None) if entered.online or entered.at is None else entered.at
    each = {
        cents - charge(record.tournament, 0, at).late
        for cents, at in zip(entered.paid or (), times, strict=True)
    }
    return each.pop() if len(each) == 1 else None


def _check_entered(record: Record, entered: Entered, number: int) -> list[Finding]:
    findings: list[Finding] = []
    registered = None if entered.online else entered.at
    if registered is not None:
        whole = max(registered)
        bar = bar_at_the_door(record.tournament, whole, entered.allowed)
        if bar is not None:
            message = says("The team registered at %(at)s. %(bar)s", at=whole, bar=bar.reason)
            findings.append(finding_at("door", bar.rule, message, Spot(team=number)))
    if record.entry_fee is None or entered.paid is None:
        return findings
    due = [
        charge(record.tournament, record.entry_fee, at) for at in registered or (None,) * len(entered.paid)
    ]
    owed = [fee.total for fee in due]
    if list(entered.paid) != owed:
        paid = Several([dollars(cents) for cents in entered.paid], AND)
        message = says("The players paid %(paid)s; each owed %(due)s.", paid=paid, due=dollars(owed[0]))
        if len(set(owed)) > 1:
            both = Several([dollars(cents) for cents in owed], AND)
            message = says("The players paid %(paid)s; they owed %(due)s.", paid=paid, due=both)
        rule = rules.LATE_FEE if any(fee.late for fee in due) else rules.ENTRY_FEE
        findings.append(finding_at("fee", rule, message, Spot(team=number)))
    return findings


def check_violations(record: Record, *, rounds_known: bool = True) -> list[Finding]:
    """The findings on what followed from violations; where a round is missing or noted twice, nobody knows of
    which round any game is."""
    findings: list[Finding] = []
    before: dict[tuple[str, str], int] = {}
    for violation in record.violations:
        key = (violation.player, violation.kind)
        due = step(violation.kind, violation.earlier + before.get(key, 0))
        before[key] = before.get(key, 0) + 1
        spot = Spot(round=violation.round, team=violation.team)
        if violation.step != due:
            message = says(
                "%(player)s: %(kind)s is noted as bringing %(step)s; it brings %(due)s.",
                player=violation.player,
                kind=says(violation.kind),
                step=says(violation.step),
                due=says(due),
            )
            findings.append(finding_at("canon-step", RULES[violation.kind], message, spot))
        elif (
            due in FORFEITING
            and violation.round is not None
            and (rounds_known or _in_playoff(record, violation.round))
        ):
            findings += [
                finding_at("canon-forfeit", RULES[violation.kind], message, where)
                for message, where in _played_all_the_same(record, violation, violation.round)
            ]
    return findings


def _in_playoff(record: Record, number: int) -> bool:
    return number > record.tournament.rounds


def _played_all_the_same(record: Record, violation: Violation, number: int) -> list[tuple[Said, Spot]]:
    """What is wrong where the team's own game of that round was played, or its match of the playoff."""
    stage = number - record.tournament.rounds
    games = _of_stage(record, stage) if stage > 0 else _of_round(record, number)
    own = [team for team, entered in enumerate(record.teams, 1) if violation.player in entered.players]
    played = next((game for game in games if _played(game, own)), None)
    if played is None or any(team in game.forfeit for game in games for team in own):
        return []
    message = says(
        "%(player)s's team forfeits its game of round %(round)s; it is noted as played.",
        player=violation.player,
        round=number,
    )
    spot = Spot(round=number, team=violation.team)
    if stage > 0:
        message = says(
            "%(player)s's team forfeits its match of the playoff; it is noted as played.",
            player=violation.player,
        )
        spot = Spot(stage=stage, table=played.table, team=violation.team)
    return [(message, spot)]


def _of_round(record: Record, number: int) -> tuple[Game, ...]:
    return record.rounds[number - 1] if number <= len(record.rounds) else ()


def _of_stage(record: Record, stage: int) -> tuple[Game, ...]:
    games = record.playoff[stage - 1].games if stage <= len(record.playoff) else ()
    final = len(record.seeds or ()) >> stage == 1
    return (*games, record.third) if final and record.third is not None else games


def _played(game: Game, own: Sequence[int]) -> bool:
    """Whether it is a team's own game, not one that it was picked for, and is told."""
    known = game.hands is not None or game.points is not None or game.winner is not None
    return known and any(team in own and team != game.picked for team in game.teams)


def dollars(cents: int) -> str:
    """Cents as dollars and cents."""
    return f"${cents // 100}.{cents % 100:02d}" if cents >= 0 else f"-{dollars(-cents)}"
