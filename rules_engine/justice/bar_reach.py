"""Whether a bar that runs is in the way of one seat or one entry.

Section III, "Penalties", and the discipline of the authority; readings 57 and 58. What a vote may bar
from stands in `rules_engine.justice.voted_bars`; here what was imposed is held against an occasion.

Terms: reach (what a bar keeps somebody from: targets, of which one is enough), occasion (one game, or an
event as a whole).
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

TargetKind = Literal["everything", "club", "level", "event", "sanction", "game", "rest-of-game"]
EVERYTHING: TargetKind = "everything"
REST_OF_GAME: TargetKind = "rest-of-game"
# What the authority names; the rest of a game is for the players of that game alone.
TARGET_KINDS: tuple[TargetKind, ...] = tuple(kind for kind in get_args(TargetKind) if kind != REST_OF_GAME)
BY_NAME: tuple[TargetKind, ...] = ("sanction", "event", "game")


class Target(NamedTuple):
    """All that is sanctioned, the events of a club, of a level or of a sanction, one event, one game, or what
    is still to be played of one: that game and all groups that come of it.
    """

    kind: TargetKind
    id: str = ""


class Occasion(NamedTuple):
    """Where somebody wishes to play: ids as the targets have them; `game` is empty for an entry.

    `playoff` and `special_event` are what its level is.
    """

    event: str
    club: str
    level: str
    sanction: str = ""
    game: str = ""
    playoff: bool = False
    special_event: bool = False


def in_the_way(reach: Iterable[Target], occasion: Occasion) -> bool:
    """Whether one of the targets takes the occasion in. A bar from one game leaves the entry free.

    No bar reaches a special event, and a playoff only one that names it, its sanction or a game of it; but
    the rest of the game in which it was voted is barred whatever its level (W-111, W-112, reading 57).
    """
    reach = list(reach)
    if any(target.kind == REST_OF_GAME and _came_of(target.id, occasion.game) for target in reach):
        return True
    if occasion.special_event:
        return False
    if occasion.playoff:
        reach = [target for target in reach if target.kind in BY_NAME]
    return any(_takes_in(target, occasion) for target in reach)


def _takes_in(target: Target, occasion: Occasion) -> bool:
    if target.kind == EVERYTHING:
        return True
    if target.kind == REST_OF_GAME:
        return False
    held = {
        "club": occasion.club,
        "level": occasion.level,
        "event": occasion.event,
        "sanction": occasion.sanction,
        "game": occasion.game,
    }[target.kind]
    return bool(held) and held == target.id


def _came_of(game: str, other: str) -> bool:
    """Whether the other is that game or a group of it: "spring/1AB" came of "spring/1A", "spring/12" not."""
    return bool(game) and other.startswith(game) and not other[len(game) :][:1].isdigit()
