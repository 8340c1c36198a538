"""Steps of a game's canons that stand for its players: what counts, and which events they sit out for it.

Read by entries, teams and rulings; pages and the noting of violations are in `tournaments.justice.canons`."""
