"""Where an appeal may go: one step at a time, each after the decision of the one before.

Section IV (W-123, W-124, reading 71) for rulings; section III, "Chaotic Action" (W-105, reading 51) for
penalties under the elastic clause; "Penalties" (reading 52) for every other type 2 vote, whose merits
stand.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, get_args

Office = Literal["Acting", "Associate", "Managing", "College"]
Matter = Literal["ruling", "chaotic-action", "other-type-2-vote"]
OFFICES: tuple[Office, ...] = get_args(Office)
MATTERS: tuple[Matter, ...] = get_args(Matter)

LADDER: Mapping[Matter, tuple[Office, ...]] = {
    "ruling": OFFICES,
    "chaotic-action": ("Managing", "College"),
    "other-type-2-vote": (),
}
RULES: Mapping[Matter, str] = {
    "ruling": "IV",
    "chaotic-action": "III/Chaotic Action",
    "other-type-2-vote": "III/Penalties",
}


class Appeal(NamedTuple):
    """Whether an appeal is `accepted`, the one office that may hear it `next` (None for none), and why."""

    accepted: bool
    next: Office | None
    reason: str


class OutOfOrder(ValueError):
    """The offices that decided do not follow the matter's ladder from `index` on."""

    def __init__(self, index: int) -> None:
        super().__init__("the steps of appeal were not taken one after the other")
        self.index = index


def appeal(matter: Matter, decided_by: Sequence[Office], to: Office) -> Appeal:
    """Whether `matter`, decided by each of `decided_by` in turn, may now go to `to`.

    A ruling begins with the Acting Executor. A chaotic-action penalty is voted by the players, so
    `decided_by` may be empty or begin with the Acting Executor who opened that vote.

    Raises:
        OutOfOrder: an office in `decided_by` is not the next step after the one before it.
    """
    if matter == "other-type-2-vote":
        reason = "The merits of this vote stand; only the ruling that it was lawful may be appealed."
        return Appeal(False, None, reason)
    if matter == "ruling" and not decided_by:
        return Appeal(False, None, "The Acting Executor has not ruled yet.")
    ladder = LADDER[matter]
    opened = 1 if matter == "chaotic-action" and decided_by and decided_by[0] == "Acting" else 0
    for step, office in enumerate(decided_by[opened:]):
        if step >= len(ladder) or office != ladder[step]:
            raise OutOfOrder(opened + step)
    taken = len(decided_by) - opened
    if taken == len(ladder):
        return Appeal(False, None, "The College has decided; there is no further appeal.")
    due = ladder[taken]
    if to == due:
        return Appeal(True, due, f"The next step is the {_title(due)}.")
    return Appeal(False, due, f"Steps are taken one at a time; the next is the {_title(due)}.")


def _title(office: Office) -> str:
    return "College of Executors" if office == "College" else f"{office} Executor"
