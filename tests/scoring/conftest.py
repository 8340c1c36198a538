"""The cast is the same on every floor; a playoff, for previews; a table that is split."""

from tests.cast import cast
from tests.scoring.drafts import playoffs
from tests.scoring.splitting import eight, many

__all__ = ["cast", "eight", "many", "playoffs"]
