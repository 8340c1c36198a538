"""Military Whist of the Alberta 55 plus: teams of four, one event, counts of flags."""

from tournaments.formats.military_whist.format import MILITARY_WHIST

__all__ = ["MILITARY_WHIST"]
