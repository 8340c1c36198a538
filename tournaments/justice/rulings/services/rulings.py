"""Rulings of an Acting Executor: computed from their facts, kept, and felt in the scores at once.

Purpose: every act by which he interprets or administers the rules of his game leaves a ruling that can be
found, appealed and cited.
Invariants: only who rules the game, and where its book makes the director's ruling final also who runs the
event, while it is not certified; what was sent back to him he decides as a step of its appeal; numbered in
the order of a game; one sent twice (its key) is one; a call is answered by at most one ruling, and a ruling
superseded by at most one, which takes its effect away, and what it found.
Rule section: IV; W-122.
Terms: as in `tournaments.justice.rulings.models`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.office import CLUB_OFFICES, Appointment
from sanctioning.offices.permissions import require, terms_held
from sanctioning.people.models.person import Person
from tournaments.calls.models import Call
from tournaments.calls.services.calls import answer_call
from tournaments.events.permissions import directors_rule, may_rule_in, rules_game
from tournaments.formats.registry import format_named
from tournaments.games.game_families import Family, family_of, locked_family
from tournaments.games.models import Game, GamePlayer
from tournaments.justice.appeals.models import Appeal
from tournaments.justice.rulings.effects import Weighing, weigh_matter
from tournaments.justice.rulings.effects_by_format import placed
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.notifications import tell_of_ruling
from tournaments.justice.rulings.ruling_words import for_everybody, required
from tournaments.justice.rulings.services.amendments import amend, end_amendments, record_changed
from tournaments.justice.rulings.services.found_violations import find_repeated, unfind
from tournaments.justice.votes.models import Vote

RULE: Final = _lazy("IV: the Acting Executor interprets and administers the rules of the game.")
CLOSED: Final = (Game.State.CERTIFIED, Game.State.VOID)
LONGEST_SECTION: Final = 80


@looks_again
def keep_ruling(
    *,
    by: Person,
    game: Game,
    kind: str,
    section: str,
    what: str,
    reason: str,
    at: dt.datetime,
    stanza: int | None = None,
    trick: int | None = None,
    concerned: Iterable[GamePlayer] = (),
    facts: Mapping[str, Any] | None = None,
    outcome: Mapping[str, Any] | None = None,
    irregularity: str = "",
    words: str = "",
    public: bool = False,
    call: Call | None = None,
    supersedes: Ruling | None = None,
    key: str = "",
) -> Ruling:
    """Write down a ruling of a game that the caller has locked, answer the call, and tell those concerned.

    `section` cites the rule as the engine does ("II/Revokes"). What follows in the record is the caller's:
    `amend`, `record_changed`.

    Raises:
        Refusal: `call-ended`, `call-ruled`, `game-state`, `idempotency-key-reused`, `not-allowed`,
            `ruling-superseded`, `words-missing`, `words-name-somebody`, `…-missing`.
    """
    before = ruling_sent(game=game, key=key)
    if before is not None:
        return before
    require_may_rule(by=by, game=game, at=at)
    call = _call_of(game, call)
    _require_latest(game, supersedes)
    ruling = Ruling.objects.create(
        game=game,
        number=game.rulings.count() + 1,
        kind=kind,
        irregularity=irregularity,
        section=required("section", section, _("A ruling cites its rule."))[:LONGEST_SECTION],
        stanza=stanza,
        trick=trick,
        call=call,
        supersedes=supersedes,
        facts=dict(facts or {}),
        outcome=dict(outcome or {}),
        what=required("what", what, _("A ruling says what happened.")),
        reason=required("reason", reason, _("A ruling has a reason.")),
        words=for_everybody(words, public, (player.person for player in family_of(game).players)),
        public=public,
        by=_term_of(by, game, at),
        at=at,
        key=key,
    )
    game.revision += 1
    game.save(update_fields=["revision"])
    _make_known(ruling, by, list(concerned))
    return ruling


@looks_again
def rule_on(
    *,
    by: Person,
    game: Game,
    what: str,
    reason: str,
    irregularity: str = "",
    facts: Mapping[str, Any] | None = None,
    section: str = "",
    stanza: int | None = None,
    trick: int | None = None,
    words: str = "",
    public: bool = False,
    call: Call | None = None,
    supersedes: Ruling | None = None,
    key: str = "",
    at: dt.datetime | None = None,
) -> Ruling:
    """Rule on an irregularity, whose effect follows from its facts, or on another question of a `section`.

    Plain values (`rules_engine.whoopie.rulings.facts`, `effects_by_format.facts_to_ask`). The ruling
    that is superseded loses its effect.

    Raises:
        Refusal: `fact-wrong`, `field-unreadable`, `game-state`, `idempotency-key-reused`, `not-allowed`,
            `ruled-already`, `ruling-fixed` and what `keep_ruling` raises.
    """
    at = moment(at)
    family = locked_family(game)
    game = family.games[game.pk]
    require_may_rule(by=by, game=game, at=at)
    before = ruling_sent(game=game, key=key)
    if before is not None:
        return before
    _require_replaceable(supersedes)
    weighed = _weighed(family, game, irregularity, facts or {}, stanza, trick, supersedes)
    where, named = _where(family, game, facts or {}, weighed)
    ruling = keep_ruling(
        by=by,
        game=game,
        kind=Ruling.Kind.IRREGULARITY if weighed else Ruling.Kind.PLAY,
        irregularity=irregularity,
        section=weighed.section if weighed else section,
        stanza=stanza,
        trick=trick,
        facts=weighed.facts if weighed else where,
        outcome=weighed.plain if weighed else {},
        concerned=named,
        what=what,
        reason=reason,
        words=words,
        public=public,
        call=call,
        supersedes=supersedes,
        key=key,
        at=at,
    )
    _take_effect(ruling, weighed, by, at)
    return ruling


def ruling_sent(*, game: Game, key: str) -> Ruling | None:
    """The ruling of that key, if it was sent before; a key of another game is refused.

    Raises:
        Refusal: `idempotency-key-reused`.
    """
    ruling = Ruling.objects.filter(key=key).first() if key else None
    if ruling is not None and ruling.game_id != game.pk:
        raise Refusal(
            code="idempotency-key-reused",
            sentence=_("This key belongs to a ruling of another game."),
            rule=_("A ruling sent twice counts once."),
            remedy=_("Send it with a new key."),
        )
    return ruling


def require_may_rule(*, by: Person, game: Game, at: dt.datetime) -> None:
    """Refuse whoever does not rule the game, and a certified one.

    Raises:
        Refusal: `game-state`, `not-allowed`.
    """
    final = directors_rule(game)
    require(
        may_rule_in(by, day_of(at), game),
        what=_("rule in this game"),
        who=_("somebody who runs the event and does not play in it, or its Acting Executor")
        if final
        else _("its Acting Executor"),
        rule=final or RULE,
    )
    if game.state in CLOSED:
        raise Refusal(
            code="game-state",
            sentence=_("This game is %(state)s.") % {"state": game.get_state_display()},
            rule=_("IV: the Acting Executor rules until the result is certified."),
            remedy=_("A certified result changes only by an appeal."),
        )


def _term_of(by: Person, game: Game, at: dt.datetime) -> Appointment:
    """The term by which somebody rules who may: as Acting Executor, else of the club that holds the event."""
    day = day_of(at)
    if game.acting_executor is not None and rules_game(by, day, game):
        return game.acting_executor
    terms = terms_held(by, day).filter(office__in=CLUB_OFFICES)
    return terms.filter(club=game.event.club_id)[:1].get()


def _weighed(
    family: Family,
    game: Game,
    irregularity: str,
    facts: Mapping[str, Any],
    stanza: int | None,
    trick: int | None,
    supersedes: Ruling | None,
) -> Weighing | None:
    """What follows from an irregularity; nothing from a question that is none."""
    if not irregularity:
        return None
    return weigh_matter(
        family=family,
        game=game,
        irregularity=irregularity,
        facts=facts,
        stanza=stanza,
        trick=trick,
        supersedes=supersedes,
    )


def _require_replaceable(older: Ruling | None) -> None:
    """Refuse to replace what is appealed, what was voted upon, and what other acts have written."""
    if older is None:
        return
    if Appeal.objects.filter(ruling=older).exclude(ended=Appeal.End.WITHDRAWN).exists():
        raise _not_replaceable(
            _("This ruling is under appeal. Only those who hear the appeal can change it.")
        )
    if Vote.objects.filter(violation__ruling=older).exists():
        raise _not_replaceable(_("The players have voted on what this ruling found."))
    if older.kind not in (Ruling.Kind.IRREGULARITY, Ruling.Kind.PLAY):
        raise _not_replaceable(_("This ruling belongs to something else you did."))


def _not_replaceable(sentence: str) -> Refusal:
    return Refusal(
        code="ruling-fixed",
        sentence=sentence,
        rule=RULE,
        remedy=_("Rule on something else, or let the players appeal."),
        facts={"field": "supersedes"},
    )


def _make_known(ruling: Ruling, by: Person, concerned: Sequence[GamePlayer]) -> None:
    """Keep whom it concerns, answer its call, note it, and tell them."""
    ruling.concerned.set(concerned)
    call, at = ruling.call, ruling.at
    if call is not None and not call.ended:
        answer_call(by=by, call=call, note=_("Ruling %(number)s.") % {"number": ruling.number}, at=at)
    after = {
        "kind": ruling.kind,
        "irregularity": ruling.irregularity,
        "stanza": ruling.stanza,
        "outcome": ruling.outcome,
    }
    entry = note(by=by, at=at, action="rule", thing=ruling, why=ruling.reason, after=after)
    tell_of_ruling(by=by, at=at, ruling=ruling, concerned=concerned, entry=entry)


def _take_effect(ruling: Ruling, weighed: Weighing | None, by: Person, at: dt.datetime) -> None:
    """Amend the record, end what is superseded, and let the scores follow."""
    game = ruling.game
    ended = end_amendments(of=ruling.supersedes, by=ruling, at=at) if ruling.supersedes else []
    unfind([ruling.supersedes] if ruling.supersedes else [])
    added = amend(source=ruling, game=game, changes=[weighed.change], at=at) if weighed else []
    if weighed and weighed.found_type_2:
        find_repeated(source=ruling, ruling=ruling, offender=weighed.found_type_2, at=at)
    if added or ended or format_named(game.event.format).record_names_rulings:
        label = f"Ruling {ruling.number} in {game.name_in_records}"
        record_changed(game=game, by=by, at=at, ruling=label, why=ruling.reason)


def _where(
    family: Family, game: Game, facts: Mapping[str, Any], weighed: Weighing | None
) -> tuple[dict[str, object], list[GamePlayer]]:
    """Where a question arose that has no form, and whom a ruling concerns: whoever is named in facts and
    outcome; where nobody is, all of the table, and nobody of an event of many."""
    many = format_named(game.event.format).rules_by_its_book
    where: dict[str, object] = {}
    named: frozenset[str] = frozenset()
    if weighed is not None:
        named = weighed.concerned
    elif many:
        where, named = placed(game, facts)
    everybody = not named and not many
    return where, [player for player in family.players_of(game) if everybody or player.record_id in named]


def _call_of(game: Game, call: Call | None) -> Call | None:
    """The call as it stands now, if nobody ruled on it yet."""
    if call is None:
        return None
    this_call = Call.objects.select_related("game").filter(pk=call.pk, game=game, ruling__isnull=True).first()
    if this_call is None:
        raise Refusal(
            code="call-ruled",
            sentence=_("This call belongs to another table, or has already been ruled on."),
            rule=RULE,
            remedy=_("Look at the rulings of the game."),
            facts={"field": "call"},
        )
    return this_call


def _require_latest(game: Game, supersedes: Ruling | None) -> None:
    if supersedes is None:
        return
    if supersedes.game_id != game.pk or Ruling.objects.filter(supersedes=supersedes).exists():
        raise Refusal(
            code="ruling-superseded",
            sentence=_("This ruling belongs to another game, or has already been replaced."),
            rule=_("A ruling is replaced once, by a ruling of the same game."),
            remedy=_("Replace the latest one."),
            facts={"field": "supersedes"},
        )
