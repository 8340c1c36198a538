"""How far a voted bar reaches.

Section III, "Penalties"; inventory W-111 and W-112, readings 57 and 58.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

from rules_engine.justice.votes import BARS, Motion

RULE = "III/Penalties"

Kind = Literal["rest-of-game", "game", "playoff", "special-event"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class VotedTarget(NamedTuple):
    """What a bar names: the `id` of a game or event of one `kind`, and the sanction it is played under."""

    kind: Kind
    id: str
    sanction: str | None


class Reach(NamedTuple):
    """Ids that the bar takes in and those it cannot, each in the order named, and why."""

    effective: tuple[str, ...]
    out_of_reach: tuple[str, ...]
    reason: str


def reach(motion: Motion, sanction: str, scope: Iterable[VotedTarget]) -> Reach:
    """What of `scope` a carried bar reaches, the violation having been in a game under `sanction`.

    Both bars reach the rest of the game and named games, never a special event; only the unanimous one
    reaches playoffs, and of them only those of the same sanction.

    Raises:
        ValueError: `motion` is no bar.
    """
    if motion not in BARS:
        raise ValueError(f"{motion} is no bar")
    effective: list[str] = []
    beyond: list[str] = []
    for target in scope:
        (effective if _within(motion, sanction, target) else beyond).append(target.id)
    reason = (
        "A bar voted by all also reaches playoffs of the same sanction, never special events."
        if motion is Motion.TYPE_2_BAR_WITH_PLAYOFFS
        else "A bar voted by three quarters reaches games, never playoffs or special events."
    )
    return Reach(tuple(effective), tuple(beyond), reason)


def _within(motion: Motion, sanction: str, target: VotedTarget) -> bool:
    if target.kind == "playoff":
        return motion is Motion.TYPE_2_BAR_WITH_PLAYOFFS and target.sanction == sanction
    return target.kind != "special-event"
