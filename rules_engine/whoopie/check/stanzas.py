"""The check of one stanza: bidding, play, tricks taken, incidents, and what it changes in the totals."""

from rules_engine.findings import Finding
from rules_engine.sentences import Said, Several, says
from rules_engine.whoopie.check.bidding import can_all_miss, check_bidding
from rules_engine.whoopie.check.evidence import Evidence
from rules_engine.whoopie.check.hands import check_hands, holdings, tricks_due
from rules_engine.whoopie.check.irregularities import TRICK_KINDS, Irregularities
from rules_engine.whoopie.check.penalty_cards import KINDS as PENALTY_CARD_KINDS
from rules_engine.whoopie.check.penalty_cards import check_penalty_cards
from rules_engine.whoopie.check.play import REVOKES, PlayCheck
from rules_engine.whoopie.check.result import StanzaResult
from rules_engine.whoopie.check.totals import Totals
from rules_engine.whoopie.check.violations import KINDS as VIOLATION_KINDS
from rules_engine.whoopie.check.violations import Violations
from rules_engine.whoopie.record import Incident, Stanza
from rules_engine.whoopie.scoring import FAILED, IncidentEffect, base_score, incident_effect


class StanzaCheck:
    """Checks one stanza; its findings are in `findings` after `run`."""

    def __init__(
        self, stanza: Stanza, number: int, dealer: str, violations: Violations, totals: Totals
    ) -> None:
        self.stanza = stanza
        self.number = number
        self.dealer = dealer
        self.violations = violations
        self.totals = totals
        self.findings: list[Finding] = []
        self.holdings: dict[str, int] = {}
        self.also: dict[str, list[int]] = {}

    def run(self, dealt: int) -> StanzaResult:
        """Check everything, and add the stanza to the totals; `dealt` cards are said to have been dealt."""
        stanza = self.stanza
        bids, findings = check_bidding(stanza, self.number, self.dealer)
        if findings:
            self.findings += findings
        self.holdings = holdings(stanza) if stanza.incidents else {}
        play = self._check_play()
        taken = self._taken(play, bids)
        effects = self._incident_effects(bids, play) if stanza.incidents else {}
        if stanza.made is not None and not findings:
            self._check_made(stanza.made, bids, taken, effects)
        if findings:
            self._doubt_bids(findings, bids, taken)
        delta = self._delta(bids, taken, effects)
        scores = self.totals.add(delta)
        if stanza.scores == scores:
            self.totals.confirm(scores)
        else:
            self.findings += self.totals.compare(delta, stanza.scores, self.also, self.number)
        winners = play.winners if play is not None and not play.doubt else None
        trump_after = play.trump_after if play is not None else None
        return StanzaResult(dealt, stanza.dealer, winners, taken, delta, scores, trump_after)

    def _doubt_bids(
        self, findings: list[Finding], bids: dict[str, int], taken: dict[str, int] | None
    ) -> None:
        """A bid found wrong may be a slip for one that was made: totals from that are no second fault."""
        for finding in findings:
            if finding.code == "bid-order":
                continue
            doubtful = list(bids) if finding.code == "bid-dealer-sum" else [finding.player or ""]
            for player in doubtful:
                made = [] if taken is None else [base_score(taken[player], True), FAILED]
                self.also.setdefault(player, made)

    def _check_play(self) -> PlayCheck | None:
        stanza = self.stanza
        if stanza.tricks is None:
            if stanza.hands is not None:
                self.findings += check_hands(stanza, self.number, self.holdings, (), ())
            return None
        examination = PlayCheck(stanza, stanza.tricks, self.number, self.dealer, self.holdings)
        examination.run()
        if examination.findings:
            self.findings += examination.findings
            for finding in examination.findings:
                if finding.code == "revoke" and finding.player is not None:
                    self.also[finding.player] = [FAILED - 1, FAILED - 4]
        return examination

    def _taken(self, play: PlayCheck | None, bids: dict[str, int]) -> dict[str, int] | None:
        """Who took how many tricks: by the cards where they settle it, else as reported."""
        stanza = self.stanza
        reported = stanza.taken
        if play is not None and not play.doubt:
            taken = {player: play.taken[seat] for seat, player in enumerate(stanza.seated)}
            if reported is not None and taken != reported:
                self._taken_astray(taken, dict(reported), bids)
            return taken
        if reported is None:
            return None
        taken = dict(reported)
        if self._check_sum(taken):
            for player, bid in bids.items():
                self.also[player] = [base_score(bid, True), FAILED]
        return taken

    def _taken_astray(self, taken: dict[str, int], reported: dict[str, int], bids: dict[str, int]) -> None:
        """The report gives other numbers than the cards; totals made from either are then no second fault."""
        if not self._check_sum(reported):
            astray = [player for player in taken if taken[player] != reported[player]]
            differences = [
                says(
                    "%(player)s %(taken)s, not %(noted)s",
                    player=player,
                    taken=taken[player],
                    noted=reported[player],
                )
                for player in astray
            ]
            message = says("The cards give other tricks taken: %(taken)s.", taken=Several(differences))
            self._find("taken-mismatch", "I/Play", message)
        for player, bid in bids.items():
            if (taken[player] == bid) != (reported[player] == bid):
                self.also[player] = [base_score(bid, reported[player] == bid)]

    def _check_sum(self, taken: dict[str, int]) -> bool:
        """Whether the tricks taken were found not to add up."""
        total = sum(taken.values())
        due = tricks_due(self.stanza, self.holdings)
        if total == due and min(taken.values()) >= 0:
            return False
        message = says("The tricks taken add up to %(total)s; %(due)s were played.", total=total, due=due)
        self._find("taken-sum", "I/Scoring", message)
        return True

    def _incident_effects(
        self, bids: dict[str, int], play: PlayCheck | None
    ) -> dict[str, list[IncidentEffect]]:
        stanza = self.stanza
        evidence = self._evidence(play)
        revokes = play.revokes if play is not None else []
        irregularities = Irregularities(stanza, self.number, self.dealer, bids, evidence, revokes)
        self.violations.note_findings(stanza.incidents)
        effects: dict[str, list[IncidentEffect]] = {}
        for incident in stanza.incidents:
            repeated = self.violations.repeated(incident)
            if incident.kind in VIOLATION_KINDS:
                finding = self.violations.check(incident, repeated, self.number)
            else:
                finding = irregularities.check(incident)
            if finding is not None:
                if incident.kind in REVOKES:
                    self._drop_revoke(incident.player)
                self.findings.append(finding)
            if incident.player:
                effects.setdefault(incident.player, []).append(self._effect(incident, repeated))
                if repeated and incident.kind == "type-1":
                    self.also[incident.player] = []
        if evidence is not None and any(incident.kind in PENALTY_CARD_KINDS for incident in stanza.incidents):
            self.findings += check_penalty_cards(self.number, evidence)
        return effects

    def _drop_revoke(self, player: str) -> None:
        """His revoke was reported, but in the wrong trick: that is the fault, not that nothing says so."""
        for finding in self.findings:
            if finding.code == "revoke" and finding.player == player:
                self.findings.remove(finding)
                return

    def _evidence(self, play: PlayCheck | None) -> Evidence | None:
        """The cards to hold incidents against, if there are some that can be trusted and that matter."""
        tricks = self.stanza.tricks
        if play is None or play.faulted or tricks is None:
            return None
        for incident in self.stanza.incidents:
            if incident.kind in TRICK_KINDS:
                return Evidence(self.stanza, tricks)
        return None

    def _effect(self, incident: Incident, repeated: bool) -> IncidentEffect:
        return incident_effect(
            incident.kind,
            bid=incident.bid,
            dealer=incident.player == self.dealer,
            points=incident.points,
            fails_bid=incident.fails_bid,
            repeated=repeated,
        )

    def _delta(
        self, bids: dict[str, int], taken: dict[str, int] | None, effects: dict[str, list[IncidentEffect]]
    ) -> dict[str, int]:
        """What the stanza changes for each player, and for whoever else an incident touches."""
        stanza = self.stanza
        made = stanza.made
        delta: dict[str, int] = {}
        for player in stanza.seated:
            if player not in bids:
                delta[player] = FAILED
                continue
            bid = bids[player]
            if taken is not None:
                delta[player] = 2 + bid if taken[player] == bid else FAILED
            else:
                delta[player] = base_score(bid, made is not None and made[player])
        for player, touched in effects.items():
            extra = 0
            fails = False
            for effect in touched:
                extra += effect.points
                fails = fails or effect.fails_bid
            base = delta.get(player, 0)
            if fails and player in delta:
                base = FAILED
            if self.also.get(player):
                # What a revoke costs on top of the bid is lost as well where something else fails the bid.
                self.also[player] = [
                    (min(change, FAILED) if fails else change) + extra for change in self.also[player]
                ]
            delta[player] = base + extra
        return delta

    def _check_made(
        self,
        made: dict[str, bool],
        bids: dict[str, int],
        taken: dict[str, int] | None,
        effects: dict[str, list[IncidentEffect]],
    ) -> None:
        """Not all can have made their bids, nor can makers' bids exceed the tricks, and the others must have
        been able to miss theirs with the tricks that were left.

        Where the tricks taken are known, both must say the same, but for bids that an incident makes fail.
        """
        tricks = tricks_due(self.stanza, self.holdings)
        makers = [player for player in bids if made[player]]
        total = sum(bids[player] for player in makers)
        missed = [
            None if any(effect.fails_bid for effect in effects.get(player, ())) else bid
            for player, bid in bids.items()
            if not made[player]
        ]
        message: Said | None = None
        if len(makers) == len(bids) and total != tricks:
            message = says(
                "All are said to have made their bids, which add up to %(total)s of %(tricks)s.",
                total=total,
                tricks=tricks,
            )
        elif total > tricks:
            message = says(
                "Those said to have made their bids bid %(total)s; there were %(tricks)s tricks.",
                total=total,
                tricks=tricks,
            )
        elif taken is None and not can_all_miss(missed, tricks - total):
            message = says(
                "With %(left)s tricks left, not all the others can have missed their bids.",
                left=tricks - total,
            )
        if message:
            self._find("made-impossible", "I/Bidding", message)
            for player, bid in bids.items():
                self.also.setdefault(player, [base_score(bid, True), FAILED])
        elif taken is not None and all(finding.code != "taken-sum" for finding in self.findings):
            self._compare_made(made, bids, taken, effects)

    def _compare_made(
        self,
        made: dict[str, bool],
        bids: dict[str, int],
        taken: dict[str, int],
        effects: dict[str, list[IncidentEffect]],
    ) -> None:
        astray = [
            player
            for player, bid in bids.items()
            if made[player] != (taken[player] == bid)
            and not any(effect.fails_bid for effect in effects.get(player, ()))
        ]
        if astray:
            for player in astray:
                self.also[player] = [base_score(bids[player], made[player])]
            message = says(
                "The tricks say otherwise of the bids of %(players)s than the report.",
                players=Several(astray),
            )
            self._find("taken-mismatch", "I/Play", message)

    def _find(self, code: str, rule: str, message: Said) -> None:
        self.findings.append(Finding(code, rule, message, self.number))
