"""Violations of the Spirit of Whoopie in a game's record: repetition, findings, penalties and their votes.

Section III; inventory W-98 to W-110, readings 45 to 56. `Violations` counts along the stanzas of one game.
Terms: current players (those who sat at the table when the vote was opened: those of the stanza, or, where
the roll says after which stanza that was, those of that moment).
"""

from collections.abc import Collection

from rules_engine.findings import Finding
from rules_engine.justice import votes
from rules_engine.justice.votes import MajorityOf, Motion
from rules_engine.sentences import Said, Sentence, Several, says
from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS
from rules_engine.whoopie.record import Incident, Record

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
    """What has been found against whom so far in a record."""

    def __init__(self, record: Record, majority_of: MajorityOf) -> None:
        self._record = record
        self._majority_of = majority_of
        self._continued = record.start is not None
        self._improper: dict[str, int] = {}
        self._found: dict[str, int] = {}
        self._penalised: dict[str, int] = {}
        self._adjusted: dict[str, int] = {}
        self.not_checked: list[str] = []

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
        return count > 2  # reading 45: the third is type 2, and each after it

    def check(self, incident: Incident, repeated: bool, number: int) -> Finding | None:
        """What is wrong with a violation, its finding, penalty or adjusted score in a stanza, if anything."""
        player = incident.player
        if incident.kind == "type-1":
            if not repeated:
                if self._continued:
                    self._trust(_earlier_information(player, number))
                return None
            message = says(
                "This is %(player)s's third improper information or more in this game: type 2, not type 1.",
                player=player,
            )
            return Finding("repetition", "III/Improper Information", message, number, None, player)
        if incident.kind == "type-2-finding" and incident.grounds == _IMPROPER:
            if repeated:
                return None
            if self._continued:
                self._trust(_earlier_information(player, number))
                return None
            message = says(
                "Only %(player)s's third improper information in a game is a type 2 violation.", player=player
            )
            return _unsupported("III/Improper Information", message, number, player)
        if incident.kind == "type-2-finding":
            return self._vote(incident, _FINDINGS[incident.grounds], number)
        if incident.kind == "type-2-penalty":
            return self._penalty(incident, number)
        return self._adjustment(incident, number)

    def _penalty(self, incident: Incident, number: int) -> Finding | None:
        player = incident.player
        count = self._penalised.get(player, 0) + 1
        self._penalised[player] = count
        message: Said | None = None
        unfounded = count > self._found.get(player, 0)
        if unfounded and self._continued:
            self._trust(
                says(
                    "the finding behind the penalty of %(player)s in stanza %(stanza)s, as the parent game "
                    "may have it",
                    player=player,
                    stanza=number,
                )
            )
        if unfounded and not self._continued:
            message = says(
                "No finding of a type 2 violation against %(player)s stands behind this penalty.",
                player=player,
            )
        elif not 0 <= incident.points <= 4:
            message = says("A penalty takes from 0 to 4 points, not %(points)s.", points=incident.points)
        elif incident.points == 0 and not incident.fails_bid:
            message = says("A penalty takes points or fails the bid; this one does neither.")
        if message:
            return _unsupported("III/Penalties", message, number, player)
        return self._vote(incident, Motion.TYPE_2_POINTS, number)

    def _adjustment(self, incident: Incident, number: int) -> Finding | None:
        player = incident.player
        count = self._adjusted.get(player, 0) + 1
        self._adjusted[player] = count
        message: Said | None = None
        unfounded = count > sum(times for offender, times in self._found.items() if offender != player)
        if unfounded and self._continued:
            self._trust(
                says(
                    "the finding behind the adjusted score of %(player)s in stanza %(stanza)s, as the parent "
                    "game may have it",
                    player=player,
                    stanza=number,
                )
            )
        if incident.points <= 0:
            message = says("An adjusted score adds points; %(points)s does not.", points=incident.points)
        elif unfounded and not self._continued:
            message = says(
                "No finding of a type 2 violation against another player stands behind %(player)s's.",
                player=player,
            )
            if count > 1:
                message = says(
                    "%(player)s has an adjusted score already for each finding of a type 2 violation "
                    "against another player.",
                    player=player,
                )
        if message:
            return _unsupported("III/Penalties", message, number, player)
        return self._vote(incident, Motion.TYPE_2_ADJUSTED_SCORE, number)

    def _trust(self, what: Sentence) -> None:
        """What may be in the parent game, which is not here to look at."""
        self.not_checked.append(what)

    def _vote(self, incident: Incident, motion: Motion, number: int) -> Finding | None:
        message = (
            self._other_majority(incident)
            or self._not_the_roll(incident, number)
            or _not_carried(incident, motion, self._majority_of)
        )
        if not message:
            return None
        return _unsupported(_RULES.get(motion, "III/Penalties"), message, number, incident.player)

    def _other_majority(self, incident: Incident) -> Said | None:
        """A record does not choose how votes are counted: the Articles do."""
        if incident.majority_of in ("", self._majority_of):
            return None
        if incident.majority_of == "cast":
            return says(
                "The record counts a majority of the votes cast; the Articles ask for one of those entitled."
            )
        return says(
            "The record counts a majority of those entitled; the Articles ask for one of the votes cast."
        )

    def _not_the_roll(self, incident: Incident, number: int) -> Said | None:
        """What is wrong with who is on the roll; empty where it may be that of the opening."""
        roll = incident.roll or {}
        after = incident.voted_after
        if after is None:
            seated = frozenset(self._record.stanzas[number - 1].seated)
            if roll.keys() == seated:
                return None
            astray = Several(sorted(roll.keys() ^ seated))
            return says(
                "The roll must name the %(voters)s current players, no more and no fewer: %(players)s.",
                voters=len(seated),
                players=astray,
            )
        if not number - 1 <= after <= len(self._record.stanzas):
            return says(
                "No vote on stanza %(stanza)s was opened after %(played)s stanzas of this game.",
                stanza=number,
                played=after,
            )
        astray = Several(self._astray(roll.keys(), after))
        if astray:
            return says(
                "The roll must name those who sat at the table after %(played)s stanzas: %(players)s.",
                played=after,
                players=astray,
            )
        if not FEWEST_PLAYERS <= len(roll) <= MOST_PLAYERS:
            return says(
                "%(voters)s are on the roll; %(fewest)s to %(most)s sit at a table.",
                voters=len(roll),
                fewest=FEWEST_PLAYERS,
                most=MOST_PLAYERS,
            )
        return None

    def _astray(self, voters: Collection[str], after: int) -> list[str]:
        """Who voted though he did not sit there after so many stanzas, or sat there and is not on the roll.

        People come and go between two stanzas: whoever played both was there, whoever played neither was not.
        After the last one that is reported the record says who left and who sat down, or nobody did.
        """
        stanzas = self._record.stanzas
        before = frozenset(stanzas[after - 1].seated if after else self._record.seats)
        if after == len(stanzas):
            changes = self._record.after_last
            following = (before - changes.leaves) | changes.joins
        else:
            following = frozenset(stanzas[after].seated)
        voted = frozenset(voters)
        return sorted((before & following) - voted | voted - (before | following))


def _not_carried(incident: Incident, motion: Motion, majority_of: MajorityOf) -> Said | None:
    answers = list((incident.roll or {}).values())
    ayes, noes = answers.count("aye"), answers.count("no")
    if majority_of == "cast" and motion is Motion.TYPE_2_POINTS:
        if votes.carried(motion, ayes + noes, ayes):
            return None
        needed = votes.needed(motion, ayes + noes)
        return says(
            "%(ayes)s of %(cast)s votes cast were ayes; %(needed)s are needed.",
            ayes=ayes,
            cast=ayes + noes,
            needed=needed,
        )
    if votes.carried(motion, len(answers), ayes):
        return None
    needed = votes.needed(motion, len(answers))
    return says(
        "%(ayes)s of %(voters)s current players voted aye; %(needed)s are needed.",
        ayes=ayes,
        voters=len(answers),
        needed=needed,
    )


def _unsupported(rule: str, message: Said, number: int, player: str) -> Finding:
    return Finding("incident-unsupported", rule, message, number, None, player)


def _earlier_information(player: str, number: int) -> Sentence:
    return says(
        "the earlier improper information of %(player)s in stanza %(stanza)s, as the parent game may have it",
        player=player,
        stanza=number,
    )
