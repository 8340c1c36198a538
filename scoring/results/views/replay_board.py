"""The table of a stanza at one moment of its play, ready to be drawn.

Purpose: seats round the baize, the card that each has laid, who is winning and why, penalty cards, and what
happened at that moment. The engine says all of it; here it only finds its place.
Terms: moment (how many cards have been played: 0 before the first lead), note (a finding or an incident).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules_engine.whoopie.check.bidding import bidding_order
from rules_engine.whoopie.reader.game import record_of
from rules_engine.whoopie.record import Stanza
from rules_engine.whoopie.replay.moments import Moments, moments, taken_before
from rules_engine.whoopie.replay.stanza import ReplayedStanza, ReplayedTrick, replay_stanza
from scoring.results.selectors.replays import FoundThere, StanzaToReplay
from tournaments.tables.incident_words import incident_words

ORDER: Final = {card: at for at, card in enumerate(["*", *(r + s for s in "SHCD" for r in "AKQJT98765432")])}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCard:
    """One card as shown: the `moment` that it makes, who laid it from which `seat` (from 1), and what it did;
    `leads` says that this very card is winning."""

    moment: int
    seat: int
    player: str
    card: str
    event: str
    rule: str
    trump: str | None
    live: str | None
    winning: str
    winning_seat: int
    why: str
    leads: bool

    @property
    def suit_of_trick(self) -> str:
        """The suit that is trump for this trick alone, after a joker."""
        return self.live if self.trump == "J" and self.live and self.live != "all" else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """`taken` counts, seat after seat, the tricks taken before it."""

    number: int
    leader: str
    trump_before: str | None
    plays: tuple[ShownCard, ...]
    winner: str
    why: str
    taken: tuple[int, ...]
    noted: bool

    @property
    def ends(self) -> int:
        return self.plays[-1].moment


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card and the moment at which it leaves the hand; for a penalty card also since when it lay open."""

    card: str
    since: int
    until: int | None

    def lies_at(self, moment: int) -> bool:
        return self.since <= moment and (self.until is None or moment < self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaySeat:
    number: int
    name: str
    dealer: bool
    bid: int | str
    taken: int | str
    delta: int
    hand: tuple[HeldCard, ...]
    exposed: tuple[HeldCard, ...]


@dataclass(frozen=True, slots=True)
class ReplayNote:
    """What is said at a moment; `kind` is "finding" or "incident", `bad` an error that nobody settled."""

    moment: int
    kind: str
    text: str
    rule: str
    settled: str
    bad: bool


@dataclass(frozen=True, slots=True)
class ReplayBoard:
    """The whole stanza, the seats clockwise with the dealer first."""

    defining: str
    denomination: str | None
    seats: tuple[ReplaySeat, ...]
    tricks: tuple[Trick, ...]
    notes: tuple[ReplayNote, ...]
    final: tuple[int, ...]

    @property
    def last(self) -> int:
        return self.tricks[-1].ends if self.tricks else 0


@dataclass(frozen=True, slots=True)
class SeatNow:
    seat: ReplaySeat
    laid: str
    wins: bool
    taken: int
    exposed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    """One moment: the trick on the table, the card laid last (None before the first lead)."""

    moment: int
    trick: Trick
    play: ShownCard | None
    seats: tuple[SeatNow, ...]
    notes: tuple[ReplayNote, ...]
    trump: str | None
    ended: bool


def board_of(shown: StanzaToReplay) -> ReplayBoard:
    """The stanza as it can be replayed.

    Raises:
        NothingToReplay: it has no cards that can be laid.
        Malformed: the record cannot be read.
    """
    record = record_of(shown.document)
    replayed = replay_stanza(record, shown.number)
    stanza = record.stanzas[shown.number - 1]
    order = _clockwise(stanza)
    when = moments(stanza)
    counts = [
        tuple(taken.get(player, 0) for player in order) for taken in taken_before(replayed.tricks, order)
    ]
    notes = tuple(sorted([*_incidents(shown, when), *_findings(shown, replayed, when)], key=_moment_of))
    return ReplayBoard(
        defining=replayed.defining,
        denomination=replayed.denomination,
        seats=_seats(shown, stanza, order, replayed, when),
        tricks=_tricks(shown, replayed, order, counts, notes),
        notes=notes,
        final=counts[-1],
    )


def now_at(board: ReplayBoard, moment: int) -> Now:
    """The table after so many cards, at most all of them."""
    moment = max(0, min(moment, board.last))
    trick = next((candidate for candidate in board.tricks if moment <= candidate.ends), board.tricks[-1])
    laid = [play for play in trick.plays if play.moment <= moment]
    play = laid[-1] if laid else None
    ended = moment == trick.ends
    taken = board.final if moment == board.last else _taken_at(board, trick, ended)
    return Now(
        moment=moment,
        trick=trick,
        play=play,
        seats=tuple(
            SeatNow(
                seat=seat,
                laid=next((laid_play.card for laid_play in laid if laid_play.seat == seat.number), ""),
                wins=play is not None and play.winning_seat == seat.number,
                taken=taken[seat.number - 1],
                exposed=tuple(held_card.card for held_card in seat.exposed if held_card.lies_at(moment)),
            )
            for seat in board.seats
        ),
        notes=tuple(note for note in board.notes if note.moment == moment),
        trump=play.trump if play else trick.trump_before,
        ended=ended,
    )


def _taken_at(board: ReplayBoard, trick: Trick, ended: bool) -> tuple[int, ...]:
    return board.tricks[trick.number].taken if ended else trick.taken


def _clockwise(stanza: Stanza) -> tuple[str, ...]:
    """Everybody who sat there, the dealer first."""
    if stanza.dealer not in stanza.seated:
        return stanza.seated
    return (stanza.dealer, *bidding_order(stanza.seated, stanza.dealer)[:-1])


def _seats(
    shown: StanzaToReplay, stanza: Stanza, order: tuple[str, ...], replayed: ReplayedStanza, when: Moments
) -> tuple[ReplaySeat, ...]:
    bids = {str(player): bid for player, bid in shown.body["bids"]}
    dealt = shown.body.get("hands") or {}
    return tuple(
        ReplaySeat(
            number=number,
            name=shown.names.get(player, player),
            dealer=player == stanza.dealer,
            bid=bids.get(player, "–"),
            taken=shown.taken.get(player, "–"),
            delta=shown.deltas.get(player, 0),
            hand=_hand(player, dealt.get(player, []), replayed),
            exposed=tuple(
                HeldCard(held_card.card, held_card.since, held_card.until)
                for held_card in when.exposed
                if held_card.player == player
            ),
        )
        for number, player in enumerate(order, start=1)
    )


def _hand(player: str, dealt: list[str], replayed: ReplayedStanza) -> tuple[HeldCard, ...]:
    """The player's cards with the moments at which they were played; those never played stay."""
    cards = [card for trick in replayed.tricks for card in trick.cards]
    played = [(card.card, moment) for moment, card in enumerate(cards, start=1) if card.player == player]
    left = [_upright(card) for card in dealt]
    for card, _moment in played:
        if card in left:
            left.remove(card)
    held = [HeldCard(card, 0, moment) for card, moment in played] + [HeldCard(card, 0, None) for card in left]
    return tuple(sorted(held, key=lambda held_card: ORDER.get(held_card.card, len(ORDER))))


def _upright(card: str) -> str:
    return card.upper().replace("10", "T")


def _tricks(
    shown: StanzaToReplay,
    replayed: ReplayedStanza,
    order: tuple[str, ...],
    counts: list[tuple[int, ...]],
    notes: tuple[ReplayNote, ...],
) -> tuple[Trick, ...]:
    tricks: list[Trick] = []
    moment = 0
    for trick, taken in zip(replayed.tricks, counts, strict=False):
        plays = _plays(trick, shown.names, order, moment)
        begins, moment = moment, moment + len(plays)
        tricks.append(
            Trick(
                number=trick.number,
                leader=plays[0].player,
                trump_before=trick.trump,
                plays=plays,
                winner=shown.names.get(trick.winner, trick.winner),
                why=plays[-1].why,
                taken=taken,
                noted=any(begins < note.moment <= moment for note in notes),
            )
        )
    return tuple(tricks)


def _plays(
    trick: ReplayedTrick, names: Mapping[str, str], order: tuple[str, ...], before: int
) -> tuple[ShownCard, ...]:
    plays, winning = [], ""
    for moment, card in enumerate(trick.cards, start=before + 1):
        plays.append(
            ShownCard(
                moment=moment,
                seat=_seat(card.player, order),
                player=names.get(card.player, card.player),
                card=card.card,
                event=card.event,
                rule=card.rule,
                trump=card.trump,
                live=card.live,
                winning=names.get(card.winning, card.winning),
                winning_seat=_seat(card.winning, order),
                why=card.why,
                leads=card.winning == card.player != winning,
            )
        )
        winning = card.winning
    return tuple(plays)


def _seat(player: str, order: tuple[str, ...]) -> int:
    """The seat of a player, 0 for a stranger whom the record lets play."""
    return order.index(player) + 1 if player in order else 0


def _incidents(shown: StanzaToReplay, when: Moments) -> list[ReplayNote]:
    return [
        ReplayNote(moment, "incident", incident_words(incident, shown.names), "", "", bad=False)
        for incident, moment in zip(shown.body.get("incidents", ()), when.incidents, strict=False)
    ]


def _findings(shown: StanzaToReplay, replayed: ReplayedStanza, when: Moments) -> list[ReplayNote]:
    return [
        ReplayNote(
            moment=when.of_finding(finding.code, finding.trick, _place(finding, replayed)),
            kind="finding",
            text=finding.message,
            rule=finding.rule,
            settled=finding.settled,
            bad=finding.severity == "error" and not finding.settled,
        )
        for finding in shown.findings
    ]


def _place(finding: FoundThere, replayed: ReplayedStanza) -> int | None:
    """Which card of its trick a finding is about: that of its player."""
    if finding.trick is None or not 1 <= finding.trick <= len(replayed.tricks):
        return None
    laid = [card.player for card in replayed.tricks[finding.trick - 1].cards]
    return laid.index(finding.player) if finding.player in laid else None


def _moment_of(note: ReplayNote) -> int:
    return note.moment
