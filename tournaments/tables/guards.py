"""What the database itself keeps of seats, stanzas, splits, links and orders at a table."""

from __future__ import annotations

from sanctioning.kit.guards.guards import append_only, differs, guard
from tournaments.tables.models.authorisation import Authorisation
from tournaments.tables.models.sheet import Settlement, Split, StanzaVersion
from tournaments.tables.models.stay import Stay
from tournaments.tables.models.table_link import TableLink

PLAYED = (
    "(SELECT game.stanzas_played FROM tournaments_game AS game JOIN tournaments_gameplayer AS player"
    " ON player.game_id = game.id WHERE player.id = OLD.player_id)"
)


def guard_tables() -> None:
    append_only(Authorisation)
    append_only(StanzaVersion)
    append_only(Settlement)
    sat = "who sat at a table, where and since when is never changed"
    guard(
        Stay,
        "UPDATE",
        sat,
        condition=differs(
            "player_id", "since", "returns", "came_from_id", "came_after", "sat_by_id", "sat_at"
        ),
    )
    guard(
        Stay,
        "UPDATE",
        sat,
        condition=f"{PLAYED} >= OLD.since AND ({differs('left_of_id')})",
        about="played",
    )
    guard(
        Stay,
        "UPDATE",
        "a stay neither ends nor goes on before stanzas that were played",
        condition=f"({differs('until')}) AND (OLD.until < {PLAYED} OR NEW.until < {PLAYED})",
        about="until",
    )
    guard(
        Stay,
        "DELETE",
        "a stay of which a stanza was played is never deleted",
        condition=f"{PLAYED} >= OLD.since",
    )
    given = "a link to a table is withdrawn, never changed, opened again or deleted"
    fixed = differs("game_id", "seed", "sha256", "made_by_id", "made_at")
    reopened = f"OLD.withdrawn_at IS NOT NULL AND ({differs('withdrawn_at', 'withdrawn_by_id')})"
    guard(TableLink, "UPDATE", given, condition=f"{fixed} OR {reopened}")
    guard(TableLink, "DELETE", given)
    decided = "a split stays as it was decided and drawn; undo it and decide another"
    facts = "game_id after_stanza group_count scores waiting returning average decided_by_id decided_at"
    guard(Split, "UPDATE", decided, condition=differs(*facts.split()))
    guard(
        Split,
        "UPDATE",
        decided,
        condition=f"OLD.state <> 'drawing' AND ({differs('draws', 'ranking', 'groups', 'open')}"
        f" OR NEW.state = 'drawing' OR OLD.carried <> '[]' AND ({differs('carried')}))",
        about="made",
    )
    guard(Split, "UPDATE", decided, condition="OLD.state = 'undone'", about="undone")
    guard(Split, "DELETE", decided)
    guard(Split, "TRUNCATE", decided)
