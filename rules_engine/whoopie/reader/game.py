"""Reads `whoopie-game/1` strictly: JSON in, a `Record` out, or `Malformed` with the place.

A record is malformed where its shape is wrong (types, unknown or missing fields, numbers beyond what the
cards allow) or where it names somebody who cannot be meant: a leaver who does not sit, a total for a
stranger. What can be read but breaks a rule is left to the check. Text that names no card is kept as a
`BadCard`.
"""

from typing import Final, cast

from rules_engine import reading
from rules_engine.cards import NO_CARD, TWO_DECKS, card_named
from rules_engine.reading import Malformed, child
from rules_engine.whoopie.hand_sizes import Direction
from rules_engine.whoopie.reader import fields as field_reader
from rules_engine.whoopie.reader import incidents as incident_reader
from rules_engine.whoopie.record import (
    FORMAT,
    MOST_PLAYER_HANDS,
    MOST_SCORE,
    MOST_STANZAS,
    STRANGER,
    AfterLast,
    BadCard,
    Incident,
    Join,
    Record,
    Stanza,
    Start,
    Tricks,
)

_TOO_MANY: Final = f"no more than {TWO_DECKS}"
_RECORD_NEEDS: Final = ("id", "seats", "first_dealer", "stanzas")
_RECORD_MAY: Final = ("draw", "scorekeeper", "planned", "start", "absent", "after_last", "final")
_STANZA_FIELDS: Final = frozenset(
    {"cards", "dealer", "bids", "leaves", "joins", "scorekeeper", "defining", "hands", "tricks"}
    | {"taken", "made", "incidents", "scores"}
)
_START_NEEDS: Final = (
    *("parent", "group", "after_stanza", "cards", "direction"),
    *("scores", "average", "player_hands"),
)


def record_of(document: object) -> Record:
    """The record that a parsed JSON document holds.

    Raises:
        Malformed: with a JSON pointer to the place.
    """
    return _Reader().record(document)


