"""Rulings: those of a game for whoever may see them, and one of them whole or, to the public, without names.

Invariants: the parties, whoever runs or ruled the game, who hears appeals and the Managing Executor see a
ruling whole; everybody else sees only what is public of it, naming nobody; a constant number of queries.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated

from django.db.models import F, Prefetch, QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from sanctioning.identity.names import public_name, shown, telling_apart
from sanctioning.kit.clock import today
from sanctioning.kit.prepared_queries import Prepared
from sanctioning.kit.request_cache import asked_once
from sanctioning.people.models.person import Person
from tournaments.events.addresses import GameLabel
from tournaments.events.selectors.events import game_at
from tournaments.formats.standing_rulings import Ruled, RuledConsequence
from tournaments.games.game_families import Family, event_at_hand, family_of
from tournaments.games.models import Game, GamePlayer
from tournaments.justice.appeal_history.verdicts import (
    OVERTURNED,
    AppealVerdict,
    read_verdicts,
    verdict_on,
    with_verdicts,
)
from tournaments.justice.rulings.irregularities import known_irregularity
from tournaments.justice.rulings.kept_outcomes import ShownOutcome
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.outcomes import Effect, effect_of, nobody_named
from tournaments.justice.rulings.permissions import may_rule, may_see_rulings


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingLine:
    """A ruling in the list of its game, for those who may see it whole; `on_appeal` is what became of it."""

    id: int
    number: int
    kind: Annotated[str, Ruling.Kind]
    kind_words: str
    irregularity: str
    section: str
    name: str
    stanza: int | None
    trick: int | None
    what: str
    said: tuple[str, ...]
    at: dt.datetime
    superseded: bool
    on_appeal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingPage:
    """One ruling for those who may see it whole; `facts` and `outcome` are for programs, `stands` is what
    follows where it was varied on appeal.
    """

    line: RulingLine
    event_slug: str
    event_name: str
    game_label: str
    place: str
    game_address: str
    reason: str
    words: str
    public: bool
    by: str
    concerned: tuple[str, ...]
    effect: Effect
    stands: Effect | None
    facts: dict[str, object]
    outcome: Annotated[dict[str, object], ShownOutcome]
    supersedes: int | None
    superseded_by: int | None
    call: int | None
    guiding: bool
    may_replace: bool


def rulings_of(*, game: Game, asker: Person | None) -> tuple[RulingLine, ...] | None:
    """The rulings of a game, the latest first; None for those who may see none of them whole."""
    if not may_see_rulings(asker, today(), game):
        return None
    names = names_in(game)
    return tuple(_line(ruling, names) for ruling in _rows(game).order_by("-number"))


def rulings_at(game: Game, place: str) -> tuple[RulingLine, ...]:
    """Those about one slip of an event that stand, the latest first; the caller has asked who may see them.
    Two queries.
    """
    standing = _rows(game).filter(facts__place=place, superseded_by__isnull=True).order_by("-number")
    return tuple(_line(ruling, {}) for ruling in standing)


def latest_rulings(
    *, game: Game, at_most: int = 3, names: Mapping[str, str] | None = None
) -> tuple[RulingLine, ...]:
    """For the table itself, which heard them: the latest that stand. Three queries, one less where the
    `names` of the players by record id are at hand, one of none."""
    standing = _STANDING(game.pk)
    if not standing:
        return ()
    read_verdicts(standing)
    names = names_in(game) if names is None else names
    lines = (_line(ruling, names) for ruling in standing)
    return tuple(line for line in lines if line.on_appeal != OVERTURNED)[:at_most]


_STANDING = Prepared(
    lambda game: _without_verdicts(game).filter(superseded_by__isnull=True).order_by("-number")
)


def standing_rulings(game: Game) -> tuple[Ruling, ...]:
    """Those of an event that neither a later one nor an appeal took away, `with_verdicts`. Three queries."""
    standing = with_verdicts(game.rulings.filter(superseded_by__isnull=True).order_by("number"))
    return tuple(
        ruling for ruling in standing if (verdict := verdict_on(ruling)) is None or verdict.what != OVERTURNED
    )


def ruled_in(rulings: Iterable[Ruling]) -> tuple[Ruled, ...]:
    """Standing rulings as their format reads them: of one that was varied, what stands."""
    return tuple(_ruled(ruling, verdict_on(ruling) or ruling) for ruling in rulings)


def _ruled(ruling: Ruling, stands: Ruling | AppealVerdict) -> Ruled:
    return Ruled(
        number=ruling.number,
        irregularity=ruling.irregularity,
        section=ruling.section,
        facts=stands.facts,
        consequences=tuple(
            RuledConsequence(**consequence) for consequence in stands.outcome.get("consequences", ())
        ),
    )


def as_recorded(ruling: Ruling) -> str:
    """A ruling in a line, as the record of its event has it."""
    where = ruling.facts.get("place", "")
    at = f", {where}" if where else ""
    return f"Ruling {ruling.number} ({ruling.section}{at}): {ruling.what} {ruling.reason}"


def ruling_at(*, game: Game, number: int) -> Ruling | None:
    whole = _whole(game).select_related("game__event__sanction__articles")
    ruling = whole.filter(number=number).first()
    if ruling is not None:
        asked_once(("superseded", ruling.pk), lambda: _was_superseded(ruling))
    return ruling


def is_superseded(ruling: Ruling) -> bool:
    """Whether another took its place. One query, once in a page."""
    return asked_once(("superseded", ruling.pk), lambda: Ruling.objects.filter(supersedes=ruling).exists())


def ruling_page(*, ruling: Ruling, asker: Person | None) -> RulingPage:
    """The whole of it; the caller has asked `may_see_rulings`."""
    game = ruling.game
    names = names_in(game)
    line = _line(ruling, names)
    return RulingPage(
        line=line,
        event_slug=game.event.slug,
        event_name=game.event.name,
        game_label=game.label,
        place=game.place,
        game_address=f"{game.number}{game.group}",
        reason=ruling.reason,
        words=ruling.words,
        public=ruling.public,
        by=public_name(ruling.by.person),
        concerned=tuple(names[player.record_id] for player in ruling.concerned.all()),
        effect=effect_of(ruling.outcome, _called(names)),
        stands=_stands(verdict_on(ruling), _called(names)),
        facts=ruling.facts,
        outcome=ruling.outcome,
        supersedes=ruling.supersedes.number if ruling.supersedes else None,
        superseded_by=ruling.superseded_by.number if line.superseded else None,
        call=ruling.call_id,
        guiding=ruling.guiding_at is not None,
        may_replace=_may_replace(asker, ruling, superseded=line.superseded),
    )


def names_in(game: Game, named: Callable[[Person], str] = public_name) -> dict[str, str]:
    """The names of all who played, by record id. One query."""
    players = GamePlayer.objects.filter(game=game).select_related("person__merged_into", *shown("person"))
    named = telling_apart(named, (player.person for player in players))
    return {player.record_id: named(player.person) for player in players}


def people_at(
    game: Game, family: Family | None = None, named: Callable[[Person], str] = public_name
) -> dict[str, str]:
    """The names of all who played, by record id: first those who sit there, clockwise. Four queries, one
    where the family is at hand."""
    family = family or family_of(game, event=event_at_hand(game))
    names = names_in(game, named)
    sitting = family.table_of(family.games[game.pk])
    return {
        record_id: names[record_id]
        for record_id in (*sitting, *(record_id for record_id in names if record_id not in sitting))
    }


def name_of(ruling: Ruling) -> str:
    """What it is about, in a few words."""
    if ruling.kind == Ruling.Kind.VOTE:
        return _("A vote is held") if ruling.outcome.get("held") else _("A vote is refused")
    known = known_irregularity(ruling.irregularity)
    return capfirst(known.name if known else ruling.get_kind_display())


def may_rule_at(slug: str, label: GameLabel, asker: Person) -> bool:
    """The same by the address of a game."""
    game = game_at(event_slug=slug, number=label.number, group=label.group)
    return game is not None and may_rule(asker, game)


def _may_replace(asker: Person | None, ruling: Ruling, *, superseded: bool) -> bool:
    own = ruling.kind in (Ruling.Kind.IRREGULARITY, Ruling.Kind.PLAY) and not superseded
    return own and may_rule(asker, ruling.game)


def _whole(game: Game) -> QuerySet[Ruling]:
    people = GamePlayer.objects.select_related("person")
    return _rows(game).prefetch_related(Prefetch("concerned", people))


def _rows(game: Game) -> QuerySet[Ruling]:
    """All that a line of the list says."""
    return with_verdicts(_without_verdicts(game.pk))


def _without_verdicts(game: int) -> QuerySet[Ruling]:
    return Ruling.objects.filter(game=game).select_related(
        "game__event",
        "game__acting_executor__person",
        *shown("by__person"),
        "superseded_by",
        "supersedes",
    )


def _was_superseded(ruling: Ruling) -> bool:
    """When the `_whole` of it was read."""
    return hasattr(ruling, "superseded_by")


def _on_appeal(verdict: AppealVerdict | None) -> str:
    return verdict.what if verdict else ""


def _stands(verdict: AppealVerdict | None, called: Callable[[str], str]) -> Effect | None:
    return effect_of(verdict.outcome, called) if verdict and verdict.outcome else None


def _called(names: Mapping[str, str]) -> Callable[[str], str]:
    return lambda record_id: names.get(record_id, record_id)


def _line(ruling: Ruling, names: Mapping[str, str]) -> RulingLine:
    return RulingLine(
        id=ruling.pk,
        number=ruling.number,
        kind=ruling.kind,
        kind_words=ruling.get_kind_display(),
        irregularity=ruling.irregularity,
        section=ruling.section,
        name=name_of(ruling),
        stanza=ruling.stanza,
        trick=ruling.trick,
        what=ruling.what,
        said=effect_of(ruling.outcome, _called(names)).in_words if ruling.irregularity else (),
        at=ruling.at,
        superseded=_was_superseded(ruling),
        on_appeal=_on_appeal(verdict_on(ruling)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicRuling:
    """A ruling of the case book; players are "the dealer" or "Player 1", the day only its month.

    `on_appeal` is what became of it (a key of `verdicts.WORDS`), `stands` what follows where it was varied.
    """

    id: int
    section: str
    irregularity: str
    name: str
    words: str
    said: tuple[str, ...]
    effect: Effect
    on_appeal: str
    stands: Effect | None
    month: dt.date
    guiding: bool
    guiding_note: str
    guiding_at: dt.datetime | None


def public_ruling(ruling: Ruling) -> PublicRuling:
    """Of one that came `with_verdicts`."""
    effect = effect_of(ruling.outcome, nobody_named(ruling.facts))
    verdict = verdict_on(ruling)
    return PublicRuling(
        id=ruling.pk,
        section=ruling.section,
        irregularity=ruling.irregularity,
        name=name_of(ruling),
        words=ruling.words,
        said=effect.in_words if ruling.irregularity else (),
        effect=effect,
        on_appeal=_on_appeal(verdict),
        stands=_stands(verdict, nobody_named(verdict.facts)) if verdict else None,
        month=ruling.at.date().replace(day=1),
        guiding=ruling.guiding_at is not None,
        guiding_note=ruling.guiding_note,
        guiding_at=ruling.guiding_at,
    )


def earlier_on(section: str, at_most: int = 5) -> tuple[PublicRuling, ...]:
    """Public rulings on a section, guiding ones first, then the latest, with what became of each. Three
    queries.
    """
    guiding_first = F("guiding_at").desc(nulls_last=True)
    rows = with_verdicts(public_rulings()).filter(section=section).order_by(guiding_first, "-at", "-pk")
    return tuple(map(public_ruling, rows[:at_most]))


def public_rulings() -> QuerySet[Ruling]:
    """What the case book holds: public rulings that no later one replaced."""
    return Ruling.objects.filter(public=True, superseded_by__isnull=True)
