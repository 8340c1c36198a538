"""The formats that the house can run: one module or package each, which registers itself."""

from tournaments.formats.registry import FORMATS, HOME_FORMAT, format_named, register

__all__ = ["FORMATS", "HOME_FORMAT", "format_named", "register"]
