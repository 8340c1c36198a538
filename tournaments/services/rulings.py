"""Keeping the rulings of an Acting Executor.

Purpose: every act by which he interprets or administers the rules of his game leaves a ruling that can be
found, appealed and cited.
Invariants: only who rules the game, while it is not certified; numbered in the order of a game; one sent
twice (its key) is one; a call is answered by at most one ruling, and a ruling superseded by at most one.
Rule section: IV; W-122.
Terms: as in `tournaments.models.ruling`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.clock import day_of
from sanctioning.models import Person
from sanctioning.permissions import require
from sanctioning.refusal import Refusal
from sanctioning.services.audit import note
from tournaments.models import Call, Game, GamePlayer, Ruling
from tournaments.permissions import rules_game
from tournaments.services.calls import answer_call
from tournaments.services.families import family_of
from tournaments.services.ruling_news import tell_of_ruling
from tournaments.services.ruling_words import for_everybody, required

RULE: Final = "IV: the Acting Executor interprets and administers the rules of his game."
CLOSED: Final = (Game.State.CERTIFIED, Game.State.VOID)
LONGEST_SECTION: Final = 80


@transaction.atomic
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
    """
    before = ruling_sent(game=game, key=key)
    if before is not None:
        return before
    require_may_rule(by=by, game=game, at=at)
    assert game.acting_executor is not None
    call = _call_of(game, call)
    _require_latest(game, supersedes)
    made = Ruling.objects.create(
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
        reason=required("reason", reason, _("A ruling is given with a reason.")),
        words=for_everybody(words, public, (player.person for player in family_of(game).players)),
        public=public,
        by=game.acting_executor,
        at=at,
        key=key,
    )
    told = list(concerned)
    made.concerned.set(told)
    if call is not None and not call.ended:
        answer_call(by=by, call=call, note=_("Ruling %(number)s.") % {"number": made.number}, at=at)
    after = {"kind": kind, "irregularity": irregularity, "stanza": stanza, "outcome": made.outcome}
    entry = note(by=by, at=at, action="rule", thing=made, why=made.reason, after=after)
    tell_of_ruling(by=by, at=at, ruling=made, concerned=told, entry=entry)
    return made


def ruling_sent(*, game: Game, key: str) -> Ruling | None:
    """The ruling of that key, if it was sent before; a key of another game is refused."""
    found = Ruling.objects.filter(key=key).first() if key else None
    if found is not None and found.game_id != game.pk:
        raise Refusal(
            code="idempotency-key-reused",
            sentence=_("This key belongs to a ruling of another game."),
            rule=_("A ruling sent twice is one."),
            remedy=_("Send it with a new key."),
        )
    return found


def require_may_rule(*, by: Person, game: Game, at: dt.datetime) -> None:
    """Refuse whoever does not rule the game, and a game whose result is certified."""
    require(
        rules_game(by, day_of(at), game), what=_("rule in this game"), who=_("its Acting Executor"), rule=RULE
    )
    if game.state in CLOSED:
        raise Refusal(
            code="game-state",
            sentence=_("This game is %(state)s.") % {"state": game.get_state_display()},
            rule=_("IV: the Acting Executor rules until the result is certified."),
            remedy=_("A certified result changes only by an appeal."),
        )


def _call_of(game: Game, call: Call | None) -> Call | None:
    """The call as it stands now, if nobody ruled on it yet."""
    if call is None:
        return None
    found = Call.objects.select_related("game").filter(pk=call.pk, game=game, ruling__isnull=True).first()
    if found is None:
        raise Refusal(
            code="call-ruled",
            sentence=_("This call is another table's, or was ruled on already."),
            rule=RULE,
            remedy=_("Look at the rulings of the game."),
            facts={"field": "call"},
        )
    return found


def _require_latest(game: Game, supersedes: Ruling | None) -> None:
    if supersedes is None:
        return
    if supersedes.game_id != game.pk or Ruling.objects.filter(supersedes=supersedes).exists():
        raise Refusal(
            code="ruling-superseded",
            sentence=_("This ruling is another game's, or was replaced already."),
            rule=_("A ruling is replaced once, by a ruling of the same game."),
            remedy=_("Replace the latest one."),
            facts={"field": "supersedes"},
        )
