"""What the Articles of Administration provide besides their award scales: one row for each provision.

Purpose: name, type, title, rule and default of every provision stand here once; reading, checking, the
form, the comparison and the API all go by this table.
Invariants: `default` is how a version that was adopted before a provision was written is read, so that
old Articles keep meaning what they meant; it is what the house did until then.
Rule section: IV ("defined under appropriate titles in the Articles of Administration"); readings 54, 61
to 63, 65, 71 to 73. What the rule texts fix themselves (25.0, the degrees, paid places) is no provision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some values, each with what it means."""

    options: Mapping[str, str]

    def wanted(self) -> str:
        return " or ".join(f"“{value}”" for value in self.options)

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and value in self.options

    def in_words(self, value: Any) -> str:
        return self.options[value]

    def typed(self, text: str) -> Any:
        return text


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds, of `one` thing or of `many`."""

    least: int
    most: int
    one: str
    many: str

    def wanted(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def fits(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most

    def in_words(self, value: Any) -> str:
        return f"{value} {self.one if value == 1 else self.many}"

    def typed(self, text: str) -> Any:
        whole = text.strip()
        return int(whole) if whole.isascii() and whole.isdigit() and len(whole) < 10 else text


@dataclass(frozen=True, slots=True)
class YesNo:
    yes: str
    no: str

    def wanted(self) -> str:
        return "true or false"

    def fits(self, value: Any) -> bool:
        return isinstance(value, bool)

    def in_words(self, value: Any) -> str:
        return self.yes if value else self.no

    def typed(self, text: str) -> Any:
        return {"yes": True, "no": False}.get(text, text)


@dataclass(frozen=True, slots=True)
class Names:
    """A list of different names, each on a line of its own."""

    most: int = 20
    longest: int = 120

    def wanted(self) -> str:
        return f"at most {self.most} different names, each of at most {self.longest} characters"

    def fits(self, value: Any) -> bool:
        if not isinstance(value, list) or len(value) > self.most:
            return False
        written = all(isinstance(one, str) and 0 < len(one.strip()) <= self.longest for one in value)
        return written and len(set(value)) == len(value)

    def in_words(self, value: Any) -> str:
        return "; ".join(value) or "none"

    def typed(self, text: str) -> Any:
        return [line.strip() for line in text.splitlines() if line.strip()]


Kind = Choice | Whole | YesNo | Names


@dataclass(frozen=True, slots=True, kw_only=True)
class Provision:
    """`name` is its key in a body; `part` the heading under which pages show it."""

    name: str
    part: str
    title: str
    rule: str
    kind: Kind
    default: Any
    help: str = ""


DAYS = Whole(1, 365, "day", "days")
AWARDS, RULINGS, APPEALS, APPLICATIONS = "Awards", "Rulings and votes", "Appeals", "Applications"

PROVISIONS: Final = (
    Provision(
        name="least_player_hands",
        part=AWARDS,
        title="Least player-hands of a game that brings points",
        rule="IV, reading 63",
        kind=Whole(0, 100_000, "player-hand", "player-hands"),
        default=0,
        help="0 sets no least.",
    ),
    Provision(
        name="tie_rule",
        part=AWARDS,
        title="Players tied at a paid place",
        rule="IV, reading 62",
        kind=Choice(
            {
                "share": "share equally what the places they cover pay, rounded down to a tenth",
                "whole": "each win the whole points of the place they share",
            }
        ),
        default="share",
        help="The text names paid places and says nothing of ties; a draw it keeps for seats and splits.",
    ),
    Provision(
        name="table_size",
        part=AWARDS,
        title="Table size for paid places when it varied",
        rule="IV, reading 61",
        kind=Choice(
            {
                "truncated-average": "own player-hands divided by own stanzas, truncated",
                "finals": "the number of final scores, leavers included",
            }
        ),
        default="truncated-average",
    ),
    Provision(
        name="executor_may_play_at_one_table",
        part=RULINGS,
        title="An executor who plays where he rules",
        rule="IV, reading 73",
        kind=YesNo("allowed at events of one table", "not allowed"),
        default=False,
    ),
    Provision(
        name="simple_majority_of",
        part=RULINGS,
        title="Base of a simple majority",
        rule="III, reading 54",
        kind=Choice(
            {
                "entitled": "more than half of those entitled to vote",
                "cast": "more than half of the votes cast",
            }
        ),
        default="entitled",
    ),
    Provision(
        name="college_quorum",
        part=RULINGS,
        title="Quorum of the College of Executors",
        rule="IV, reading 71",
        kind=Whole(1, 99, "member", "members"),
        default=3,
    ),
    Provision(
        name="days_to_appeal_to_associate",
        part=APPEALS,
        title="To appeal from the Acting to an Associate Executor",
        rule="IV, reading 71",
        kind=DAYS,
        default=14,
    ),
    Provision(
        name="days_to_appeal_to_managing",
        part=APPEALS,
        title="To appeal from there to the Managing Executor",
        rule="IV, reading 71",
        kind=DAYS,
        default=14,
    ),
    Provision(
        name="days_to_appeal_to_college",
        part=APPEALS,
        title="To appeal from there to the College",
        rule="IV, reading 71",
        kind=DAYS,
        default=14,
    ),
    Provision(
        name="days_for_associate_to_decide",
        part=APPEALS,
        title="For an Associate Executor to decide",
        rule="IV, reading 71",
        kind=DAYS,
        default=14,
        help="An overdue appeal is given to another of the same rank.",
    ),
    Provision(
        name="days_for_managing_to_decide",
        part=APPEALS,
        title="For the Managing Executor to decide",
        rule="IV, reading 71",
        kind=DAYS,
        default=21,
    ),
    Provision(
        name="days_for_college_to_decide",
        part=APPEALS,
        title="For the College to decide",
        rule="IV, reading 71",
        kind=DAYS,
        default=42,
    ),
    Provision(
        name="penalties_without_merit",
        part=APPEALS,
        title="Penalties for an appeal without merit",
        rule="IV, reading 72",
        kind=Names(),
        default=[],
        help="One on a line. Only the College, after its own decision, may choose from them.",
    ),
    Provision(
        name="days_to_submit",
        part=APPLICATIONS,
        title="For a club to send in a draft",
        rule="IV",
        kind=DAYS,
        default=90,
    ),
    Provision(
        name="days_to_decide",
        part=APPLICATIONS,
        title="For the Managing Executor to decide on an application",
        rule="IV",
        kind=DAYS,
        default=30,
    ),
    Provision(
        name="days_to_answer",
        part=APPLICATIONS,
        title="For a club to answer a question",
        rule="IV",
        kind=DAYS,
        default=30,
    ),
    Provision(
        name="days_to_pay",
        part=APPLICATIONS,
        title="For a club to pay the fee",
        rule="IV, reading 65",
        kind=DAYS,
        default=30,
    ),
)
