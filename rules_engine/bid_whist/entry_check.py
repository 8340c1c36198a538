"""The check of who plays: teams, doors, fees, suspensions, and the steps of the canons."""

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.canons import FORFEITING, RULES, step
from rules_engine.bid_whist.entries import bar_at_the_door, charge
from rules_engine.bid_whist.findings import Spot, found
from rules_engine.bid_whist.record import Entered, Record, Violation
from rules_engine.findings import Finding


def check_entries(record: Record) -> list[Finding]:
    """The findings on the teams and on how they entered."""
    findings: list[Finding] = []
    seen: set[str] = set()
    for number, team in enumerate(record.teams, 1):
        for player in team.players:
            if player in seen:
                message = f"{player} plays in two teams."
                findings.append(found("player-twice", rules.TEAM_NUMBER, message, Spot(team=number)))
            elif player in record.suspended:
                message = f"{player} plays, and is suspended from this tournament."
                findings.append(found("suspended", rules.CANON_2, message, Spot(team=number)))
            seen.add(player)
        if team.entered is not None:
            findings += _check_entered(record, team.entered, number)
    return findings


def _check_entered(record: Record, entered: Entered, number: int) -> list[Finding]:
    findings: list[Finding] = []
    registered = None if entered.online else entered.at
    if registered is not None:
        bar = bar_at_the_door(record.tournament, registered, entered.allowed)
        if bar is not None:
            message = f"The team registered at {registered}. {bar.reason}"
            findings.append(found("door", bar.rule, message, Spot(team=number)))
    if record.entry_fee is None or entered.paid is None:
        return findings
    due = charge(record.tournament, record.entry_fee, registered)
    if any(paid != due.total for paid in entered.paid):
        paid = " and ".join([dollars(cents) for cents in entered.paid])
        message = f"The players paid {paid}; each owed {dollars(due.total)}."
        rule = rules.LATE_FEE if due.late else rules.ENTRY_FEE
        findings.append(found("fee", rule, message, Spot(team=number)))
    return findings


def check_violations(record: Record) -> list[Finding]:
    """The findings on what followed from violations."""
    findings: list[Finding] = []
    before: dict[tuple[str, str], int] = {}
    for one in record.violations:
        key = (one.player, one.kind)
        due = step(one.kind, one.earlier + before.get(key, 0))
        before[key] = before.get(key, 0) + 1
        spot = Spot(round=one.round, team=one.team)
        if one.step != due:
            message = f"{one.player}: {one.kind} is noted as bringing {one.step}; it brings {due}."
            findings.append(found("canon-step", RULES[one.kind], message, spot))
        elif due in FORFEITING and not _forfeited(record, one):
            message = f"{one.player}'s team forfeits its game of round {one.round}; it is noted as played."
            findings.append(found("canon-forfeit", RULES[one.kind], message, spot))
    return findings


def _forfeited(record: Record, violation: Violation) -> bool:
    """Whether the team forfeited its game of that round, where the round is told and noted and it had one."""
    if violation.round is None or violation.round > len(record.rounds):
        return True
    if violation.team not in record.playing_in(violation.round):
        return True
    games = record.rounds[violation.round - 1]
    own = [number for number, team in enumerate(record.teams, 1) if violation.player in team.players]
    return any(team in game.forfeit for game in games for team in own)


def dollars(cents: int) -> str:
    """Cents as dollars and cents."""
    return f"${cents // 100}.{cents % 100:02d}" if cents >= 0 else f"-{dollars(-cents)}"
