"""What the page of the rules of Whoopie asks of the engine: numbers, and the worked example of section I."""

from __future__ import annotations

from typing import Final

from rules_engine.points.awards import PAID_PLACES
from rules_engine.points.degrees import DEGREES
from rules_engine.points.recordings import LEAST_QUANTITY
from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS
from rules_engine.whoopie.hand_sizes import limit
from rules_engine.whoopie.reader.game import record_of
from rules_engine.whoopie.replay.stanza import ReplayedTrick, replay_stanza

EXAMPLE: Final = (("A", "KS"), ("B", "8D"), ("C", "JH"), ("D", "JS"), ("E", "QS"), ("F", "JC"), ("G", "AS"))
TURNED_UP: Final = "JD"


def whoopie_in_words() -> dict[str, object]:
    """For the template of the page."""
    example = worked_example()
    return {
        "fewest": FEWEST_PLAYERS,
        "most": MOST_PLAYERS,
        "limits": [(count, limit(count)) for count in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)],
        "turned_up": TURNED_UP,
        "example": example,
        "trump_next": example.cards[-1].trump,
        "paid": [(size.replace("-", "–"), places) for size, places in PAID_PLACES.items()],
        "degrees": DEGREES,
        "least": LEAST_QUANTITY,
    }


def worked_example() -> ReplayedTrick:
    """The seven-card example of section I, as the engine plays it."""
    players = [player for player, _ in EXAMPLE]
    stanza = {
        "cards": 1,
        "dealer": players[-1],
        "defining": TURNED_UP,
        "bids": [[player, 0] for player in players],
        "tricks": [[list(play) for play in EXAMPLE]],
        "made": dict.fromkeys(players, False),
    }
    record = {
        "format": "whoopie-game/1",
        "ruleset": "whoopie-1966",
        "id": "the worked example",
        "seats": players,
        "first_dealer": players[-1],
        "stanzas": [stanza],
    }
    return replay_stanza(record_of(record), 1).tricks[0]
