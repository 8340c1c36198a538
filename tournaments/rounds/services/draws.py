"""The draws at a table before the first deal: seats, scorekeeper and First Dealer.

Purpose: cards drawn by hand are entered round after round, or the system draws from a seed that is kept
and shown; either way the law settles them (`rules_engine.draws`).
Invariants: each draw is kept as it was made; a new one needs a reason and comes before the first deal.
Rule section: I (scorekeeper and First Dealer; W-6 to W-8), reading 41 (seats of a group by draw).
Terms: open (those still tied, who draw in the next round), record id (what the record calls a player).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine import draws
from rules_engine.shuffling import shuffled
from rules_engine.table_size import FEWEST_PLAYERS
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_short_reason
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.services.events import LONGEST_REASON
from tournaments.games.models import Game, GamePlayer
from tournaments.games.seeds import new_seed
from tournaments.games.services.games import locked_game, require_before_first_deal, seat_players
from tournaments.rounds.models.draw import Draw
from tournaments.rounds.permissions import may_draw

RULE: Final = "I/Scorekeeper and First Dealer"
SEATS: Final = "seats"


@transaction.atomic
def enter_drawn_cards(
    *, by: Person, game: Game, cards: Mapping[str, str], at: dt.datetime | None = None
) -> Game:
    """Add one round of the opening draw as it fell at the table: everybody's card, later that of each tied.

    `cards` are by record id, as the record writes them: "9C", "10D" or "TD", "*" for a joker.

    Raises:
        Refusal: `dealt-already`, `draw-settled`, `draw-unreadable`, `not-allowed`, `too-few-players`.
    """
    at = moment(at)
    game = _drawing(by, game, at)
    names = {player.record_id: player.person.name for player in _seated(game)}
    drawing = _who_draws(game, list(names))
    drawn = _read_cards(cards, drawing, names)
    rounds = [*game.opening_draw, drawn]
    note(by=by, at=at, action="enter drawn cards", thing=game, after={"round": len(rounds), "cards": drawn})
    return _keep(by, at, game, rounds, seed="")


@transaction.atomic
def draw_cards(*, by: Person, game: Game, seed: str = "", at: dt.datetime | None = None) -> Game:
    """Let the system draw until nobody is tied, after rounds that were drawn by hand too.

    Raises:
        Refusal: `dealt-already`, `draw-settled`, `not-allowed`, `too-few-players`.
    """
    at = moment(at)
    game = _drawing(by, game, at)
    players = [player.record_id for player in _seated(game)]
    _who_draws(game, players)
    seed = seed or new_seed()
    rounds = [dict(cards) for cards in draws.drawn_to_the_end(seed, players, game.opening_draw)]
    return _keep(by, at, game, rounds, seed=seed)


@transaction.atomic
def draw_again(*, by: Person, game: Game, why: str, at: dt.datetime | None = None) -> Game:
    """Put the cards back, for a reason, before the first deal; what was drawn stays in the trail.

    Raises:
        Refusal: `dealt-already`, `not-allowed`, `nothing-drawn`, `reason-missing`, `reason-too-long`.
    """
    at = moment(at)
    game = _drawing(by, game, at)
    why = require_short_reason(why, rule=_("Drawing again needs a reason."), most=LONGEST_REASON)
    if not game.opening_draw:
        raise Refusal(
            code="nothing-drawn",
            sentence=_("Nothing has been drawn at this table."),
            rule=RULE,
            remedy=_("Draw the cards."),
        )
    note(by=by, at=at, action="draw again", thing=game, why=why, before={"rounds": game.opening_draw})
    game.opening_draw, game.scorekeeper, game.first_dealer = [], None, None
    game.save(update_fields=["opening_draw", "scorekeeper", "first_dealer"])
    return game


@transaction.atomic
def seat_by_draw(
    *, by: Person, game: Game, people: Sequence[Person], seed: str = "", at: dt.datetime | None = None
) -> list[GamePlayer]:
    """Seat people in the order that a seed gives them, starting from the order of their numbers.

    Raises:
        Refusal: what `seat_players` raises.
    """
    at = moment(at)
    seed = seed or new_seed()
    order = shuffled(sorted(people, key=lambda person: person.number), seed, SEATS)
    seated = seat_players(by=by, game=game, people=order, at=at)
    outcome = {"seats": [person.number for person in order]}
    keep_draw(by=by, at=at, game=game, purpose=Draw.Purpose.SEATS, seed=seed, outcome=outcome)
    return seated


def keep_draw(
    *, by: Person, at: dt.datetime, game: Game, purpose: str, seed: str, outcome: Mapping[str, Any]
) -> Draw:
    """Keep a draw of a locked game; why it was made again stands in the trail of `draw_again`."""
    number = game.draws.filter(purpose=purpose).count() + 1
    return Draw.objects.create(
        game=game,
        purpose=purpose,
        number=number,
        seed=seed,
        outcome=dict(outcome),
        drawn_by=by,
        drawn_at=at,
    )


def _drawing(by: Person, game: Game, at: dt.datetime) -> Game:
    """The game under its lock, before its first deal, for somebody who may draw there."""
    game = locked_game(game.pk)
    require(
        may_draw(by, day_of(at), game),
        what=_("record the draw of this table"),
        who=_("a player at the table, the director or the Acting Executor"),
        rule=RULE,
    )
    require_before_first_deal(game)
    return game


def _seated(game: Game) -> list[GamePlayer]:
    """Who sits at the table, clockwise; a draw needs three."""
    seated = list(game.players.filter(seat__isnull=False).select_related("person").order_by("seat"))
    if len(seated) < FEWEST_PLAYERS:
        raise Refusal(
            code="too-few-players",
            sentence=_("%(count)s of at least %(fewest)s players are seated.")
            % {"count": len(seated), "fewest": FEWEST_PLAYERS},
            rule="I/Players",
            remedy=_("Seat another player before you draw."),
        )
    return seated


def _who_draws(game: Game, players: Sequence[str]) -> list[str]:
    """Everybody in the first round, the tied ones later, clockwise; nobody once it is settled."""
    if not game.opening_draw:
        return list(players)
    still = draws.resolve(game.opening_draw).open
    if not still:
        raise Refusal(
            code="draw-settled",
            sentence=_("Scorekeeper and First Dealer have already been drawn."),
            rule=RULE,
            remedy=_("Play, or draw again for a reason."),
        )
    return [player for player in players if player in still]


def _read_cards(cards: Mapping[str, str], drawing: Sequence[str], names: Mapping[str, str]) -> dict[str, str]:
    """The round in the order of the seats; refuses cards that are none, missing, or too many of."""
    typed = {player: card.strip().upper() for player, card in cards.items() if card.strip()}
    drawn: dict[str, str] = {}
    for player in drawing:
        try:
            draws.rank(typed.get(player, ""))
        except ValueError:
            written = (
                _("“%(typed)s” is not a card") % {"typed": typed[player]}
                if player in typed
                else _("No card is written")
            )
            raise _unreadable(
                _("%(written)s for %(name)s.") % {"written": written, "name": names[player]},
                _("Write rank and suit, as in 9C, 10D or QH, and * for a joker."),
                player,
            ) from None
        drawn[player] = typed[player]
    for player in typed:
        if player not in drawn:
            raise _unreadable(
                _("%(player)s does not draw in this round.") % {"player": names.get(player, player)},
                _("Remove the card."),
                player,
            )
    twice = draws.repeated(drawn.values())
    if twice is not None:
        holder = next(player for player in reversed(drawing) if drawn[player] == twice)
        raise _unreadable(
            _("%(twice)s is there more often than in the deck.") % {"twice": twice},
            _("Compare the cards."),
            holder,
        )
    return drawn


def _unreadable(sentence: str, remedy: str, player: str) -> Refusal:
    return Refusal(
        code="draw-unreadable",
        sentence=sentence,
        rule=RULE,
        remedy=remedy,
        status=422,
        facts={"player": player},
    )


def _keep(by: Person, at: dt.datetime, game: Game, rounds: list[dict[str, str]], *, seed: str) -> Game:
    """Write the rounds, and once they settle it scorekeeper, First Dealer and the draw as a whole."""
    settled = draws.resolve(rounds)
    players = {player.record_id: player for player in game.players.all()}
    game.opening_draw = rounds
    game.scorekeeper = players[settled.scorekeeper] if settled.scorekeeper else None
    game.first_dealer = players[settled.first_dealer] if settled.first_dealer else None
    game.save(update_fields=["opening_draw", "scorekeeper", "first_dealer"])
    if settled.open:
        return game
    outcome = {
        "rounds": rounds,
        "scorekeeper": settled.scorekeeper,
        "first_dealer": settled.first_dealer,
    }
    keep_draw(by=by, at=at, game=game, purpose=Draw.Purpose.OPENING, seed=seed, outcome=outcome)
    note(by=by, at=at, action="draw cards", thing=game, after={"seed": seed, **outcome})
    return game
