"""Splitting a game: decided by the Acting Executor, ranked by the law, ties broken by recorded draws.

Invariants: ten or more wish to play, seated and waiting together; between stanzas, after at least one; who
goes where follows from scores and cards alone; a split can be undone until a group has a stanza.
Rule section: II (splitting a game; W-85 to W-97); readings 37 to 44.
Terms: open (those tied for a place, who draw next), waiting (new to the game), returning (back with a former
score), round (one card of each who is open in a tie).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine import draws as law_of_draws
from rules_engine.draws import TieDraw
from rules_engine.whoopie import splitting
from rules_engine.whoopie.averages import truncated_average
from rules_engine.whoopie.check import ending
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.calls.services.calls import answer_calls_for_seats
from tournaments.events.permissions import may_keep_table, rules_game
from tournaments.events.services.locks import locked_event
from tournaments.games.game_families import Family, family_of, locked_family
from tournaments.games.models import Game
from tournaments.games.services.revisions import changed
from tournaments.reports.rule_sets import rule_set_of
from tournaments.tables.game_folders import folder_of
from tournaments.tables.group_starts import start_of
from tournaments.tables.kept_draws import DrawnTie
from tournaments.tables.models.sheet import Sheet, Split
from tournaments.tables.models.stay import Stay, Waiting
from tournaments.tables.services.groups import Member, empty_groups, open_groups

State = Game.State
RULE: Final = splitting.RULE


@transaction.atomic
def decide_split(
    *, by: Person, game: Game, groups: int, seed: str = "", at: dt.datetime | None = None
) -> Split:
    """Split a game into so many groups: at once, or when those who are tied have drawn.

    Seats are drawn from a seed, one that nobody could foresee unless it is given.

    Raises:
        Refusal: `call-ended`, `event-not-sanctioned`, `game-over`, `group-exists`, `not-allowed`,
            `other-rule-set`, `split-not-now`, `split-refused`, `split-too-deep`.
    """
    at = moment(at)
    locked_event(game.event)
    family = locked_family(game)
    game = family.games[game.pk]
    require(
        rules_game(by, day_of(at), game), what=_("split this game"), who=_("its Acting Executor"), rule=RULE
    )
    _require_between_stanzas(family, game)
    _let_pending_wait(by, family, game, at)
    family = family_of(game)
    game = family.games[game.pk]
    sheets = {sheet.game_id: sheet for sheet in Sheet.objects.filter(game__in=list(family.games))}
    split = _those_who_wish(family, game, sheets, groups)
    split.decided_by, split.decided_at = by, at
    _require_allowed(split)
    _require_more_to_play(family, game)
    game.state = State.SPLITTING
    game.save(update_fields=["state"])
    changed(game)
    after = {"groups": groups, "scores": split.scores, "waiting": split.waiting, "returning": split.returning}
    _settle(by, family, split, sheets, seed, at)
    answer_calls_for_seats(by=by, game=game, what=_("The game is split."), at=at)
    note(by=by, at=at, action="split game", thing=game, after=after)
    return split


@transaction.atomic
def draw_for_places(
    *,
    by: Person,
    game: Game,
    cards: Mapping[str, str],
    rounds: int | None = None,
    seed: str = "",
    at: dt.datetime | None = None,
) -> Split:
    """Write down one round of the draw of those who are tied: a card of each, by record id.

    `rounds` says how many rounds whoever sends it has seen, so that nothing is written down twice.

    Raises:
        Refusal: `draw-unreadable`, `event-not-sanctioned`, `group-exists`, `no-split`, `not-allowed`,
            `other-rule-set`, `round-drawn`, `split-too-deep`.
    """
    at = moment(at)
    locked_event(game.event)
    family = locked_family(game)
    game = family.games[game.pk]
    require(
        may_keep_table(by, day_of(at), game),
        what=_("write down the draw for places"),
        who=_("a player at the table, the director or the Acting Executor"),
        rule=RULE,
    )
    split = _standing_split(game, State.SPLITTING)
    seen = sum(len(draw["rounds"]) for draw in split.draws)
    if rounds is not None and rounds != seen:
        raise Refusal(
            code="round-drawn",
            sentence=_("%(seen)s rounds have already been written down.") % {"seen": seen},
            rule=RULE,
            remedy=_("Check who has to draw now."),
            facts={"rounds": seen, "open": split.open},
        )
    _add_round(split, _read_cards(split, cards))
    sheets = {sheet.game_id: sheet for sheet in Sheet.objects.filter(game__in=list(family.games))}
    changed(game)
    _settle(by, family, split, sheets, seed, at)
    after = {"cards": dict(cards), "open": split.open}
    note(by=by, at=at, action="draw for places", thing=game, after=after)
    return split


@transaction.atomic
def undo_split(*, by: Person, game: Game, reason: str, at: dt.datetime | None = None) -> Split:
    """Take a split back while no group has a stanza; everybody sits and waits as before.

    Raises:
        Refusal: `groups-playing`, `no-split`, `not-allowed`, `reason-missing`.
    """
    at = moment(at)
    family = locked_family(game)
    game = family.games[game.pk]
    require(
        rules_game(by, day_of(at), game), what=_("undo this split"), who=_("its Acting Executor"), rule=RULE
    )
    reason = require_reason(reason, _("Undoing a split needs a reason."), remedy=_("Write why."))
    split = _standing_split(game, State.SPLITTING, State.SPLIT)
    groups = [
        group for group in family.games.values() if group.parent_id == game.pk and group.state != State.VOID
    ]
    if any(group.stanzas_played or group.state != State.OPEN for group in groups):
        raise Refusal(
            code="groups-playing",
            sentence=_("A group has played a stanza."),
            rule=RULE,
            remedy=_("Let the groups continue."),
        )
    Sheet.objects.filter(game__in=groups).delete()
    empty_groups(by=by, parent=game, groups=groups, placed=[*split.waiting, *split.returning], at=at)
    split.state, split.undone_by, split.undone_at = Split.State.UNDONE, by, at
    split.reason = reason
    split.save(update_fields=["state", "undone_by", "undone_at", "reason"])
    note(by=by, at=at, action="undo split", thing=game, why=reason, after={"state": game.state})
    return split


def settled(split: Split) -> splitting.Split:
    """What the law says of a split as it stands."""
    draws = [TieDraw(tuple(draw["tied"]), tuple(draw["rounds"])) for draw in split.draws]
    return splitting.split(
        split.scores, split.waiting, split.returning, split.group_count, draws, split.average
    )


def _require_between_stanzas(family: Family, game: Game) -> None:
    runs = any((stay.until or 0) > game.stanzas_played for stay in family.stays_in(game))
    if game.state == State.PLAYING and not runs:
        return
    raise Refusal(
        code="split-not-now",
        sentence=_("Somebody walked out of the current stanza.")
        if runs
        else _("This game is %(state)s.") % {"state": game.get_state_display()},
        rule=_("%(rule)s, reading 39: between stanzas, after at least one.") % {"rule": RULE},
        remedy=_("Report the current stanza first, or look at the game as it is now."),
    )


def _let_pending_wait(by: Person, family: Family, game: Game, at: dt.datetime) -> None:
    """Who sat down since the last stanza has not played with the others yet: he waits for his group."""
    pending = [stay for stay in family.stays_in(game) if stay.since > game.stanzas_played]
    for stay in pending:
        Waiting.objects.create(game=game, person_id=stay.player.person_id, noted_by=by, since=stay.sat_at)
    Stay.objects.filter(pk__in=[stay.pk for stay in pending]).delete()


def _those_who_wish(family: Family, game: Game, sheets: Mapping[int, Sheet], groups: int) -> Split:
    """The split of all who sit and wait, before any draw."""
    last = sheets[game.pk].scores_after(game.stanzas_played)
    waiting, returning = [], {}
    for row in game.waiting.filter(ended_at__isnull=True).select_related("person").order_by("pk"):
        number, place = row.person.number, family.home.get(row.person_id)
        if place is None:
            waiting.append(number)
        else:
            returning[number] = sheets[place.game_id].score_after(number, place.stanza)
    return Split(
        game=game,
        after_stanza=game.stanzas_played,
        group_count=groups,
        scores={player: last[player] for player in family.table_of(game)},
        waiting=waiting,
        returning=returning,
        average=truncated_average(list(last.values())),
        state=Split.State.DRAWING,
    )


def _require_allowed(split: Split) -> None:
    answer = settled(split)
    if not answer.allowed:
        raise Refusal(
            code="split-refused",
            sentence=answer.reason,
            rule=_("%(rule)s, reading 39") % {"rule": RULE},
            remedy=_("Wait until ten or more sit and wait, and make groups of three to ten."),
            facts={"seated": list(split.scores), "waiting": [*split.waiting, *split.returning]},
        )


def _require_more_to_play(family: Family, game: Game) -> None:
    folder = folder_of(family, game)
    if ending.is_over(game.planned, folder.record):
        raise Refusal(
            code="game-over",
            sentence=_("The game has reached its planned end."),
            rule="Reading 10",
            remedy=_("Close it, or let the Acting Executor set another end first."),
        )


def _settle(
    by: Person, family: Family, split: Split, sheets: Mapping[int, Sheet], seed: str, at: dt.datetime
) -> None:
    """Keep the split as the law ranks it now, and make the groups once nobody is tied."""
    answer = settled(split)
    split.ranking, split.open = list(answer.ranking), list(answer.open)
    split.groups = [list(group) for group in answer.groups]
    if not answer.open:
        split.state = Split.State.MADE
    split.save()
    if not answer.open:
        _make_groups(by, family, split, sheets, seed, at)


def _make_groups(
    by: Person, family: Family, split: Split, sheets: Mapping[int, Sheet], seed: str, at: dt.datetime
) -> None:
    game = family.games[split.game_id]
    people = {player.record_id: player.person for player in family.players}
    people |= {row.person.number: row.person for row in game.waiting.select_related("person")}
    wishing = set(split.ranking)
    carried = {
        player.record_id: family.home[player.person_id]
        for player in family.players_of(game)
        if player.record_id not in wishing and _belongs(family, game, player.person_id)
    }
    folder = folder_of(family, game)
    rosters = [
        [Member(people[player], family.home.get(people[player].pk)) for player in group]
        for group in split.groups
    ]
    split.carried = [[player, place.game_id, place.stanza] for player, place in carried.items()]
    split.save(update_fields=["carried"])
    groups = open_groups(
        by=by,
        parent=game,
        rosters=rosters,
        carried=[people[player] for player in carried],
        planned=ending.remaining(game.planned, folder.record),
        seed=seed,
        at=at,
    )
    _begin_sheets(family_of(game), split, groups, dict(sheets), at)


def _belongs(family: Family, game: Game, person_id: int) -> bool:
    ranked = family.ranked_in(person_id)
    return ranked is not None and ranked.pk == game.pk


def _begin_sheets(
    family: Family, split: Split, groups: Sequence[Game], sheets: dict[int, Sheet], at: dt.datetime
) -> None:
    """The sheet of each group, with the start that its record will have and no stanza yet."""
    for group in groups:
        start = start_of(family, group, split, sheets)
        sheet = Sheet(
            game=group,
            start=start,
            rule_set=rule_set_of(family.games[group.pk]),
            checked_at=at,
        )
        sheet.check_document["player_hands"] = start["player_hands"]
        sheet.save()


def _standing_split(game: Game, *states: str) -> Split:
    split = game.splits.exclude(state=Split.State.UNDONE).first()
    if split is None or game.state not in states:
        raise Refusal(
            code="no-split",
            sentence=_("This game is %(state)s.") % {"state": game.get_state_display()},
            rule=RULE,
            remedy=_("Look at the game as it is now."),
        )
    return split


def _read_cards(split: Split, cards: Mapping[str, str]) -> dict[str, str]:
    """The cards of those who must draw, each one a card."""
    read = {player: card.strip().upper() for player, card in cards.items() if card.strip()}
    for player, card in read.items():
        if player not in split.open:
            raise _unreadable(
                _("%(player)s does not draw.") % {"player": player},
                _("Only players who are tied draw."),
                player,
            )
        try:
            law_of_draws.rank(card)
        except ValueError:
            raise _unreadable(
                _("“%(card)s” is not a card.") % {"card": card},
                _("Write rank and suit, as in 9C or 10D, and * for a joker."),
                player,
            ) from None
    return read


def _unreadable(sentence: str, remedy: str, player: str) -> Refusal:
    return Refusal(
        code="draw-unreadable",
        sentence=sentence,
        rule="I/Scorekeeper and First Dealer",
        remedy=remedy,
        status=422,
        facts={"player": player},
    )


def _add_round(split: Split, cards: Mapping[str, str]) -> None:
    """Add the cards to the draw of each tie; all who are open in a tie draw in its round."""
    everyone = settled(split).scores
    drawn_any = False
    for score in dict.fromkeys(everyone[player] for player in split.open):
        tied = [player for player in everyone if everyone[player] == score]
        open_now = [player for player in tied if player in split.open]
        drew = {player: cards[player] for player in open_now if player in cards}
        if not drew:
            continue
        missing = [player for player in open_now if player not in drew]
        if missing:
            raise _unreadable(
                _("No card is written for %(names)s.") % {"names": ", ".join(missing)},
                _("All players who are tied draw."),
                missing[0],
            )
        twice = law_of_draws.repeated(drew.values())
        if twice is not None:
            holder = next(player for player in drew if drew[player] == twice)
            raise _unreadable(
                _("%(twice)s is there more often than in the deck.") % {"twice": twice},
                _("Compare the cards."),
                holder,
            )
        _draw_of(split, tied)["rounds"].append(drew)
        drawn_any = True
    if not drawn_any:
        raise _unreadable(_("No card is written."), _("Write the card of each tied player."), split.open[0])


def _draw_of(split: Split, tied: list[str]) -> DrawnTie:
    """The draw of that tie, begun if there is none."""
    for draw in split.draws:
        if set(draw["tied"]) == set(tied):
            return draw  # type: ignore[no-any-return]
    new_draw: DrawnTie = {"tied": tied, "rounds": []}
    split.draws.append(new_draw)
    return new_draw
