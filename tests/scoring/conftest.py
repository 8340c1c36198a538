"""The cast is the same on every floor; a playoff, for previews."""

from tests.cast import cast
from tests.scoring.drafts import playoffs

__all__ = ["cast", "playoffs"]
