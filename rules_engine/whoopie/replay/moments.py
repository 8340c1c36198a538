"""When things happened in a stanza that was reported card by card: penalty cards, incidents, findings.

Section II, "Penalty Cards", "Improperly exposed cards" and "Revokes"; inventory W-43 to W-53. For showing,
not for checking. A moment is how many cards of the stanza had been played: 0 before the first lead.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rules_engine.cards import TEXT
from rules_engine.whoopie.check.evidence import Evidence
from rules_engine.whoopie.check.penalty_cards import KINDS, penalty_cards
from rules_engine.whoopie.record import Incident, Stanza, Tricks
from rules_engine.whoopie.replay.stanza import ReplayedTrick

BEFORE_PLAY: Final = frozenset(
    {"bid-out-of-turn", "illegal-bid", "changed-bid", "misdeal", "wrong-card-count"}
)
WHEN_PLAYED: Final = frozenset({"no-whoopie-call", "played-out-of-turn"})
# Findings that are about the deal and the bids; those without a trick that are not come to light at the end.
OF_THE_DEAL: Final = (
    *("cards-per-player", "dealer-rotation", "player-count", "first-dealer-draw", "scorekeeper-draw"),
    *("bid-order", "bid-missing", "bid-range", "bid-dealer-sum", "hand-size", "entry-score"),
)


class Exposed(NamedTuple):
    """A penalty card: whose, which, from which moment it lay open, and at which it was played, if it was."""

    player: str
    card: str
    since: int
    until: int | None


class Moments(NamedTuple):
    """What happened when: `incidents` has a moment for each incident of the stanza, in their order."""

    exposed: tuple[Exposed, ...]
    incidents: tuple[int, ...]
    ends: tuple[int, ...]
    """The moment at which each trick ended."""

    def of_finding(self, code: str, trick: int | None, place: int | None) -> int:
        """The moment of a finding; `place` is which card of the trick it is about, from 0, if one is."""
        if trick is None or not 1 <= trick <= len(self.ends):
            return 0 if code in OF_THE_DEAL else (self.ends[-1] if self.ends else 0)
        if place is None:
            return self.ends[trick - 1]
        return self._begins(trick) + place + 1

    def _begins(self, trick: int) -> int:
        return self.ends[trick - 2] if trick > 1 else 0


def moments(stanza: Stanza) -> Moments:
    """When everything happened in a stanza that has its tricks.

    Raises:
        ValueError: it was reported without them.
    """
    if stanza.tricks is None:
        raise ValueError("The stanza was reported without its cards.")
    evidence = Evidence(stanza, stanza.tricks)
    ends = _ends(stanza.tricks.sizes)
    return Moments(
        exposed=tuple(
            exposed
            for player in stanza.seated
            for exposed in _exposed(player, stanza, stanza.tricks, evidence, ends)
        ),
        incidents=tuple(_moment(incident, evidence, ends) for incident in stanza.incidents),
        ends=ends,
    )


def taken_before(tricks: Sequence[ReplayedTrick], players: Sequence[str]) -> tuple[Mapping[str, int], ...]:
    """How many tricks everybody had taken before each trick, and after the last."""
    taken = dict.fromkeys(players, 0)
    counts = [dict(taken)]
    for trick in tricks:
        taken[trick.winner] = taken.get(trick.winner, 0) + 1
        counts.append(dict(taken))
    return tuple(counts)


def _ends(sizes: Sequence[int]) -> tuple[int, ...]:
    ends, played = [], 0
    for size in sizes:
        played += size
        ends.append(played)
    return tuple(ends)


def _exposed(
    player: str, stanza: Stanza, tricks: Tricks, evidence: Evidence, ends: tuple[int, ...]
) -> list[Exposed]:
    """The player's penalty cards, oldest first; of two alike the older one is played first."""
    exposed: list[Exposed] = []
    spent: set[int] = set()
    for penalty in penalty_cards(player, stanza.incidents, evidence):
        since = _at(penalty.trick, penalty.on_table, ends)
        played = next(
            (
                play
                for play in range(since, len(tricks.cards))
                if tricks.cards[play] == penalty.card and stanza.player(play) == player and play not in spent
            ),
            None,
        )
        if played is not None:
            spent.add(played)
        exposed.append(Exposed(player, TEXT[penalty.card], since, None if played is None else played + 1))
    return exposed


def _moment(incident: Incident, evidence: Evidence, ends: tuple[int, ...]) -> int:
    last = ends[-1] if ends else 0
    if incident.kind in BEFORE_PLAY:
        return 0
    if not 1 <= incident.trick <= len(ends):
        return last
    if incident.on_table is not None:
        return _at(incident.trick, incident.on_table, ends)
    place = evidence.position(incident.player, incident.trick)
    if place == 0 and incident.kind == "played-out-of-turn":
        return ends[incident.trick - 1]
    if place is not None and incident.kind in WHEN_PLAYED:
        return _at(incident.trick, place, ends) + (incident.kind == "no-whoopie-call")
    if incident.kind in KINDS or place is None:
        return ends[incident.trick - 1]
    return _at(incident.trick, place + 1, ends)


def _at(trick: int, on_table: int, ends: tuple[int, ...]) -> int:
    """The moment with so many cards of a trick on the table, at most all of it."""
    if not 1 <= trick <= len(ends):
        return 0 if trick < 1 or not ends else ends[-1]
    begins = ends[trick - 2] if trick > 1 else 0
    return min(begins + on_table, ends[trick - 1])
