"""Reading drawn cards: the rounds of a draw, and a draw among tied players."""

from rules_engine import draws
from rules_engine.draws import TieDraw
from rules_engine.reading import Malformed, child, fields, items, mapping, names, text


def read_rounds(value: object, pointer: str) -> list[dict[str, str]]:
    """Rounds of a draw, each an object from player to card, no card more often than the deck has it."""
    return [_read_round(round_, child(pointer, index)) for index, round_ in enumerate(items(value, pointer))]


def _read_round(value: object, pointer: str) -> dict[str, str]:
    drawn = {player: text(card, child(pointer, player)) for player, card in mapping(value, pointer).items()}
    for player, card in drawn.items():
        try:
            draws.rank(card)
        except ValueError as error:
            raise Malformed(child(pointer, player), str(error)) from None
    twice = draws.repeated(drawn.values())
    if twice is not None:
        raise Malformed(pointer, f"{twice} is drawn more often than the deck has it")
    return drawn


def read_draw(value: object, pointer: str) -> TieDraw:
    """A recorded draw among tied players."""
    draw = fields(value, pointer, ("tied", "rounds"))
    tied = names(draw["tied"], child(pointer, "tied"))
    return TieDraw(tuple(tied), tuple(read_rounds(draw["rounds"], child(pointer, "rounds"))))
