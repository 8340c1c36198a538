"""Reading what the sheets of an event and its play-offs have in common, and the play-offs themselves."""

from collections.abc import Mapping, Sequence

from rules_engine import reading
from rules_engine.cards import TWO_DECKS
from rules_engine.draw_reading import read_rounds
from rules_engine.military_whist.movement import destinations
from rules_engine.military_whist.record import ExtraHand, PlayOff
from rules_engine.military_whist.rotation import SUITS
from rules_engine.military_whist.ties import PLAYERS, trump
from rules_engine.reading import Malformed, child

_MOST_EXTRA = 10


def read_move(value: object, pointer: str, tables: int) -> tuple[int, ...]:
    """Destinations of all teams: from how many tables all move on by, or from a list of them."""
    if type(value) is int:
        return destinations(tables, reading.integer(value, pointer, 0, 1_000) % tables)
    to = reading.items(value, pointer)
    if len(to) != tables:
        raise Malformed(pointer, f"a destination for each of {tables} teams is expected")
    return tuple([reading.integer(table, f"{pointer}/{at}", 1, tables) for at, table in enumerate(to)])


def read_teams(value: object, pointer: str, tables: int) -> tuple[int, ...]:
    """Teams by the numbers of their tables, none twice."""
    teams: list[int] = []
    for at, entry in enumerate(reading.items(value, pointer)):
        team = reading.integer(entry, f"{pointer}/{at}", 1, tables)
        if team in teams:
            raise Malformed(f"{pointer}/{at}", "named twice")
        teams.append(team)
    return tuple(teams)


def read_playoff(value: object, pointer: str, tables: int) -> PlayOff:
    """A play-off among teams of so many tables."""
    read = reading.fields(value, pointer, ("teams", "order"), ("draw", "bye", "hands", "ruling"))
    teams = read_teams(read["teams"], f"{pointer}/teams", tables)
    if len(teams) < 2:
        raise Malformed(f"{pointer}/teams", "at least two teams are expected")
    order = read_teams(read["order"], f"{pointer}/order", tables)
    if set(order) != set(teams):
        raise Malformed(f"{pointer}/order", "the teams of the play-off are expected")
    names = [str(team) for team in teams]
    draw = read_draw_among(read.get("draw", []), f"{pointer}/draw", names)
    bye: int | None = None
    if "bye" in read:
        bye = reading.integer(read["bye"], f"{pointer}/bye", 1, tables)
        if bye not in teams:
            raise Malformed(f"{pointer}/bye", "a team of the play-off is expected")
    hands = reading.items(read.get("hands", []), f"{pointer}/hands")
    if len(hands) > _MOST_EXTRA:
        raise Malformed(f"{pointer}/hands", f"no more than {_MOST_EXTRA} hands are expected")
    return PlayOff(
        teams,
        draw,
        bye,
        tuple(_extra(hand, f"{pointer}/hands/{at}", teams) for at, hand in enumerate(hands)),
        order,
        reading.text(read["ruling"], f"{pointer}/ruling") if "ruling" in read else None,
    )


def _extra(value: object, pointer: str, teams: tuple[int, ...]) -> ExtraHand:
    needed = ("teams", "trump_cut", "trump", "cuts", "dealer", "tricks")
    read = reading.fields(value, pointer, needed, ("revokes",))
    two = read_teams(read["teams"], f"{pointer}/teams", max(teams))
    if len(two) != 2 or not set(two) <= set(teams):
        raise Malformed(f"{pointer}/teams", "two teams of the play-off are expected")
    players = [f"{team}{letter}" for team in two for letter in PLAYERS]
    cuts = read_draw_among(read["cuts"], f"{pointer}/cuts", players)
    if not cuts:
        raise Malformed(f"{pointer}/cuts", "at least one round is expected")
    return ExtraHand(
        teams=(two[0], two[1]),
        trump_cut=read_card(read["trump_cut"], f"{pointer}/trump_cut"),
        trump=reading.choice(read["trump"], f"{pointer}/trump", SUITS),
        cuts=cuts,
        dealer=reading.choice(read["dealer"], f"{pointer}/dealer", players),
        tricks=read_two(read["tricks"], f"{pointer}/tricks", -TWO_DECKS),
        revokes=read_two(read.get("revokes", [0, 0]), f"{pointer}/revokes", 0),
    )


def read_draw_among(value: object, pointer: str, drawing: Sequence[str]) -> tuple[Mapping[str, str], ...]:
    """Rounds of a draw; in the first everybody draws, in the later ones whoever is tied."""
    rounds = read_rounds(value, pointer)
    for at, drawn in enumerate(rounds):
        for name, card in drawn.items():
            place = child(f"{pointer}/{at}", name)
            if name not in drawing:
                raise Malformed(place, f"one of {', '.join(drawing)} is expected")
            read_card(card, place)
    if rounds and len(rounds[0]) != len(drawing):
        raise Malformed(f"{pointer}/0", f"a card of each of {', '.join(drawing)} is expected")
    return tuple(rounds)


def read_card(value: object, pointer: str) -> str:
    """A card of a deck without jokers."""
    card = reading.text(value, pointer)
    try:
        trump(card)
    except ValueError as error:
        raise Malformed(pointer, str(error)) from None
    return card


def read_two(value: object, pointer: str, low: int, high: int = TWO_DECKS) -> tuple[int, int]:
    """A number for each of two teams."""
    pair = reading.items(value, pointer)
    if len(pair) != 2:
        raise Malformed(pointer, "a number for each of two teams is expected")
    return reading.integer(pair[0], f"{pointer}/0", low, high), reading.integer(
        pair[1], f"{pointer}/1", low, high
    )
