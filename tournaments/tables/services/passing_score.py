"""What the trail says where the score of a table passes on to somebody else, because one came or left.

Invariant: noted in the transaction of whoever's coming or leaving brings it about.
Rule section: I/Scorekeeper and First Dealer; reading 9.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sanctioning.kit.audit.services import note
from sanctioning.people.models.person import Person
from tournaments.games.game_families import Family
from tournaments.games.models import Game
from tournaments.tables.models.authorisation import Authorisation
from tournaments.tables.models.stay import Stay
from tournaments.tables.scorekeepers import scorekeeper_at


def note_leaver_passes_score(*, by: Person, family: Family, game: Game, stay: Stay, at: dt.datetime) -> None:
    """As `note_score_passed`, before the stay of whoever leaves ends."""
    table = family.table_of(game)
    left = tuple(player for player in table if player != stay.player.record_id)
    note_score_passed(by=by, game=game, before=table, after=left, at=at)


def note_score_passed(
    *, by: Person, game: Game, before: Sequence[str], after: Sequence[str], at: dt.datetime
) -> None:
    """Note where those who sit there `after` are not of the same scorekeeper as those `before`. One query."""
    namings = Authorisation.objects.filter(game=game, kind=Authorisation.Kind.SCOREKEEPER)
    named = list(namings.order_by("pk").values_list("player__record_id", flat=True))
    kept, keeps = (scorekeeper_at(game.opening_draw, seated, named) for seated in (before, after))
    if kept != keeps:
        note(
            by=by,
            at=at,
            action="pass on the scorekeeping",
            thing=game,
            before={"scorekeeper": kept or ""},
            after={"scorekeeper": keeps or ""},
        )
