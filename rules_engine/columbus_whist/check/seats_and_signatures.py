"""The check of who sat where in a game, and of who signed its sheet.

Rules 41 and 42; inventory C-31 and C-32.
"""

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.check.result import Spot
from rules_engine.columbus_whist.record import Game, Team
from rules_engine.columbus_whist.signatures import STRANGER, kept
from rules_engine.findings import Finding, finding_at
from rules_engine.sentences import AND, Said, Several, TeamNumber, says


class PaperCheck:
    """The check of the head and the foot of a sheet; `teams` are the two sides. Once it ran, `strangers` are
    the players who do not play for the team they sit for."""

    def __init__(self, game: Game, spot: Spot, teams: tuple[Team, Team]) -> None:
        self.game = game
        self.spot = spot
        self.teams = teams
        self.findings: list[Finding] = []
        self.strangers: tuple[str, ...] = ()

    def run(self) -> list[Finding]:
        """What is wrong."""
        if self.game.players is not None:
            self._check_players(self.game.players)
        if self.game.sheet is not None:
            self._check_signers()
            self._check_sheet()
        return self.findings

    def _check_players(self, players: list[str]) -> None:
        """Who sits for a team without playing for it: one finding, since seats are exchanged in one slip."""
        seats = [seat for seat, player in enumerate(players) if self.teams[seat % 2].lacks(player)]
        self.strangers = tuple([players[seat] for seat in seats])
        if len(seats) == 1:
            seat = seats[0]
            side = seat % 2
            message = says(
                "%(player)s at seat %(seat)s does not play for %(team)s.",
                player=players[seat],
                seat=seat + 1,
                team=self.teams[side].name,
            )
            self._find("seat-stranger", rules.LEAVER, message, team=self.game.teams[side])
        elif seats:
            strangers = Several([f"{players[seat]} ({seat + 1})" for seat in seats])
            message = says(
                "These players, with their seats, do not play for the team they sit for: %(players)s.",
                players=strangers,
            )
            sides = {seat % 2 for seat in seats}
            team = self.game.teams[sides.pop()] if len(sides) == 1 else None
            self._find("seat-stranger", rules.LEAVER, message, team=team)

    def _check_signers(self) -> None:
        for at, signer in enumerate(self.game.signers):
            side = self.game.sheet[at].team if self.game.sheet is not None else None
            if side is None or signer is None:
                continue
            team = self.teams[0] if side == 0 else self.teams[1]
            if team.lacks(signer):
                message = says(
                    "%(player)s, who signed for %(team)s, does not play for it.",
                    player=signer,
                    team=team.name,
                )
                self._find("signed-by-stranger", rules.SIGNED, message, team=self.game.teams[side])

    def _check_sheet(self) -> None:
        entries = self.game.sheet or ()
        if len(entries) == 2 and _signed_by_both(entries[0].team, entries[1].team):
            return
        sheet = kept((0, 1), entries)
        strangers = [entry.note for entry in entries if entry.team == STRANGER]
        if strangers:
            message = says(
                "Team %(team)s signed the sheet of a game that it does not play in.",
                team=Several([TeamNumber(stranger) for stranger in strangers], AND),
            )
            self._find("signature-missing", rules.SIGNED, message)
        elif sheet.unsigned:
            names = Several([self.teams[side].name for side in sheet.unsigned], AND)
            self._find(
                "signature-missing", rules.SIGNED, says("The sheet is not signed by %(team)s.", team=names)
            )
        for at in sheet.too_late:
            message = says(
                "Both teams had signed; the sheet was changed after that: %(note)s", note=entries[at].note
            )
            self._find("changed-after-signing", rules.SIGNED, message)

    def _find(self, code: str, rule: str, message: Said, team: int | None = None) -> None:
        self.findings.append(finding_at(code, rule, message, self.spot._replace(team=team)))


def _signed_by_both(first: int | None, second: int | None) -> bool:
    return first is not None and second is not None and first + second == 1
