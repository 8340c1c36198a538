"""Violations of the Spirit of Whoopie in a game's record: repetition, findings, penalties and their votes.

Section III; inventory W-98 to W-110, readings 45 to 56. `Violations` counts along the stanzas of one game.
"""

from rules_engine import votes
from rules_engine.findings import Finding
from rules_engine.votes import Motion
from rules_engine.whoopie.record import Incident

_IMPROPER = "improper-information"
_FINDINGS = {
    "intentional-revoke": Motion.FIND_INTENTIONAL_REVOKE,
    "chaotic-action": Motion.FIND_CHAOTIC_ACTION,
}
_RULES = {
    Motion.FIND_INTENTIONAL_REVOKE: "III/Intentional Revoke",
    Motion.FIND_CHAOTIC_ACTION: "III/Chaotic Action",
}
KINDS = frozenset({"type-1", "type-2-finding", "type-2-penalty", "adjusted-score"})


class Violations:
    """What has been found against whom so far; `continued` games have a parent whose record is elsewhere."""

    def __init__(self, continued: bool) -> None:
        self._continued = continued
        self._improper: dict[str, int] = {}
        self._found: dict[str, int] = {}
        self._penalised: dict[str, int] = {}

    def note_findings(self, incidents: tuple[Incident, ...]) -> None:
        """Count the findings of a stanza first, so that a penalty may be listed before its finding."""
        for incident in incidents:
            if incident.kind == "type-2-finding":
                self._found[incident.player] = self._found.get(incident.player, 0) + 1

    def repeated(self, incident: Incident) -> bool:
        """Count an act of improper information; whether it is the player's third or later (W-100)."""
        if incident.grounds != _IMPROPER:
            return False
        count = self._improper.get(incident.player, 0) + 1
        self._improper[incident.player] = count
        return count > 2

    def check(
        self, incident: Incident, repeated: bool, current: tuple[str, ...], number: int
    ) -> Finding | None:
        """What is wrong with a violation, its finding, penalty or adjusted score, if anything.

        `current` are the players seated, all of whom are entitled to vote.
        """
        player = incident.player
        if incident.kind == "type-1":
            if not repeated:
                return None
            message = (
                f"This is {player}'s third improper information or more in this game: type 2, not type 1."
            )
            return Finding("repetition", "III/Improper Information", message, number, None, player)
        if incident.kind == "type-2-finding" and incident.grounds == _IMPROPER:
            if repeated or self._continued:
                return None
            message = f"Only {player}'s third improper information in a game is a type 2 violation."
            return _unsupported("III/Improper Information", message, number, player)
        if incident.kind == "type-2-finding":
            return self._vote(incident, _FINDINGS[incident.grounds], current, number)
        if incident.kind == "type-2-penalty":
            return self._penalty(incident, current, number)
        return self._adjustment(incident, current, number)

    def _penalty(self, incident: Incident, current: tuple[str, ...], number: int) -> Finding | None:
        player = incident.player
        count = self._penalised.get(player, 0) + 1
        self._penalised[player] = count
        message = ""
        if count > self._found.get(player, 0) and not self._continued:
            message = f"No finding of a type 2 violation against {player} stands behind this penalty."
        elif not 0 <= incident.points <= 4:
            message = f"A penalty takes from 0 to 4 points, not {incident.points}."
        elif incident.points == 0 and not incident.fails_bid:
            message = "A penalty takes points or fails the bid; this one does neither."
        if message:
            return _unsupported("III/Penalties", message, number, player)
        return self._vote(incident, Motion.TYPE_2_POINTS, current, number)

    def _adjustment(self, incident: Incident, current: tuple[str, ...], number: int) -> Finding | None:
        player = incident.player
        message = ""
        if incident.points <= 0:
            message = f"An adjusted score adds points; {incident.points} does not."
        elif not self._continued and not any(offender != player for offender in self._found):
            message = f"No finding of a type 2 violation against another player stands behind {player}'s."
        if message:
            return _unsupported("III/Penalties", message, number, player)
        return self._vote(incident, Motion.TYPE_2_ADJUSTED_SCORE, current, number)

    def _vote(
        self, incident: Incident, motion: Motion, current: tuple[str, ...], number: int
    ) -> Finding | None:
        roll = incident.roll or {}
        rule = _RULES.get(motion, "III/Penalties")
        if roll.keys() != set(current):
            astray = sorted(roll.keys() ^ set(current))
            message = f"The roll must name the {len(current)} current players, no more and no fewer: "
            return _unsupported(rule, message + ", ".join(astray) + ".", number, incident.player)
        ayes = sum(answer == "aye" for answer in roll.values())
        if votes.carried(motion, len(current), ayes):
            return None
        needed = votes.needed(motion, len(current))
        message = f"{ayes} of {len(current)} current players voted aye; {needed} are needed."
        return _unsupported(rule, message, number, incident.player)


def _unsupported(rule: str, message: str, number: int, player: str) -> Finding:
    return Finding("incident-unsupported", rule, message, number, None, player)
