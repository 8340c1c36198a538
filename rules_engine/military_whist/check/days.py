"""The check of one day: every hand of it, and the flags from the first count to the last.

3b, 5 to 7b, 9a, 9g and 10a to 10e; inventory M-10, M-13, M-16 to M-18, M-22 and M-25 to M-28. Two courses of
the flags are kept side by side: by the rules from what was played, and by what was reported to have moved.
They are one until a fault divides them; what follows rightly from either is no further fault.

Terms: course (a way the flags may have gone), sure (nothing has happened after which nobody can say where
the flags are).
"""

from collections.abc import Sequence

from rules_engine.findings import Finding, finding_at
from rules_engine.military_whist import rules
from rules_engine.military_whist.check.hands import flags_owed, hands_told
from rules_engine.military_whist.check.movement_sheet import Due, check_destinations, check_turn
from rules_engine.military_whist.check.result import DayResult, HandResult, Spot
from rules_engine.military_whist.flags import START, FlagBook, on_the_tables
from rules_engine.military_whist.hand import MOST, TRICKS
from rules_engine.military_whist.record import Day, Hand, Lending, Record
from rules_engine.military_whist.rotation import Trump, turn
from rules_engine.sentences import Said, Several, TeamNumber, says
from rules_engine.slips_of_pen import exchanged, wrong_figures


