"""The check of one game: its hands, its running score, how it ended, its sheet.

Rules 2, 3, 5, 7 to 11, 39, 41 and 42; inventory C-3, C-6, C-8 to C-12, C-31 and C-32. Several courses of the
score are kept side by side: by the rules from what was played, and as the sheet ran on. They are one until
a fault divides them, and after a fault in a hand the game's end is taken as reported. Hands without books
divide them too, until a score or the result settles which course it was (`untold`).
"""

from typing import Final

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.auction import SEATS
from rules_engine.columbus_whist.check.hands import HandCheck, HandOutcome, bostons, plain_result
from rules_engine.columbus_whist.check.hands_without_books import MOST_COURSES as MOST_UNTOLD
from rules_engine.columbus_whist.check.hands_without_books import settled, unsaid
from rules_engine.columbus_whist.check.result import Checked, Spot
from rules_engine.columbus_whist.check.seats_and_signatures import PaperCheck
from rules_engine.columbus_whist.game import (
    ENDINGS,
    RULES,
    START,
    Ending,
    State,
    after,
    counted,
    end_of,
    ended,
    late,
    possible,
    with_extra,
)
from rules_engine.columbus_whist.record import Game, Hand, Result, Team
from rules_engine.findings import Finding, finding_at
from rules_engine.sentences import Said, TeamNumber, says

MOST_COURSES: Final = 6
_ONE: Final = tuple([frozenset({seat}) for seat in range(SEATS)])