class _Reader:
    """Keeps who is seated and who is known while the stanzas are read in order."""

    def __init__(self) -> None:
        self.seated: tuple[str, ...] = ()
        self.seat_of: dict[str, int] = {}
        self.known: set[str] = set()
        self.bad_cards: list[BadCard] = []

    def record(self, document: object) -> Record:
        read = reading.record_fields(document, FORMAT, _RECORD_NEEDS, _RECORD_MAY)
        seats = self._seats(read["seats"])
        self._seat(seats)
        self.known.update(seats)
        first_dealer = self._known(read["first_dealer"], "/first_dealer")
        start = self._start(read["start"]) if "start" in read else None
        draw = self._draw(read["draw"]) if "draw" in read else None
        if "planned" in read:
            field_reader.check_planned(read["planned"])
        stanzas = reading.items(read["stanzas"], "/stanzas")
        if len(stanzas) > MOST_STANZAS:
            raise Malformed("/stanzas", f"no more than {MOST_STANZAS} stanzas are expected")
        return Record(
            id=reading.text(read["id"], "/id"),
            seats=seats,
            draw=draw,
            scorekeeper=reading.text(read["scorekeeper"], "/scorekeeper") if "scorekeeper" in read else None,
            first_dealer=first_dealer,
            start=start,
            stanzas=tuple([self._stanza(stanza, at) for at, stanza in enumerate(stanzas)]),
            after_last=self._after_last(read.get("after_last", {})),
            absent=self._absent(read.get("absent", [])),
            final=self._totals(read["final"], "", "final") if "final" in read else None,
            bad_cards=tuple(self.bad_cards),
        )

    def _seats(self, value: object) -> tuple[str, ...]:
        seats = tuple(
            [reading.text(player, f"/seats/{at}") for at, player in enumerate(reading.items(value, "/seats"))]
        )
        if len(seats) > TWO_DECKS:
            raise Malformed("/seats", f"{_TOO_MANY} people can sit")
        for at, player in enumerate(seats):
            if player in seats[:at]:
                raise Malformed(f"/seats/{at}", f"{player} is seated twice")
        if not seats:
            raise Malformed("/seats", "nobody is seated")
        return seats

    def _seat(self, seated: tuple[str, ...]) -> None:
        self.seated = seated
        self.seat_of = {player: seat for seat, player in enumerate(seated)}

    def _known(self, value: object, pointer: str) -> str:
        player = reading.text(value, pointer)
        if player not in self.known:
            raise Malformed(pointer, f"{player} has not been named as a player of this game")
        return player

    def _start(self, value: object) -> Start:
        read = reading.fields(value, "/start", _START_NEEDS)
        scores = reading.mapping(read["scores"], "/start/scores")
        self.known.update(scores)
        return Start(
            parent=reading.text(read["parent"], "/start/parent"),
            group=reading.text(read["group"], "/start/group"),
            after_stanza=reading.integer(read["after_stanza"], "/start/after_stanza", 1, MOST_STANZAS),
            cards=reading.integer(read["cards"], "/start/cards", 1, TWO_DECKS),
            direction=cast(Direction, reading.choice(read["direction"], "/start/direction", ("up", "down"))),
            scores=self._totals(scores, "/start", "scores"),
            average=field_reader.read_score(read["average"], "/start/average"),
            player_hands=reading.integer(read["player_hands"], "/start/player_hands", 0, MOST_PLAYER_HANDS),
        )

    def _draw(self, value: object) -> tuple[dict[str, str], ...]:
        rounds = []
        for at, drawn in enumerate(reading.items(value, "/draw")):
            pointer = f"/draw/{at}"
            round_ = {}
            for player, card in reading.mapping(drawn, pointer).items():
                place = child(pointer, player)
                self._known(player, place)
                round_[player] = text = reading.text(card, place)
                if card_named(text) == NO_CARD:
                    self.bad_cards.append(BadCard(None, None, player, text))
            rounds.append(round_)
        return tuple(rounds)

    def _after_last(self, value: object) -> AfterLast:
        read = reading.fields(value, "/after_last", (), ("leaves", "joins"))
        leaves = reading.names(read.get("leaves", []), "/after_last/leaves")
        for at, player in enumerate(leaves):
            if player not in self.seat_of:
                raise Malformed(f"/after_last/leaves/{at}", f"{player} does not sit at the table")
        joins = reading.names(read.get("joins", []), "/after_last/joins")
        for at, player in enumerate(joins):
            if player in self.seat_of:
                raise Malformed(f"/after_last/joins/{at}", f"{player} sits at the table already")
        return AfterLast(frozenset(leaves), frozenset(joins))

    def _totals(self, value: object, pointer: str, field: str) -> dict[str, int]:
        totals = _mapping(value, pointer, field)
        for player, total in totals.items():
            if player not in self.known:
                self._known(player, child(f"{pointer}/{field}", player))
            if type(total) is not int or not -MOST_SCORE <= total <= MOST_SCORE:
                field_reader.read_score(total, child(f"{pointer}/{field}", player))
        return cast("dict[str, int]", totals)

    def _absent(self, value: object) -> dict[str, bool]:
        absent: dict[str, bool] = {}
        for at, entry in enumerate(reading.items(value, "/absent")):
            pointer = f"/absent/{at}"
            read = reading.fields(entry, pointer, ("player", "extrapolate"))
            player = self._known(read["player"], f"{pointer}/player")
            if player in absent:
                raise Malformed(f"{pointer}/player", f"{player} is named twice")
            absent[player] = reading.boolean(read["extrapolate"], f"{pointer}/extrapolate")
        return absent

    def _stanza(self, value: object, at: int) -> Stanza:
        pointer = f"/stanzas/{at}"
        read = value if type(value) is dict else reading.mapping(value, pointer)
        for field in read:
            if field not in _STANZA_FIELDS:
                raise Malformed(child(pointer, field), "unknown field")
        if "cards" not in read or "dealer" not in read or "bids" not in read:
            reading.fields(read, pointer, ("cards", "dealer", "bids"), read)
        if "taken" not in read and "made" not in read:
            raise Malformed(pointer, "one of 'taken' and 'made' is needed")
        number = at + 1
        leaves: tuple[str, ...] = ()
        joins: tuple[Join, ...] = ()
        if "leaves" in read or "joins" in read:
            leaves, joins = self._changes(read, pointer)
        cards = read["cards"]
        if type(cards) is not int or not -TWO_DECKS <= cards <= TWO_DECKS:
            cards = field_reader.read_count(cards, f"{pointer}/cards")
        bidders, bids = self._bids(_list(read["bids"], pointer, "bids"), pointer)
        return Stanza(
            seated=self.seated,
            leaves=leaves,
            joins=joins,
            cards=cards,
            dealer=_text(read["dealer"], pointer, "dealer"),
            scorekeeper=_text(read["scorekeeper"], pointer, "scorekeeper") if "scorekeeper" in read else None,
            defining=self._card(read["defining"], f"{pointer}/defining", number)
            if "defining" in read
            else None,
            hands=self._hands(read["hands"], pointer, number) if "hands" in read else None,
            bidders=bidders,
            bids=bids,
            tricks=self._tricks(read["tricks"], pointer, number) if "tricks" in read else None,
            taken=self._taken(read["taken"], pointer) if "taken" in read else None,
            made=self._made(read["made"], pointer) if "made" in read else None,
            incidents=self._incidents(read["incidents"], pointer, number) if "incidents" in read else (),
            scores=self._totals(read["scores"], pointer, "scores") if "scores" in read else None,
        )

    def _changes(self, read: dict[str, object], pointer: str) -> tuple[tuple[str, ...], tuple[Join, ...]]:
        """Who leaves and who joins before this deal. Newcomers sit down before leavers get up, so that one
        may name a leaver as his neighbour."""
        leaves: list[str] = []
        for at, value in enumerate(reading.items(read.get("leaves", []), f"{pointer}/leaves")):
            player = reading.text(value, f"{pointer}/leaves/{at}")
            if player not in self.seat_of or player in leaves:
                raise Malformed(f"{pointer}/leaves/{at}", f"{player} does not sit at the table")
            leaves.append(player)
        seated = list(self.seated)
        joins: list[Join] = []
        for at, value in enumerate(reading.items(read.get("joins", []), f"{pointer}/joins")):
            join = field_reader.read_join(value, f"{pointer}/joins/{at}")
            if join.player in seated:
                raise Malformed(f"{pointer}/joins/{at}/player", f"{join.player} sits at the table already")
            if join.left_of not in seated:
                raise Malformed(f"{pointer}/joins/{at}/left_of", f"{join.left_of} does not sit at the table")
            if len(seated) == TWO_DECKS:
                raise Malformed(f"{pointer}/joins/{at}", f"{_TOO_MANY} people can sit")
            seated.insert(seated.index(join.left_of) + 1, join.player)
            joins.append(join)
            self.known.add(join.player)
        self._seat(tuple([player for player in seated if player not in leaves]))
        if not self.seated:
            raise Malformed(f"{pointer}/leaves", "nobody is left at the table")
        return tuple(leaves), tuple(joins)

    def _card(self, value: object, pointer: str, stanza: int, player: str | None = None) -> int:
        text = value if type(value) is str and value else reading.text(value, pointer)
        card = card_named(text)
        if card == NO_CARD:
            self.bad_cards.append(BadCard(stanza, None, player, text))
        return card

    def _hands(self, value: object, pointer: str, number: int) -> dict[str, list[int]]:
        hands: dict[str, list[int]] = {}
        for player, cards in _mapping(value, pointer, "hands").items():
            if player not in self.seat_of:
                raise Malformed(child(f"{pointer}/hands", player), f"{player} does not sit at the table")
            hand: list[int] = []
            for text in _list(cards, pointer, "hands", player):
                card = card_named(text) if type(text) is str else NO_CARD
                if card == NO_CARD:
                    place = child(child(f"{pointer}/hands", player), len(hand))
                    card = self._card(text, place, number, player)
                hand.append(card)
            if len(hand) > TWO_DECKS:
                raise Malformed(child(f"{pointer}/hands", player), f"{_TOO_MANY} cards are expected")
            hands[player] = hand
        return hands

    def _bids(self, entries: list[object], pointer: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
        bidders: list[str] = []
        bids: list[int] = []
        if len(entries) > TWO_DECKS:
            raise Malformed(f"{pointer}/bids", f"{_TOO_MANY} bids are expected")
        for entry in entries:
            if type(entry) is not list or len(entry) != 2:
                raise Malformed(f"{pointer}/bids/{len(bids)}", "a player and a bid are expected")
            player = entry[0]
            bid = entry[1]
            if type(player) is not str or not player or type(bid) is not int or abs(bid) > TWO_DECKS:
                player = reading.text(player, f"{pointer}/bids/{len(bids)}/0")
                bid = field_reader.read_count(bid, f"{pointer}/bids/{len(bids)}/1")
            bidders.append(player)
            bids.append(bid)
        return tuple(bidders), tuple(bids)

    def _tricks(self, value: object, pointer: str, number: int) -> Tricks:
        seats: list[int] = []
        cards: list[int] = []
        sizes: list[int] = []
        strangers: dict[int, str] = {}
        seat_of = self.seat_of
        seated = self.seated
        seat = STRANGER
        for plays in _list(value, pointer, "tricks"):
            if type(plays) is not list or not plays:
                raise Malformed(f"{pointer}/tricks/{len(sizes)}", "a list of plays is expected, not empty")
            before = len(cards)
            for play in plays:
                if type(play) is not list or len(play) != 2:
                    place = f"{pointer}/tricks/{len(sizes)}/{len(cards) - before}"
                    raise Malformed(place, "a player and a card are expected")
                player = play[0]
                text = play[1]
                if type(player) is not str or type(text) is not str:
                    place = f"{pointer}/tricks/{len(sizes)}/{len(cards) - before}"
                    player, text = reading.text(player, f"{place}/0"), reading.text(text, f"{place}/1")
                card = card_named(text)
                if card == NO_CARD:
                    reading.text(text, f"{pointer}/tricks/{len(sizes)}/{len(cards) - before}/1")
                    self.bad_cards.append(BadCard(number, len(sizes) + 1, player, text))
                seat = seat + 1 if seat + 1 < len(seated) else 0
                if seated[seat] != player:
                    seat = seat_of.get(player, STRANGER)
                    if seat == STRANGER:
                        reading.text(player, f"{pointer}/tricks/{len(sizes)}/{len(cards) - before}/0")
                        strangers[len(cards)] = player
                seats.append(seat)
                cards.append(card)
            sizes.append(len(cards) - before)
            if len(cards) > TWO_DECKS:
                raise Malformed(f"{pointer}/tricks/{len(sizes) - 1}", f"{_TOO_MANY} cards are expected")
        return Tricks(seats, cards, sizes, strangers)

    def _of_seated(self, value: object, pointer: str, field: str) -> dict[str, object]:
        read = _mapping(value, pointer, field)
        for player in self.seated:
            if player not in read:
                raise Malformed(f"{pointer}/{field}", f"nothing is said of {player}")
        if len(read) != len(self.seated):
            for player in read:
                if player not in self.seat_of:
                    raise Malformed(
                        child(f"{pointer}/{field}", player), f"{player} does not sit at the table"
                    )
        return read

    def _taken(self, value: object, pointer: str) -> dict[str, int]:
        taken = self._of_seated(value, pointer, "taken")
        for player, number in taken.items():
            if type(number) is not int or not -TWO_DECKS <= number <= TWO_DECKS:
                field_reader.read_count(number, child(f"{pointer}/taken", player))
        return cast("dict[str, int]", taken)

    def _made(self, value: object, pointer: str) -> dict[str, bool]:
        made = self._of_seated(value, pointer, "made")
        for player, answer in made.items():
            reading.boolean(answer, child(f"{pointer}/made", player))
        return cast("dict[str, bool]", made)

    def _incidents(self, value: object, pointer: str, number: int) -> tuple[Incident, ...]:
        incidents: list[Incident] = []
        shown = 0
        for at, entry in enumerate(reading.items(value, f"{pointer}/incidents")):
            place = f"{pointer}/incidents/{at}"
            incident, bad = incident_reader.read_incident(entry, place)
            if incident.player:
                self._known(incident.player, f"{place}/player")
            for text in bad:
                self.bad_cards.append(BadCard(number, incident.trick or None, incident.player, text))
            incidents.append(incident)
            shown += len(incident.cards)
            if len(incidents) > TWO_DECKS or shown > TWO_DECKS:
                raise Malformed(place, f"{_TOO_MANY} incidents, and cards in them, are expected")
        return tuple(incidents)


def _mapping(value: object, pointer: str, field: str) -> dict[str, object]:
    if type(value) is dict:
        return value
    return reading.mapping(value, f"{pointer}/{field}")


def _list(value: object, pointer: str, field: str, key: str = "") -> list[object]:
    if type(value) is list:
        return value
    place = f"{pointer}/{field}"
    return reading.items(value, child(place, key) if key else place)


def _text(value: object, pointer: str, field: str) -> str:
    if type(value) is str and value:
        return value
    return reading.text(value, child(pointer, field))
