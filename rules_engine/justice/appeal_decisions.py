"""How an appeal is decided, and what may follow from it; `appeal_terms` says until when.

Section IV and section III, "Chaotic Action"; inventory W-105, W-106, W-123 to W-125, readings 51 and 72.
"""

from collections.abc import Collection, Mapping
from typing import Final, Literal, NamedTuple, get_args

from rules_engine.justice.appeals import Matter, Office

Decision = Literal["upheld", "varied", "overturned", "sent-back"]
DECISIONS: tuple[Decision, ...] = get_args(Decision)
FINDS_NOT_DISRUPTIVE: Final = frozenset[Office]({"Managing", "College"})


class CollegeVote(NamedTuple):
    """A counted vote of the College: how many sat, how many ayes were `needed`, whether it is `valid` by the
    quorum and `carried`, and why."""

    sitting: int
    needed: int
    valid: bool
    carried: bool
    reason: str


def college_decides(sitting: int, quorum: int, ayes: int) -> CollegeVote:
    """A majority of the members sitting, whoever abstains among them; `quorum` must sit.

    Raises:
        ValueError: more ayes than members, or a negative number.
    """
    if not 0 <= ayes <= sitting or quorum < 1:
        raise ValueError("the ayes are counted among the members who sit")
    needed = sitting // 2 + 1
    if sitting < quorum:
        return CollegeVote(sitting, needed, False, False, f"{sitting} sit; the quorum is {quorum}.")
    carried = 2 * ayes > sitting
    return CollegeVote(sitting, needed, True, carried, f"{ayes} of {sitting} who sit; {needed} are needed.")


def may_penalise_without_merit(office: Office, decision: Decision | None) -> bool:
    """Only the College, after a decision of its own that leaves what was appealed as it was (W-125)."""
    return office == "College" and decision == "upheld"


def open_to_a_case(
    matter: Matter, office: Office, not_disruptive: bool, answers: Mapping[str, str]
) -> Collection[str]:
    """Against whom a case may be opened once an act charged as chaotic is found not disruptive (W-106).

    Those who answered aye on the roll call; nobody where the penalty was lifted on another ground.
    """
    if matter != "chaotic-action" or office not in FINDS_NOT_DISRUPTIVE or not not_disruptive:
        return ()
    return tuple(player for player, answer in answers.items() if answer == "aye")
