"""The score sheet: two signatures lock it.

Rule 41; inventory C-31. Until both teams have signed, the sheet may be changed; then nobody changes it.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, final

STRANGER: Final = 2


@final
class SheetAct:
    """Something that happened to a sheet: a team signed it, or, `team` None, it was changed. In a game `team`
    is its side, and `STRANGER` a team that does not play in it, which the note names."""

    __slots__ = ("note", "team")

    def __init__(self, team: int | None, note: str) -> None:
        self.team: Final = team
        self.note: Final = note


class SheetSignatures(NamedTuple):
    """A sheet as it stands: the teams that have not signed, and the places of changes that came too late."""

    unsigned: tuple[int, ...]
    too_late: tuple[int, ...]

    @property
    def locked(self) -> bool:
        """Whether both teams have signed."""
        return not self.unsigned


def kept(teams: Sequence[int], entries: Sequence[SheetAct]) -> SheetSignatures:
    """A sheet of these two teams after these entries, in their order."""
    unsigned = list(teams)
    too_late: list[int] = []
    for at, entry in enumerate(entries):
        if entry.team is None:
            if not unsigned:
                too_late.append(at)
        elif entry.team in unsigned:
            unsigned.remove(entry.team)
    return SheetSignatures(tuple(unsigned), tuple(too_late))
