"""A legal random game of Whoopie as a `whoopie-game/1` record, for programs to try themselves against.

The same arguments give the same record. Players come and go, revoke, expose cards and are voted on as often
as `mishaps` says: 0 for never, 1 for a lively table.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules_engine.cards import DECK, texts
from rules_engine.draws import resolve
from rules_engine.justice import votes
from rules_engine.justice.votes import Motion
from rules_engine.whoopie.averages import extrapolate, truncated_average
from rules_engine.whoopie.check.outcome import last_three
from rules_engine.whoopie.course import next_dealer
from rules_engine.whoopie.document import (
    ChangesDocument,
    IncidentDocument,
    JoinDocument,
    RecordDocument,
    StanzaDocument,
    bids_by_player,
)
from rules_engine.whoopie.hand_sizes import first_hand, next_hand
from rules_engine.whoopie.random.stanza import RandomStanza
from rules_engine.whoopie.record import FORMAT
from rules_engine.whoopie.scoring import incident_effect, stanza_delta

MOST_PLAYERS = 10


def random_game(
    players: int | Sequence[str],
    seed: int,
    *,
    stanzas: int | None = None,
    mishaps: float = 0.0,
    newcomers: Sequence[str] = (),
    changes: bool = False,
    game_id: str | None = None,
) -> dict[str, Any]:
    """A record of one game.

    `players` is a number from 3 to 10 or the seated players' ids; `stanzas` how many are played (one full
    cycle by default, up to the highest hand and down to one card). With `changes` players leave, return and
    join, the ids in `newcomers` first.

    Raises:
        ValueError: fewer than 3 or more than 10 players, or no stanza.
    """
    seats = (
        [f"p{number:02d}" for number in range(1, players + 1)] if isinstance(players, int) else list(players)
    )
    if not 3 <= len(seats) <= MOST_PLAYERS:
        raise ValueError("a table has from 3 to 10 players")
    planned = 2 * (53 // len(seats)) - 1 if stanzas is None else stanzas
    if planned < 1:
        raise ValueError("a game has at least one stanza")
    game = _RandomGame(Random(seed), seats, planned, mishaps, list(newcomers), changes)
    return dict[str, Any](game.record(game_id or f"random-{len(seats)}-players-{seed}"))


class _RandomGame:
    def __init__(
        self,
        random: Random,
        seats: list[str],
        planned: int,
        mishaps: float,
        newcomers: list[str],
        changes: bool,
    ) -> None:
        self.random = random
        self.seats = seats
        self.planned = planned
        self.mishaps = mishaps
        self.newcomers = newcomers
        self.changes = changes
        self.seated = list(seats)
        self.scores = dict.fromkeys(seats, 0)
        self.gone: dict[str, int] = {}
        self.averages: dict[str, int] = {}
        self.stanzas: list[StanzaDocument] = []
        self.lineups: list[list[str]] = []
        self.improper: dict[str, int] = {}

    def record(self, game_id: str) -> RecordDocument:
        draw = self._draw()
        drawn = resolve(draw)
        self.dealer = str(drawn.first_dealer)
        self.hand = first_hand(None, len(self.seats))
        for number in range(1, self.planned + 1):
            self._stanza(number)
        document: RecordDocument = {
            "format": FORMAT,
            "ruleset": "whoopie-1966",
            "id": game_id,
            "seats": self.seats,
            "draw": draw,
            "scorekeeper": str(drawn.scorekeeper),
            "first_dealer": str(drawn.first_dealer),
            "planned": {"stanzas": self.planned},
            "stanzas": self.stanzas,
        }
        absent = [player for player in self.scores if player not in self.seated]
        if absent:
            document["absent"] = [
                {"player": player, "extrapolate": at % 2 == 0} for at, player in enumerate(absent)
            ]
        document["final"] = self._final(absent)
        return document

    def _draw(self) -> list[dict[str, str]]:
        rounds: list[dict[str, str]] = []
        drawing: Sequence[str] = self.seats
        while drawing:
            deck = texts(DECK)
            self.random.shuffle(deck)
            rounds.append({player: deck.pop() for player in drawing})
            drawing = resolve(rounds).open
        return rounds

    def _stanza(self, number: int) -> None:
        changes: ChangesDocument = {}
        before = list(self.seated)
        if number > 1:
            if self.changes and self.random.random() < 0.2:
                changes = self._changes(number)
            self.dealer = next_dealer(self.dealer, tuple(before), tuple(self.seated))
            self.hand = next_hand(*self.hand, len(self.seated))
        self.lineups.append(list(self.seated))
        stanza = RandomStanza(self.random, list(self.seated), self.dealer, self.hand[0], self.mishaps)
        document: StanzaDocument = {**changes, **stanza.play()}
        self._violate(document)
        for player, delta in self._deltas(document).items():
            self.scores[player] += delta
        document["scores"] = {player: self.scores[player] for player in self.seated}
        self.stanzas.append(document)

    def _changes(self, number: int) -> ChangesDocument:
        average = truncated_average([self.scores[player] for player in self.seated])
        changes: ChangesDocument = {}
        back = [player for player, left in self.gone.items() if left < number - 1]
        joiner = self.random.choice(back) if back and self.random.random() < 0.5 else None
        new = self.newcomers.pop(0) if joiner is None and self.newcomers else None
        leaves = len(self.seated) > 3 and self.random.random() < 0.6
        if leaves and joiner is None:
            leaver = self.random.choice(self.seated)
            self.averages[leaver] = average
            self.gone[leaver] = number - 1
            self.seated.remove(leaver)
            changes["leaves"] = [leaver]
        player = joiner or new
        if player is not None and len(self.seated) < MOST_PLAYERS:
            left_of = self.random.choice(self.seated)
            score = self.scores.setdefault(player, average)
            join: JoinDocument = {"player": player, "left_of": left_of, "score": score}
            if joiner is not None:
                join["returns"] = True
                del self.gone[player]
            self.seated.insert(self.seated.index(left_of) + 1, player)
            changes["joins"] = [join]
        elif new is not None:
            self.newcomers.insert(0, new)
        return changes

    def _violate(self, document: StanzaDocument) -> None:
        """Now and then somebody looks at another's hand, or is voted on."""
        if self.random.random() >= 0.15 * self.mishaps:
            return
        incidents: list[IncidentDocument] = document.setdefault("incidents", [])
        offender = self.random.choice(self.seated)
        if self.random.random() < 0.5:
            count = self.improper[offender] = self.improper.get(offender, 0) + 1
            kind = "type-1" if count < 3 else "type-2-finding"
            incidents.append({"kind": kind, "player": offender, "grounds": "improper-information"})
            if kind == "type-1":
                return
        else:
            roll = self._roll(Motion.FIND_CHAOTIC_ACTION)
            finding: IncidentDocument = {
                "kind": "type-2-finding",
                "player": offender,
                "grounds": "chaotic-action",
                "roll": roll,
            }
            incidents.append(finding)
        penalty: IncidentDocument = {
            "kind": "type-2-penalty",
            "player": offender,
            "points": self.random.randint(1, 4),
            "fails_bid": self.random.random() < 0.5,
            "roll": self._roll(Motion.TYPE_2_POINTS),
        }
        incidents.append(penalty)
        injured = self.random.choice([player for player in self.seated if player != offender])
        adjusted: IncidentDocument = {
            "kind": "adjusted-score",
            "player": injured,
            "points": self.random.randint(1, 3),
            "roll": self._roll(Motion.TYPE_2_ADJUSTED_SCORE),
        }
        incidents.append(adjusted)

    def _roll(self, motion: Motion) -> dict[str, str]:
        """A roll call that carries."""
        needed = votes.needed(motion, len(self.seated))
        ayes = self.random.sample(self.seated, needed)
        others = ["no", "abstain", "absent", "aye"]
        return {player: "aye" if player in ayes else self.random.choice(others) for player in self.seated}

    def _deltas(self, document: StanzaDocument) -> dict[str, int]:
        deltas = {}
        for player, bid in bids_by_player(document).items():
            effects = [
                incident_effect(
                    incident["kind"],
                    bid=incident.get("bid", 0),
                    dealer=player == self.dealer,
                    points=incident.get("points", 0),
                    fails_bid=incident.get("fails_bid", False),
                )
                for incident in document.get("incidents", ())
                if incident.get("player") == player
            ]
            deltas[player] = stanza_delta(bid, document["taken"][player] == bid, effects)
        return deltas

    def _final(self, absent: list[str]) -> dict[str, int]:
        final = dict(self.scores)
        steady = last_three(self.lineups)
        for player in absent[::2]:
            scores = [self.scores[other] for other in steady]
            final[player] = extrapolate(self.scores[player], [self.averages[player]], scores, True).final
        return final
