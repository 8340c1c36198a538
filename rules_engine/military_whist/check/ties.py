"""The check of the play-offs of an event.

Tie breakers; inventory M-12 and M-34 to M-36, readings 5 to 7 and 11. Each fault is told once: a wrong bye
does not fault the hands that follow rightly from it or from the draw, nor a wrong hand the order after it.
"""

from collections.abc import Sequence

from rules_engine.findings import Finding, finding_at
from rules_engine.military_whist import rules, ties
from rules_engine.military_whist.check.result import NOWHERE, Spot
from rules_engine.military_whist.hand import TRICKS
from rules_engine.military_whist.record import ExtraHand, PlayOff
from rules_engine.military_whist.standings import Teams
from rules_engine.sentences import Card, Said, Several, TeamNumber, says, team_list


class TieCheck:
    """The check of one play-off; `orders` are the outcomes that may stand for it."""

    def __init__(self, playoff: PlayOff, number: int, groups: Sequence[Sequence[Teams]]) -> None:
        self.playoff = playoff
        self.number = number
        self.groups = groups
        self.findings: list[Finding] = []
        self.orders: list[Teams] = []

    def run(self) -> None:
        """Check it; `groups` are the tied teams by each course of the totals."""
        playoff = self.playoff
        teams = set(playoff.teams)
        rule = _rule(len(teams))
        if not any(set(group) == teams for course in self.groups for group in course):
            self._find(
                "tie-teams",
                rule,
                says(
                    "Teams %(teams)s are not teams that tied, or not all who did.",
                    teams=team_list(sorted(teams)),
                ),
            )
        if len(teams) > max(ties.PLAYED_OFF):
            if playoff.ruling is None:
                message = says("%(teams)s teams tied; the leader's ruling is not recorded.", teams=len(teams))
                self._find("tie-ruling", rule, message)
            self.orders = [playoff.order]
            return
        faulty = [self._check_hand(hand, at) for at, hand in enumerate(playoff.hands, 1)]
        byes = self._byes()
        due = None if any(faulty) else self._due(byes, rule)
        if due is None:
            self.orders = [playoff.order]
            return
        self.orders = [due]
        if due != playoff.order:
            self._find(
                "tie-order",
                rule,
                says("By the hands played the teams end in the order %(order)s.", order=team_list(due)),
            )
            self.orders.append(playoff.order)

    def _check_hand(self, hand: ExtraHand, at: int) -> bool:
        """Check an extra hand by itself; whether its outcome is in doubt."""
        due_trump = ties.trump(hand.trump_cut)
        if hand.trump != due_trump:
            message = says(
                "The director cut %(card)s; trump was noted %(trump)s.",
                card=Card(hand.trump_cut),
                trump=hand.trump,
            )
            self._find("tie-trump", rules.CUTS, message, at)
        drawn = ties.dealer(hand.cuts)
        if drawn.name != hand.dealer:
            message = says(
                "The cuts make nobody yet of %(open)s the dealer, not %(dealer)s.",
                open=Several(drawn.open),
                dealer=hand.dealer,
            )
            if drawn.name is not None:
                message = says(
                    "The cuts make %(due)s the dealer, not %(dealer)s.", due=drawn.name, dealer=hand.dealer
                )
            self._find("tie-dealer", rules.CUTS, message, at)
        first, second = hand.tricks
        if first + second == TRICKS and 0 <= first <= TRICKS:
            return False
        self._find(
            "trick-sum",
            rules.TRICKS,
            says(
                "%(one)s and %(other)s tricks were noted; %(due)s are played.",
                one=first,
                other=second,
                due=TRICKS,
            ),
            at,
        )
        return True

    def _byes(self) -> list[str]:
        """The teams that may have had the bye: by the draw, and as reported."""
        playoff = self.playoff
        if len(playoff.teams) == 2:
            return [""]
        drawn = ties.bye(playoff.draw).name if playoff.draw else None
        reported = None if playoff.bye is None else str(playoff.bye)
        if drawn != reported or drawn is None:
            message = says(
                "The draw gives the bye to %(due)s; %(noted)s is noted.",
                due=TeamNumber(drawn) if drawn else says("nobody yet"),
                noted=TeamNumber(reported) if reported else says("nobody"),
            )
            self._find("tie-bye", rules.THREE_TIED, message)
        return [bye for bye in (drawn, reported) if bye is not None]

    def _due(self, byes: Sequence[str], rule: str) -> Teams | None:
        """The order by the hands, or None where it cannot be told; finds a hand that was not to be played."""
        hands = [_extra(hand) for hand in self.playoff.hands]
        wrong: ties.NotToBePlayed | None = None
        played: ties.PlayOffCourse | None = None
        for bye in byes:
            try:
                played = ties.played(self._names(), bye or None, hands)
                break
            except ties.NotToBePlayed as error:
                wrong = wrong or error
        if played is None:
            if wrong is not None:
                self._find("tie-pairing", rule, wrong.reason, wrong.index + 1)
            return None
        if not played.order:
            self._find("tie-open", rule, played.reason)
            return None
        return tuple(int(team) for team in played.order)

    def _names(self) -> list[str]:
        return [str(team) for team in self.playoff.teams]

    def _find(self, code: str, rule: str, message: Said, hand: int | None = None) -> None:
        self.findings.append(finding_at(code, rule, message, Spot(hand=hand, playoff=self.number)))


def open_ties(courses: Sequence[Sequence[Teams]]) -> list[Finding]:
    """Findings on ties that must be decided and are open by every course of the totals."""
    if not courses:
        return []
    always = [group for group in courses[0] if all(group in other for other in courses)]
    return [
        finding_at(
            "tie-open",
            _rule(len(group)),
            says(
                "Teams %(teams)s are tied for a place that must be decided.",
                teams=team_list(group),
            ),
            NOWHERE,
        )
        for group in always
    ]


def _extra(hand: ExtraHand) -> ties.Extra:
    first, second = hand.teams
    return ties.Extra((str(first), str(second)), ties.awarded(hand.tricks, hand.revokes))


def _rule(teams: int) -> str:
    if teams > max(ties.PLAYED_OFF):
        return rules.MORE_TIED
    return rules.TWO_TIED if teams == 2 else rules.THREE_TIED
