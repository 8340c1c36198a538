"""Reads fields of `whoopie-game/1` that stand by themselves: bounded numbers, newcomers, plans."""

from rules_engine import reading
from rules_engine.cards import TWO_DECKS
from rules_engine.reading import Malformed
from rules_engine.whoopie.record import MOST_SCORE, MOST_STANZAS, Join


def read_count(value: object, pointer: str) -> int:
    """Of cards or tricks; below none, too, can be read, and is for the check to find."""
    return reading.integer(value, pointer, -TWO_DECKS, TWO_DECKS)


def read_score(value: object, pointer: str) -> int:
    """A running total."""
    return reading.integer(value, pointer, -MOST_SCORE, MOST_SCORE)


def read_join(value: object, pointer: str) -> Join:
    """Somebody who sits down."""
    read = reading.fields(value, pointer, ("player", "left_of", "score"), ("returns", "from"))
    return Join(
        player=reading.text(read["player"], f"{pointer}/player"),
        left_of=reading.text(read["left_of"], f"{pointer}/left_of"),
        score=read_score(read["score"], f"{pointer}/score"),
        returns=reading.boolean(read.get("returns", False), f"{pointer}/returns"),
        came_from=reading.text(read["from"], f"{pointer}/from") if "from" in read else None,
    )


def check_planned(value: object) -> None:
    """When the game is to end, which nothing in the record hangs on."""
    read = reading.fields(value, "/planned", (), ("stanzas", "cycles", "until"))
    if len(read) != 1:
        raise Malformed("/planned", "one of 'stanzas', 'cycles' and 'until' is expected")
    if "until" in read:
        reading.text(read["until"], "/planned/until")
    for field in ("stanzas", "cycles"):
        if field in read:
            reading.integer(read[field], f"/planned/{field}", 1, MOST_STANZAS)
