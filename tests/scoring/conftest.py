"""The cast is the same on every floor."""

from tests.cast import cast

__all__ = ["cast"]