class DayCheck:
    """The check of the day with this number, whose first hand has number `first`.

    `whole` is false where hands are missing or too many: then nobody knows which hand is which, so neither
    sheet nor flags are followed. The tables in `unknown` (from 0) had a loan or a return that is not recorded
    or was not made: nobody can say how many flags they have.
    """

    def __init__(
        self, record: Record, day: Day, number: int, first: int, due: Due, whole: bool = True
    ) -> None:
        self.record = record
        self.day = day
        self.number = number
        self.first = first
        self.due = due
        self.whole = whole
        self.tables = len(record.teams)
        self.findings: list[Finding] = []
        self.sure = True
        self.doubtful = False
        self.true = FlagBook([START] * self.tables)
        self.reported = self.true
        self.loans: dict[int, list[Lending]] = _by_hand(day.loans)
        self.returns: dict[int, list[Lending]] = _by_hand(day.returns)
        self.unknown: set[int] = set()
        self.scores: list[list[int]] = []

    def run(self) -> DayResult:
        """Check the day; `findings`, `scores` (all that may stand for them) and `doubtful` are filled."""
        self._check_before()
        hands = self.day.hands if self.day.hands is not None and self.whole else ()
        known = hands_told(hands)
        followed = bool(known) and known == len(hands)
        results = [self._hand(self.first + at, hand) for at, hand in enumerate(hands[:known])]
        sure = self.sure
        if followed:
            self._check_left_over()
        else:
            self.sure = False
            for at, hand in enumerate(hands[known:], known):
                self._check_plan(self.first + at, hand)
        lent = self._lent()
        if followed and self.sure:
            self.scores = [self.true.scores]
            if self.reported is not self.true:
                self.scores.append(self.reported.scores)
        self._check_after(followed, lent)
        self.sure = self.sure and not self.unknown
        if self.day.scores is not None:
            self._check_scores(self.day.scores)
        self.doubtful = not self.sure and bool(self.findings)
        if sure and self.whole and not followed:
            self._check_loans_ahead(known)
        return DayResult(tuple(results), self.scores[0] if self.scores else None, lent)

    def _check_before(self) -> None:
        before = self.day.before
        if before is None or before == self.true.held:
            return
        wrong = [table for table, flags in enumerate(before, 1) if flags != START]
        rule = rules.FLAGS_AT_START if self.number == 1 else rules.DAYS_ADDED
        counts = Several(
            [says("%(flags)s at table %(table)s", flags=before[table - 1], table=table) for table in wrong]
        )
        message = says(
            "Each table begins the day with %(due)s flags; %(counts)s were counted.", due=START, counts=counts
        )
        self._find("count-before", rule, message, None, wrong[0] if len(wrong) == 1 else None)
        self.reported = FlagBook(before)

    def _check_plan(self, number: int, hand: Hand) -> tuple[int, ...] | None:
        """Check one line of the sheet; the destinations that were due, where they are known to be others."""
        self.findings += check_turn(hand.plan, number, self.record.pattern, self.number)
        to = hand.plan.to
        if self.due is None:
            wrong = check_destinations(to, number, self.number)
            self.findings += wrong
            self.sure = self.sure and not wrong
            return None
        due = self.due[number - 1]
        if to == due:
            return None
        self._find(
            "rotation-move", rules.PATTERN, says("The pairs did not move as the sheet has it."), number
        )
        return due

    def _hand(self, number: int, hand: Hand) -> HandResult:
        known = self.sure
        due_to = self._check_plan(number, hand)
        owed = self._owed(number, hand)
        won = hand.won
        if not known:
            return self._not_followed(number, owed, won)
        self._lend(number, owed if won is None or won == owed else list(map(max, owed, won)))
        paid = self.true.payable(owed)
        claimed = paid if self.reported is self.true else self.reported.payable(owed)
        if won is not None:
            claimed = won if won in (paid, claimed) else self._compare(number, won, owed, paid, claimed)
        if due_to is not None or claimed != paid:
            self._divide()
        if self.sure:
            self.true.move(hand.plan.to if due_to is None else due_to, paid)
            if self.reported is not self.true:
                self.reported.move(hand.plan.to, claimed)
        self._give_back(number)
        short = [flags - paid[table] for table, flags in enumerate(owed)]
        return HandResult(paid, short, list(self.true.held))

    def _not_followed(self, number: int, owed: list[int], won: list[int] | None) -> HandResult:
        """A hand at whose beginning nobody can say how many flags a table has: it may have had too few to pay
        what it owed, and none of its own when it was lent some."""
        for loan in self.loans.pop(number, ()):
            for book in self._books():
                book.lend(loan.table - 1, loan.flags)
        for table, flags in enumerate(owed if won is None else won):
            if not 0 <= flags <= owed[table]:
                message = says(
                    "The visitors are noted as taking %(flags)s away; they won %(won)s.",
                    flags=flags,
                    won=owed[table],
                )
                self._find("flags-won", rules.FLAGS_WON, message, number, table + 1)
        self._give_back(number)
        paid = owed if won is None else [min(max(flags, 0), MOST) for flags in won]
        return HandResult(paid, [0] * self.tables, list(self.true.held))

    def _owed(self, number: int, hand: Hand) -> list[int]:
        """What visitors won at each table: by the tricks, or where none are told by what they took away."""
        if hand.taken is None or hand.home is None:
            return [min(max(flags, 0), MOST) for flags in hand.won or ()]
        due: Trump | None = None
        if self.record.pattern != "own":
            due = turn(number, self.record.pattern == "sample-restarted").trump
        won, wrong = flags_owed(hand, hand.taken, hand.home, due)
        for table in wrong:
            message = says(
                "%(one)s and %(other)s tricks were noted; %(due)s are played.",
                one=hand.taken[table],
                other=hand.home[table],
                due=TRICKS,
            )
            self._find("trick-sum", rules.TRICKS, message, number, table + 1)
        return won

    def _lend(self, number: int, owed: Sequence[int]) -> None:
        """Take the loans of a hand; `owed` is the most that each table may have had to pay."""
        for loan in self.loans.pop(number, ()):
            table = loan.table - 1
            may = self.true.may_borrow(table, owed[table])
            if self.reported is not self.true:
                may = may or self.reported.may_borrow(table, owed[table])
            if not may and table not in self.unknown:
                message = says(
                    "%(flags)s lent to table %(table)s, which had flags of its own.",
                    flags=loan.flags,
                    table=loan.table,
                )
                self._find("loan-unneeded", rules.LOANS, message, number, loan.table)
                self._divide()
                self.unknown.add(table)
                self.reported.lend(table, loan.flags)
                continue
            self.true.lend(table, loan.flags)
            if self.reported is not self.true:
                self.reported.lend(table, loan.flags)

    def _check_loans_ahead(self, known: int) -> None:
        """Loans in hands of which nothing is told, where a table had flags left whatever was played: it pays
        no more than the most of each hand."""
        begun, over = self.first + known, self.first + sum(self.day.sessions)
        for number in sorted({*self.loans, *self.returns}):
            if begun <= number < over:
                self._lend(number, [MOST * (number - begun + 1)] * self.tables)
                for back in self.returns.get(number, ()):
                    for book in self._books():
                        book.give_back(back.table - 1, back.flags)

    def _compare(
        self, number: int, won: list[int], owed: list[int], paid: list[int], claimed: list[int]
    ) -> list[int]:
        """Find what the flags reported do not follow from; what moved in the reported course."""
        self._divide()
        moved = list(claimed)
        for table, flags in enumerate(won):
            if flags in (paid[table], claimed[table]):
                moved[table] = flags
                continue
            held = self.reported.held[table]
            moved[table] = min(max(flags, 0), MOST)
            if table in self.unknown and 0 <= flags <= owed[table]:
                self.reported.lend(table, max(0, flags - held))
                continue
            if held < flags <= owed[table]:
                self.unknown.add(table)
                message = says(
                    "Table %(table)s paid %(flags)s and held %(held)s; no loan is recorded.",
                    table=table + 1,
                    flags=flags,
                    held=held,
                )
                self._find("loan-missing", rules.LOANS, message, number, table + 1)
                self.reported.lend(table, flags - held)
                continue
            if self.reported.lent[table]:
                self.unknown.add(table)
            message = says(
                "The visitors are noted as taking %(flags)s away; they won %(won)s.",
                flags=flags,
                won=owed[table],
            )
            if paid[table] != owed[table]:
                message = says(
                    "The visitors are noted as taking %(flags)s away; they won %(won)s, and table %(table)s "
                    "had %(held)s.",
                    flags=flags,
                    won=owed[table],
                    table=table + 1,
                    held=paid[table],
                )
            self._find("flags-won", rules.FLAGS_WON, message, number, table + 1)
        return moved

    def _give_back(self, number: int) -> None:
        for back in self.returns.pop(number, ()):
            table = back.table - 1
            able = [book for book in self._books() if back.flags <= self._returnable(book, table)]
            if not able and table in self.unknown:
                able = self._books()
            if not able:
                self.unknown.add(table)
                lent = self.reported.lent[table]
                message = says(
                    "Table %(table)s returned %(flags)s flags; %(lent)s were on loan.",
                    table=back.table,
                    flags=back.flags,
                    lent=lent,
                )
                self._find("return-unfounded", rules.LOANS, message, number, back.table)
                self._divide()
                self.reported.give_back(table, back.flags)
            for book in able:
                book.give_back(table, back.flags)

    def _returnable(self, book: FlagBook, table: int) -> int:
        """What a table has on loan, and there to give back where that is known."""
        return min(book.lent[table], book.held[table]) if self.sure else book.lent[table]

    def _books(self) -> list[FlagBook]:
        """Both courses, or the one while they are one."""
        return [self.true] if self.reported is self.true else [self.true, self.reported]

    def _check_left_over(self) -> None:
        """Loans and returns of hands that this day does not have."""
        for lendings in (*self.loans.values(), *self.returns.values()):
            for lending in lendings:
                message = says(
                    "Hand %(hand)s is not one of this day; %(flags)s flags are noted in it.",
                    hand=lending.hand,
                    flags=lending.flags,
                )
                self._find("loan-elsewhere", rules.LOANS, message, None, lending.table)

    def _lent(self) -> list[int]:
        """What is on loan at the end, by the record of loans alone."""
        lent = [0] * self.tables
        for loan in self.day.loans:
            lent[loan.table - 1] += loan.flags
        for back in self.day.returns:
            lent[back.table - 1] -= back.flags
        return lent

    def _check_after(self, followed: bool, lent: list[int]) -> None:
        after = self.day.after
        if after is None:
            return
        counted = [flags - loan for flags, loan in zip(after, lent, strict=True)]
        if not followed:
            self._check_sum(after, lent)
        elif self.sure:
            held, other = self.true.held, self.reported.held
            wrong = [
                table
                for table, flags in enumerate(after)
                if flags not in (held[table], other[table]) and table not in self.unknown
            ]
            if wrong:
                differences = Several(
                    [
                        says(
                            "%(flags)s for %(due)s at table %(table)s",
                            flags=after[table],
                            due=held[table],
                            table=table + 1,
                        )
                        for table in wrong
                    ]
                )
                message = says(
                    "The flags counted at the end are not those that the hands leave: %(counts)s.",
                    counts=differences,
                )
                self._find(
                    "count-after", rules.COUNTS, message, None, wrong[0] + 1 if len(wrong) == 1 else None
                )
        if counted not in self.scores:
            self.scores.append(counted)

    def _check_sum(self, after: list[int], lent: list[int]) -> None:
        before = sum(self.day.before) if self.day.before is not None else on_the_tables(self.tables)
        due = {on_the_tables(self.tables, sum(lent)), before + sum(lent)}
        if sum(after) not in due:
            given_out = on_the_tables(self.tables)
            message = says(
                "%(flags)s flags were counted at the end; %(given)s were given out.",
                flags=sum(after),
                given=given_out,
            )
            if any(lent):
                message = says(
                    "%(flags)s flags were counted at the end; %(given)s were given out and %(lent)s are on "
                    "loan.",
                    flags=sum(after),
                    given=given_out,
                    lent=sum(lent),
                )
            self._find("count-after", rules.COUNTS, message)

    def _check_scores(self, scores: list[int]) -> None:
        if self.scores and (self.sure or not self.findings):
            wrong, due = wrong_figures(scores, self.scores)
            if exchanged(wrong, due):
                team, other = wrong
                message = says(
                    "Teams %(one)s and %(other)s are recorded with each other's scores of the day.",
                    one=TeamNumber(team),
                    other=TeamNumber(other),
                )
                self._find("day-score", rules.DAYS_ADDED, message)
            else:
                for table, score in wrong.items():
                    message = says(
                        "Team %(team)s is recorded with %(score)s; its score of the day is %(due)s.",
                        team=TeamNumber(table),
                        score=score,
                        due=due[table],
                    )
                    self._find("day-score", rules.DAYS_ADDED, message, None, table)
        self.scores.append(scores)

    def _divide(self) -> None:
        """Let the reported course go its own way from here."""
        if self.reported is self.true:
            self.reported = self.true.copy()

    def _find(
        self, code: str, rule: str, message: Said, hand: int | None = None, table: int | None = None
    ) -> None:
        self.findings.append(finding_at(code, rule, message, Spot(self.number, hand, table)))


def _by_hand(lendings: Sequence[Lending]) -> dict[int, list[Lending]]:
    by_hand: dict[int, list[Lending]] = {}
    for lending in lendings:
        by_hand.setdefault(lending.hand, []).append(lending)
    return by_hand
