"""Coming and going at a table while the game is played, and waiting for a place there.

Invariants: between three and ten sit at a table; a person sits at one table of a family at a time; what he
enters with is computed, never told. Whoever gets up and sits down again between the same two stanzas never
left.
Rule section: I (players), II (adding new players, re-entering players); readings 34 (leaving takes effect
between stanzas; walking out), 37 (returning anywhere in the family).
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.table_size import MOST_PLAYERS
from sanctioning.identity.same_person import hold, rows_of, same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import require_reason
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.admission.admission import require_open_to
from tournaments.entries.services.coming_to_tables import note_come_to_table
from tournaments.entries.services.table_waits import note_wait_ended
from tournaments.events.permissions import may_keep_table, rules_game
from tournaments.executors.selectors.obstacles import facts_about, require_none
from tournaments.games.game_families import Family, family_of, locked_family
from tournaments.games.models import Game, GamePlayer
from tournaments.games.selectors.seats import seat_in
from tournaments.games.services.games import PARTIAL, require_state
from tournaments.games.services.revisions import changed
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.services.rulings import keep_ruling
from tournaments.tables.models.authorisation import Authorisation
from tournaments.tables.models.stay import Stay, Waiting
from tournaments.tables.services.passing_score import note_leaver_passes_score, note_score_passed
from tournaments.tables.services.stays import begin_stays, end_stay, open_stay

State = Game.State
COMING: Final = "II/Adding new players"
RETURNING: Final = "II/Re-entering players"
LEAVING: Final = "Reading 34"
FINAL = (State.CONFIRMED, State.CERTIFIED)


@looks_again
def sit_down(
    *, by: Person, game: Game, person: Person, left_of: str = "", at: dt.datetime | None = None
) -> Stay:
    """Let somebody sit down to the next stanza, next clockwise after `left_of` (a record id), or last.

    Who is new gets the truncated average, who was here before, or in a related game, his former score. An
    entry that was not checked in is with it.

    Raises:
        Refusal: `barred`, `draw-unsettled`, `game-state`, `kept-out`, `missed-no-stanza`, `no-neighbour`,
            `not-allowed`, `not-drawn`, `ranked-already`, `seated-already`, `table-full`, `walked-out`.
    """
    at = moment(at)
    [person] = hold([person])
    family, game = _at_table(by, game, at, may_play=True)
    sits = open_stay(family, game, person)
    if sits is not None:
        return sits
    _require_elsewhere_free(family, person)
    _require_no_other_table(game, person)
    table = family.table_of(game)
    _require_room(game, table)
    neighbour = _neighbour(family, game, table, left_of)
    require_open_to(game.event, [person], at, game)
    if begin_stays(by=by, game=game, players=family.players_of(game), stays=family.stays_in(game), at=at):
        family = family_of(game)
    stay = _sit_back(family, game, person) or _new_stay(family, game, person, neighbour, by, at)
    note_score_passed(by=by, game=game, before=table, after=(*table, stay.player.record_id), at=at)
    Waiting.objects.filter(game=game, person=person, ended_at__isnull=True).update(
        ended_at=at, ended=Waiting.End.SEATED
    )
    changed(game)
    note_come_to_table(by=by, event=game.event, person=person, at=at)
    after = {"player": person.number, "stanza": stay.since, "returns": stay.returns}
    note(by=by, at=at, action="sit down", thing=game, after=after)
    return stay


@transaction.atomic
def get_up(
    *,
    by: Person,
    game: Game,
    person: Person,
    walked_out: bool = False,
    reason: str = "",
    at: dt.datetime | None = None,
) -> None:
    """Let a player leave after the last stanza, or, if he walked out, after the one that runs.

    Walking out is for the Acting Executor to rule, with a reason: the bid of that stanza fails.

    Raises:
        Refusal: `draw-unsettled`, `game-state`, `not-allowed`, `not-drawn`, `not-seated`, `reason-missing`
            and what `keep_ruling` raises.
    """
    at = moment(at)
    family, game = _at_table(by, game, at, may_play=True)
    if begin_stays(by=by, game=game, players=family.players_of(game), stays=family.stays_in(game), at=at):
        family = family_of(game)
    stay = open_stay(family, game, person)
    if stay is None:
        raise Refusal(
            code="not-seated",
            sentence=_("%(person)s does not sit at this table.") % {"person": person.name},
            rule=LEAVING,
            remedy=_("Before the first deal the director changes the seats. Check who sits there now."),
        )
    if walked_out:
        _rule_walking_out(by, game, stay, reason, at)
    last = game.stanzas_played + (1 if walked_out else 0)
    note_leaver_passes_score(by=by, family=family, game=game, stay=stay, at=at)
    end_stay(family, game, stay, last, by=by, at=at, walked_out=walked_out)
    changed(game)
    after = {"player": person.number, "after stanza": game.stanzas_played, "walked out": walked_out}
    note(by=by, at=at, action="get up", thing=game, why=reason, after=after)


def leave_barred(*, by: Person, game: Game, person: Person, last: int, at: dt.datetime) -> None:
    """Let somebody who is barred from the rest of a game leave its locked table after the stanza `last`."""
    family = family_of(game)
    if begin_stays(by=by, game=game, players=family.players_of(game), stays=family.stays_in(game), at=at):
        family = family_of(game)
    stay = open_stay(family, game, person)
    if stay is not None:
        note_leaver_passes_score(by=by, family=family, game=game, stay=stay, at=at)
        end_stay(family, game, stay, last, by=by, at=at)
        after = {"player": person.number, "after stanza": last, "barred": True}
        note(by=by, at=at, action="get up", thing=game, after=after)


@looks_again
def wait_at_table(*, by: Person, game: Game, person: Person, at: dt.datetime | None = None) -> Waiting:
    """Note that somebody wishes to play here; with ten seated and waiting the game may be split. Who waits at
    a table is there: an entry that was not checked in is with it.

    Raises:
        Refusal: `barred`, `draw-unsettled`, `game-state`, `kept-out`, `not-allowed`, `not-drawn`,
            `ranked-already`, `seated-already`, `waits-elsewhere`.
    """
    at = moment(at)
    [person] = hold([person])
    family, game = _at_table(by, game, at, also=person)
    waits = Waiting.objects.filter(game__in=list(family.games), person=person, ended_at__isnull=True).first()
    if waits is not None and waits.game_id == game.pk:
        return waits
    _require_elsewhere_free(family, person)
    if waits is not None:
        raise Refusal(
            code="waits-elsewhere",
            sentence=_("%(person)s is already waiting at %(label)s.")
            % {"person": person.name, "label": family.games[waits.game_id].place},
            rule=COMING,
            remedy=_("They have to stop waiting there first."),
        )
    _require_welcome(family, game, person, at)
    waits = Waiting.objects.create(game=game, person=person, noted_by=by, since=at)
    changed(game)
    note_come_to_table(by=by, event=game.event, person=person, at=at)
    note(by=by, at=at, action="wait at table", thing=game, after={"player": person.number})
    return waits


@transaction.atomic
def stop_waiting(*, by: Person, game: Game, person: Person, at: dt.datetime | None = None) -> None:
    """Take somebody who gives up off the list.

    Raises:
        Refusal: `draw-unsettled`, `game-state`, `not-allowed`, `not-drawn`.
    """
    at = moment(at)
    _, game = _at_table(by, game, at, also=person)
    ended = Waiting.objects.filter(game=game, person=person, ended_at__isnull=True).update(
        ended_at=at, ended=Waiting.End.LEFT
    )
    if ended:
        note_wait_ended(by=by, game=game, person=person, at=at)


def _at_table(
    by: Person, game: Game, at: dt.datetime, *, may_play: bool = False, also: Person | None = None
) -> tuple[Family, Game]:
    """The family under its locks, for somebody who may write down who sits; refuses where nobody plays."""
    family = locked_family(game)
    game = family.games[game.pk]
    own = also is not None and also.pk == by.pk
    require(
        own or may_keep_table(by, day_of(at), game),
        what=_("write down who comes and goes at this table"),
        who=_("a player at the table, the director or the Acting Executor"),
        rule=COMING,
    )
    require_state(
        game,
        Game.RUNNING,
        rule=_("People come and go between the stanzas of a running game."),
        remedy=_("Look at the game as it is now."),
    )
    if may_play and game.state == State.OPEN and game.first_dealer_id is None:
        if game.opening_draw:
            raise Refusal(
                code="draw-unsettled",
                sentence=_("The opening draw of %(game)s has begun and is not settled.")
                % {"game": game.place},
                rule=_("I/Scorekeeper and First Dealer: all who are seated draw."),
                remedy=_(
                    "Let the tied players draw again; or put the cards back, and the seats can be changed."
                ),
            )
        raise Refusal(
            code="not-drawn",
            sentence=_("The first deal of %(game)s is still to come, and no cards are drawn.")
            % {"game": game.place},
            rule=_("I/Scorekeeper and First Dealer: all who are seated draw."),
            remedy=_("Seat the player with the others, or let them join once the cards are drawn."),
        )
    return family, game


def _require_elsewhere_free(family: Family, person: Person) -> None:
    sits = family.sits_in(person.pk)
    if sits is not None:
        raise _seated_already(person, sits)


def _require_no_other_table(game: Game, person: Person) -> None:
    """Refuse whoever sits at a table of another game of the event."""
    sits = seat_in(game.event, person)
    if sits is not None and sits.pk != game.pk:
        raise _seated_already(person, sits)


def _seated_already(person: Person, sits: Game) -> Refusal:
    return Refusal(
        code="seated-already",
        sentence=_("%(person)s sits at %(sits)s.") % {"person": person.name, "sits": sits.place},
        rule=_("Nobody plays at two tables at once."),
        remedy=_("They have to get up there first."),
    )


def _require_welcome(family: Family, game: Game, person: Person, at: dt.datetime) -> None:
    """Refuse whom a bar, his office or a final sheet keeps from playing on."""
    require_open_to(game.event, [person], at, game)
    if game.acting_executor:
        facts = facts_about([game], [game.acting_executor])
        require_none(facts, game, game.acting_executor, joining={person.pk}, only=PARTIAL)
    ranked = family.ranked_in(person.pk)
    if ranked is not None and ranked.state in FINAL:
        raise Refusal(
            code="ranked-already",
            sentence=_("%(person)s is in the final sheet of %(ranked)s.")
            % {"person": person.name, "ranked": ranked.place},
            rule=_("Reading 37: one person is ranked once in a family of games, where they last played."),
            remedy=_("Their game is over. They can play another."),
        )


def _require_room(game: Game, table: tuple[str, ...]) -> None:
    if len(table) >= MOST_PLAYERS:
        raise Refusal(
            code="table-full",
            sentence=_("%(most_players)s sit at %(game)s; there is no eleventh place.")
            % {"most_players": MOST_PLAYERS, "game": game.place},
            rule="I/Players",
            remedy=_("Let them wait. The Acting Executor can split the game if ten or more want to play."),
        )


def _neighbour(family: Family, game: Game, table: tuple[str, ...], left_of: str) -> GamePlayer:
    by_id = {player.record_id: player for player in family.players_of(game)}
    name = left_of or (table[-1] if table else "")
    if name not in table:
        raise Refusal(
            code="no-neighbour",
            sentence=_("%(value)s does not sit at this table.") % {"value": left_of or _("Nobody")},
            rule=COMING,
            remedy=_("Name the player on whose left the newcomer sits down."),
            status=422,
            facts={"seated": list(table)},
        )
    return by_id[name]


def _sit_back(family: Family, game: Game, person: Person) -> Stay | None:
    """Somebody who got up and missed no stanza keeps his place, as if he had never left it."""
    own = [stay for stay in family.stays if same_person(stay.player.person, person)]
    here = [stay for stay in own if stay.player.game_id == game.pk]
    if not here or here[-1].until is None or here[-1].until < game.stanzas_played:
        return None
    last = here[-1]
    if (last.until or 0) > game.stanzas_played:
        raise Refusal(
            code="walked-out",
            sentence=_("%(person)s walked out of the current stanza.") % {"person": person.name},
            rule=LEAVING,
            remedy=_("Report the stanza first; then they can sit down again."),
        )
    if last is not own[-1]:
        raise Refusal(
            code="missed-no-stanza",
            sentence=_(
                "%(person)s has since played elsewhere, and no stanza was played here in the meantime."
            )
            % {"person": person.name},
            rule=_("%(returning)s: after missing one or more hands.") % {"returning": RETURNING},
            remedy=_("They can come back after the next stanza here."),
        )
    last.until, last.left_by, last.left_at, last.walked_out = None, None, None, False
    last.save(update_fields=["until", "left_by", "left_at", "walked_out"])
    return last


def _new_stay(
    family: Family, game: Game, person: Person, neighbour: GamePlayer, by: Person, at: dt.datetime
) -> Stay:
    _require_welcome(family, game, person, at)
    player = game.players.filter(person__in=rows_of(person)).first()
    if player is None:
        player = GamePlayer.objects.create(game=game, person=person, record_id=person.number)
    place = family.home.get(person.pk)
    elsewhere = place is not None and place.game_id != game.pk
    return Stay.objects.create(
        player=player,
        since=game.stanzas_played + 1,
        left_of=neighbour,
        returns=place is not None,
        came_from_id=place.game_id if place and elsewhere else None,
        came_after=place.stanza if place and elsewhere else None,
        sat_by=by,
        sat_at=at,
    )


def _rule_walking_out(by: Person, game: Game, stay: Stay, reason: str, at: dt.datetime) -> None:
    require(
        rules_game(by, day_of(at), game),
        what=_("rule that a player walked out"),
        who=_("the Acting Executor"),
        rule="IV",
    )
    reason = require_reason(
        reason,
        _("A ruling that somebody walked out needs a reason."),
        rule=LEAVING,
        remedy=_("Write what happened."),
    )
    Authorisation.objects.create(
        game=game,
        kind=Authorisation.Kind.WALKED_OUT,
        player=stay.player,
        stanza=game.stanzas_played + 1,
        reason=reason,
        by=by,
        at=at,
    )
    keep_ruling(
        by=by,
        game=game,
        kind=Ruling.Kind.ENTRY,
        section=LEAVING,
        what=_("%(person)s walked out of the stanza; the bid fails.") % {"person": stay.player.person.name},
        reason=reason,
        stanza=game.stanzas_played + 1,
        concerned=[stay.player],
        at=at,
    )
