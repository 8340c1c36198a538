"""Columbus Whist of the First Club: pairs, six games, sheets that two signatures lock."""

from tournaments.formats.columbus_whist.format import COLUMBUS_WHIST

__all__ = ["COLUMBUS_WHIST"]
