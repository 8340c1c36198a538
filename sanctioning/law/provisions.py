"""What the Articles of Administration provide besides their award scales: one row for each provision.

Purpose: name, type, title, rule and default of every provision stand here once; reading, checking, the
form, the comparison and the API all go by this table.
Invariants: `default` is how a version that was adopted before a provision was written is read, so that
old Articles keep meaning what they meant; it is what the authority did until then.
Rule section: IV ("defined under appropriate titles in the Articles of Administration"); readings 54, 61
to 63, 65, 71 to 73. What the rule texts fix themselves (25.0, the degrees, paid places) is no provision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from sanctioning.kit.wording.localised import lazily as _lazy


@dataclass(frozen=True, slots=True)
class ChoiceProvision:
    """One of some values, each with what it means."""

    options: Mapping[str, str]

    def wanted(self) -> str:
        return _(" or ").join(f"“{value}”" for value in self.options)

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and value in self.options

    def in_words(self, value: Any) -> str:
        return str(self.options[value])

    def typed(self, text: str) -> Any:
        return text


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds; `words` say so many of what it counts."""

    least: int
    most: int
    words: Any

    def wanted(self) -> str:
        return _("a whole number from %(least)s to %(most)s") % {"least": self.least, "most": self.most}

    def fits(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most

    def in_words(self, value: Any) -> str:
        filled: str = self.words % {"count": value}
        return filled

    def typed(self, text: str) -> Any:
        whole = text.strip()
        return int(whole) if whole.isascii() and whole.isdigit() and len(whole) < 10 else text


@dataclass(frozen=True, slots=True)
class YesNo:
    yes: str
    no: str

    def wanted(self) -> str:
        return _("true or false")

    def fits(self, value: Any) -> bool:
        return isinstance(value, bool)

    def in_words(self, value: Any) -> str:
        return str(self.yes if value else self.no)

    def typed(self, text: str) -> Any:
        return {"yes": True, "no": False}.get(text, text)


@dataclass(frozen=True, slots=True)
class NamesProvision:
    """A list of different names, each on a line of its own."""

    most: int = 20
    longest: int = 120

    def wanted(self) -> str:
        return f"at most {self.most} different names, each of at most {self.longest} characters"

    def fits(self, value: Any) -> bool:
        if not isinstance(value, list) or len(value) > self.most:
            return False
        written = all(isinstance(name, str) and 0 < len(name.strip()) <= self.longest for name in value)
        return written and len(set(value)) == len(value)

    def in_words(self, value: Any) -> str:
        return "; ".join(value) or _("none")

    def typed(self, text: str) -> Any:
        return [line.strip() for line in text.splitlines() if line.strip()]


Kind = ChoiceProvision | Whole | YesNo | NamesProvision


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


DAYS = Whole(1, 365, ngettext_lazy("%(count)s day", "%(count)s days", "count"))
AWARDS, RULINGS = _lazy("Awards"), _lazy("Rulings and votes")
APPEALS, APPLICATIONS = _lazy("Appeals"), _lazy("Applications")

PROVISIONS: Final = (
    Provision(
        name="least_player_hands",
        part=AWARDS,
        title=_lazy("Fewest player-hands of a game that wins points"),
        rule="IV, reading 63",
        kind=Whole(0, 100_000, ngettext_lazy("%(count)s player-hand", "%(count)s player-hands", "count")),
        default=0,
        help=_lazy("0 means no minimum."),
    ),
    Provision(
        name="tie_rule",
        part=AWARDS,
        title=_lazy("Players tied at a paid place"),
        rule="IV, reading 62",
        kind=ChoiceProvision(
            {
                "share": _lazy("share the points of the places they cover equally, rounded down to a tenth"),
                "whole": _lazy("each wins the full points of the place they share"),
            }
        ),
        default="share",
        help=_lazy(
            "The rules name paid places but say nothing about ties; they draw only for seats and splits."
        ),
    ),
    Provision(
        name="table_size",
        part=AWARDS,
        title=_lazy("Table size for paid places when it varied"),
        rule="IV, reading 61",
        kind=ChoiceProvision(
            {
                "truncated-average": _lazy("own player-hands divided by own stanzas, truncated"),
                "finals": _lazy("the number of final scores, including players who left"),
            }
        ),
        default="truncated-average",
    ),
    Provision(
        name="executor_may_play_at_one_table",
        part=RULINGS,
        title=_lazy("An executor who plays in an event they rule"),
        rule="IV, reading 73",
        kind=YesNo(_lazy("allowed at events of one table"), _lazy("not allowed")),
        default=False,
    ),
    Provision(
        name="simple_majority_of",
        part=RULINGS,
        title=_lazy("What a simple majority is counted from"),
        rule="III, reading 54",
        kind=ChoiceProvision(
            {
                "entitled": _lazy("more than half of those entitled to vote"),
                "cast": _lazy("more than half of the votes cast"),
            }
        ),
        default="entitled",
    ),
    Provision(
        name="college_quorum",
        part=RULINGS,
        title=_lazy("Quorum of the College of Executors"),
        rule="IV, reading 71",
        kind=Whole(1, 99, ngettext_lazy("%(count)s member", "%(count)s members", "count")),
        default=3,
    ),
    Provision(
        name="days_to_answer_charge",
        part=RULINGS,
        title=_lazy("For somebody accused in a disciplinary case to answer"),
        rule="III, reading 59",
        kind=DAYS,
        default=14,
        help=_lazy("No decision is made before the answer has arrived or these days have passed."),
    ),
    Provision(
        name="days_to_appeal_to_associate",
        part=APPEALS,
        title=_lazy("To appeal from the Acting to an Associate Executor"),
        rule="IV, reading 71",
        kind=DAYS,
        default=14,
    ),
    Provision(
        name="days_to_appeal_to_managing",
        part=APPEALS,
        title=_lazy("To appeal from there to the Managing Executor"),
        rule="IV, reading 71",
        kind=DAYS,
        default=14,
    ),
    Provision(
        name="days_to_appeal_to_college",
        part=APPEALS,
        title=_lazy("To appeal from there to the College"),
        rule="IV, reading 71",
        kind=DAYS,
        default=14,
    ),
    Provision(
        name="days_for_associate_to_decide",
        part=APPEALS,
        title=_lazy("For an Associate Executor to decide"),
        rule="IV, reading 71",
        kind=DAYS,
        default=14,
        help=_lazy("An overdue appeal goes to another judge of the same rank."),
    ),
    Provision(
        name="days_for_managing_to_decide",
        part=APPEALS,
        title=_lazy("For the Managing Executor to decide"),
        rule="IV, reading 71",
        kind=DAYS,
        default=21,
    ),
    Provision(
        name="days_for_college_to_decide",
        part=APPEALS,
        title=_lazy("For the College to decide"),
        rule="IV, reading 71",
        kind=DAYS,
        default=42,
    ),
    Provision(
        name="penalties_without_merit",
        part=APPEALS,
        title=_lazy("Penalties for an appeal without merit"),
        rule="IV, reading 72",
        kind=NamesProvision(),
        default=[],
        help=_lazy("One on each line. Only the College can choose from them, after its own decision."),
    ),
    Provision(
        name="days_to_submit",
        part=APPLICATIONS,
        title=_lazy("For a club to send in a draft"),
        rule="IV",
        kind=DAYS,
        default=90,
    ),
    Provision(
        name="days_to_decide",
        part=APPLICATIONS,
        title=_lazy("For the Managing Executor to decide on an application"),
        rule="IV",
        kind=DAYS,
        default=30,
    ),
    Provision(
        name="days_to_answer",
        part=APPLICATIONS,
        title=_lazy("For a club to answer a question"),
        rule="IV",
        kind=DAYS,
        default=30,
    ),
    Provision(
        name="days_to_pay",
        part=APPLICATIONS,
        title=_lazy("For a club to pay the fee"),
        rule="IV, reading 65",
        kind=DAYS,
        default=30,
    ),
)