class GameCheck:
    """The check of a game. `left` says of each side whether it forfeits: 0 not at all, 1 the rest of this
    game, 2 all of it; `to_come` that the game need not have been played yet. Once it ran, `open_hand` is the
    first hand, by number, without whose books nobody can say how the game ended, and `strangers` are those
    who do not play for the team they sit for."""

    def __init__(self, game: Game, spot: Spot, left: tuple[int, int] = (0, 0), to_come: bool = False) -> None:
        self.game = game
        self.spot = spot
        self.left = left
        self.to_come = to_come
        self.findings: list[Finding] = []
        self.courses: list[State] = [START]
        self.doubtful = False
        self.beyond = False
        self.untold: list[int] = []
        self.open_hand: int | None = None
        self.strangers: tuple[str, ...] = ()

    def run(self, teams: tuple[Team, Team]) -> Checked:
        """Check it; `teams` are its two sides."""
        papers = PaperCheck(self.game, self.spot, teams)
        self.findings += papers.run()
        self.strangers = papers.strangers
        state = self._state()
        by_rule = Result(state.winner, state.points)
        reported = self._compare(state, by_rule)
        if state.ending is None:
            by_rule = reported
        hands = self.game.hands or []
        unfinished = any(finding.code == "game-unfinished" for finding in self.findings)
        impossible = any(finding.code == "result-impossible" for finding in self.findings)
        sure = not (unfinished or impossible) and (self.game.hands is None or not self.doubtful)
        over = state.ending is not None or by_rule.winner is not None
        ending = state.ending or self.game.ending
        bostons_made = bostons(hands) if self.game.bostons is None else self.game.bostons
        return Checked(self.game.teams, by_rule, reported, ending, bostons_made, len(hands), sure, over)

    def _state(self) -> State:
        """How the game stands by the rules; without an ending where they cannot tell."""
        game = self.game
        if game.ruling is not None:
            self._check_hands(game.hands or [])
            self.doubtful = False
            return State(game.ruling.points, ending="ruling", winner=game.ruling.side)
        whole = _sides(self.left[0] == 2, self.left[1] == 2)
        ready = game.ready
        tardy = [] if ready is None else _sides(_late(ready[0]), _late(ready[1]))
        if whole or tardy:
            return self._not_played(whole, tardy)
        if game.hands is None:
            self.doubtful = True
            if game.winner is None and self._leaver() is None and not self.to_come:
                self._unfinished()
            self._check_possible()
            return START
        self._check_hands(game.hands)
        if self.untold:
            return self._settle()
        return self._with_forfeit(self.courses[0])

    def _with_forfeit(self, main: State) -> State:
        """A game as it is once who left has forfeited the rest of it."""
        if main.ending is not None or self.left == (0, 0):
            return main
        gone = self._leaver()
        if gone is None:
            return State(main.points, main.sets, main.hands, "left")
        return ended(main, 1 - gone, "left")

    def _settle(self) -> State:
        """How a game stands of which hands have no books; as reported where that tells what they do not."""
        game = self.game
        state = settled([self._with_forfeit(course) for course in self.courses], game)
        if state is not None:
            return state
        if not self.doubtful:
            self._find_unsettled()
        self.doubtful = True
        return State(game.points or START.points, winner=game.winner)

    def _find_unsettled(self) -> None:
        game = self.game
        if not game.told_winner or game.points is None:
            self.open_hand = self.untold[0]
            self._find("hand-untold", rules.BOOKS, unsaid(self.untold), hand=self.open_hand)
        elif game.ending != "ruling":
            self._find("result-impossible", rules.BOOKS, says("No books of its hands give the result noted."))

    def _leaver(self) -> int | None:
        return None if self.left[0] == self.left[1] else int(self.left[1] > self.left[0])

    def _not_played(self, whole: list[int], tardy: list[int]) -> State:
        gone = whole or tardy
        if self.game.hands:
            rule = rules.LEAVER if whole else rules.FIVE_MINUTES
            message = says("The game was awarded before its first hand; hands are noted all the same.")
            self._find("forfeit-played", rule, message)
            self.doubtful = True
        if len(gone) == 2:
            if not whole:
                message = says(
                    "Neither team was seated in five minutes; the director's ruling is not recorded."
                )
                self._find("late-both", rules.FIVE_MINUTES, message)
                self.doubtful = True
            return State(ending="left" if whole else None)
        return ended(START, 1 - gone[0], "left" if whole else "late")

    def _check_possible(self) -> None:
        game = self.game
        if game.winner is None or game.points is None:
            return
        points = (game.points[game.winner], game.points[1 - game.winner])
        endings = ENDINGS if game.ending is None else (game.ending,)
        if not any(possible(ending, *points) for ending in endings if ending != "ruling"):
            if game.ending == "ruling":
                return
            message = says(
                "No game of this kind ends with %(one)s and %(other)s points.", one=points[0], other=points[1]
            )
            self._find("result-impossible", RULES[game.ending or "points"], message)

    def _check_hands(self, hands: list[Hand]) -> None:
        first = self.game.first_club
        due: frozenset[int] = frozenset() if first is None else _ONE[first]
        at = 0
        while at < len(hands):
            plain = self._plain_hands(hands, at, due)
            if plain > at:
                due = _ONE[((hands[plain - 1].dealer or 0) + 1) % SEATS]
            if plain < len(hands):
                due = self._look_at(hands[plain], plain + 1, due)
            at = plain + 1

    def _look_at(self, hand: Hand, number: int, due: frozenset[int]) -> frozenset[int]:
        """Check a hand for whatever may be wrong with it, and carry the game on; who deals the next.

        `due` are the seats of which one was to deal, none where nobody can tell.
        """
        if self.untold:
            self._went_on()
        if self.courses[0].ending is not None and not self.doubtful:
            message = says("The game was over after hand %(hand)s; further hands are noted.", hand=number - 1)
            self._find("hand-after-end", RULES[self.courses[0].ending], message, hand=number)
            self.doubtful = self.beyond = True
        sure = not due or hand.dealer is None or hand.dealer in due
        if not sure:
            message = says(
                "Seat %(seat)s dealt; it was seat %(due)s's turn.",
                seat=(hand.dealer or 0) + 1,
                due=min(due) + 1,
            )
            self._find("dealer-rotation", rules.FIRST_CLUB, message, hand=number)
        if hand.dealer is not None:
            due = _ONE[hand.dealer] if sure else due | _ONE[hand.dealer]
        check = HandCheck(hand, self.spot._replace(hand=number), self.game.teams)
        check.run(sure)
        self.findings += check.findings
        if len(check.outcomes) > 1 and len(check.contracts) == 1:
            self.untold.append(number)
        self._score(hand, check.outcomes, number)
        return frozenset([(seat + 1) % SEATS for seat in due])

    def _went_on(self) -> None:
        """Leave the courses in which the game was not over, if there are such: a further hand was played."""
        going_on = [course for course in self.courses if course.ending is None]
        self._keep(going_on or self.courses[:MOST_COURSES])

    def _plain_hands(self, hands: list[Hand], at: int, due: frozenset[int]) -> int:
        """Carry the game on through the hands from place `at` with which nothing is wrong, as nearly all are;
        the place of the first that `HandCheck` looks at."""
        state = self.courses[0]
        if len(self.courses) > 1 or state.ending is not None:
            return at
        begun = at
        points, sets = state.points, state.sets
        end: tuple[int, Ending] | None = None
        while at < len(hands) and end is None:
            hand = hands[at]
            dealer = hand.dealer
            if dealer is None or (due and dealer not in due):
                break
            result = plain_result(hand)
            if result is None:
                break
            come, fallen = counted(points, sets, result)
            end = end_of(come, fallen, state.hands + at - begun, result, hand.bidder, hand.bid.number)
            if end is not None:
                come = with_extra(come, end[0], end[1])
            if hand.score is not None and come != hand.score:
                end = None
                break
            points, sets = come, fallen
            due = _ONE[(dealer + 1) % SEATS]
            at += 1
        if at > begun:
            winner, ending = (None, None) if end is None else end
            self.courses[0] = State(points, sets, state.hands + at - begun, ending, winner)
        return at

    def _score(self, hand: Hand, outcomes: list[HandOutcome], number: int) -> None:
        """Carry every course on through a hand, and hold the sheet's running score to them."""
        score = hand.score
        if self.beyond:
            if score is None:
                return
            self.courses = self.courses[:1]
        come = [self._courses_after(outcome) for outcome in outcomes]
        agreeing = [
            states for states in come if score is None or any(state.points == score for state in states)
        ]
        if not come:
            noted = self.courses[0].points if score is None else score
            come = [[_resumed(self.courses[0], noted)]]
            self.doubtful = True
        elif not agreeing and score is not None:
            due = come[0][0].points
            message = says(
                "The score is noted as %(one)s and %(other)s; it is %(due)s and %(due_other)s.",
                one=score[0],
                other=score[1],
                due=due[0],
                due_other=due[1],
            )
            if any(state.points != due for states in come for state in states) and self.untold:
                message = says(
                    "The score is noted as %(one)s and %(other)s; no number of books gives it.",
                    one=score[0],
                    other=score[1],
                )
            self._find("hand-score", rules.BOOKS, message, hand=number)
            come[0][1:1] = [_resumed(self.courses[0], score), come[0][0].with_points(score)]
            self.doubtful = True
        if self.untold:
            self._narrow(agreeing or come, score if agreeing else None)
            return
        self.doubtful = self.doubtful or len(agreeing) > 1
        followed = dict.fromkeys(state for states in agreeing or come for state in states)
        self.courses = list(followed)[:MOST_COURSES]

    def _narrow(self, agreeing: list[list[State]], score: tuple[int, int] | None) -> None:
        """Go on with every course that a hand without books and the running score leave."""
        left = dict.fromkeys(
            state for states in agreeing for state in states if score is None or state.points == score
        )
        self._keep(list(left)[:MOST_UNTOLD])

    def _keep(self, courses: list[State]) -> None:
        self.courses = courses
        if len(courses) == 1:
            self.untold = []

    def _courses_after(self, outcome: HandOutcome) -> list[State]:
        return [
            after(state, outcome.result, outcome.bidder, outcome.number, outcome.by_renege)
            for state in self.courses
        ]

    def _compare(self, state: State, by_rule: Result) -> Result:
        """The result as reported, where it is; what is wrong with it is one finding."""
        game = self.game
        winner = game.winner if game.told_winner else state.winner
        points = state.points if game.points is None else game.points
        if winner == state.winner and points == state.points:
            reported = by_rule
        else:
            reported = Result(winner, points)
        if self.doubtful:
            return reported
        if state.ending is None:
            self._unfinished()
            return reported
        rule = RULES[state.ending]
        if winner != state.winner:
            due = self._name(state.winner)
            message = says("nobody is noted as the winner; it is %(due)s.", due=due)
            if winner is not None:
                team = TeamNumber(self.game.teams[winner])
                message = says("team %(team)s is noted as the winner; it is %(due)s.", team=team, due=due)
            self._find("winner", rule, message)
        elif points != state.points:
            first, second = state.points
            message = says(
                "%(one)s and %(other)s points are noted; they are %(due)s and %(due_other)s.",
                one=points[0],
                other=points[1],
                due=first,
                due_other=second,
            )
            self._find("points", rule, message)
        elif game.ending is not None and game.ending != state.ending:
            self._find(
                "ending",
                rule,
                says(
                    "The end is noted as %(ending)s; it is %(due)s.",
                    ending=says(game.ending),
                    due=says(state.ending),
                ),
            )
        return reported

    def _unfinished(self) -> None:
        self._find("game-unfinished", rules.FIVE, says("No team has won; the game is not over."))

    def _name(self, side: int | None) -> str:
        return (
            says("nobody") if side is None else says("team %(team)s", team=TeamNumber(self.game.teams[side]))
        )

    def _find(
        self, code: str, rule: str, message: Said, hand: int | None = None, team: int | None = None
    ) -> None:
        self.findings.append(finding_at(code, rule, message, self.spot._replace(hand=hand, team=team)))


def _sides(first: bool, second: bool) -> list[int]:
    """The sides of which something holds."""
    if not first:
        return [1] if second else []
    return [0, 1] if second else [0]


def _late(seconds: int) -> bool:
    return late(None if seconds < 0 else seconds)


def _resumed(state: State, score: tuple[int, int]) -> State:
    """The game going on from a score as noted."""
    sets = (
        state.sets[0] + (score[0] < state.points[0]),
        state.sets[1] + (score[1] < state.points[1]),
    )
    return State(score, sets, state.hands + 1)
