"""Calling the Acting Executor to a table, answering him there, and taking a call back.

Invariants: everybody at the table, the scorekeeper and the director may call; only who may rule in the game
answers, where its book makes the director's ruling final also whoever runs the event; a call sent twice is
one; each ends once.
Rule section: II, IV (the Acting Executor rules at the table); by way of the format (M-12, B-1, C-33).
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note as write_down
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.calls.models import Call
from tournaments.calls.notifications import tell_of_call
from tournaments.events.permissions import directors_rule, may_keep_table, may_rule_in
from tournaments.games.models import Game
from tournaments.games.services.games import require_state
from tournaments.games.services.revisions import changed

RULE: Final = _lazy("IV: the Acting Executor administers the rules of the game.")
LONGEST: Final = 300


@looks_again
def call_executor(
    *,
    by: Person | None,
    game: Game,
    kind: str,
    about: str = "",
    stanza: int | None = None,
    key: str = "",
    at: dt.datetime | None = None,
) -> Call:
    """Call the Acting Executor; he is told at once. `by` is nobody where the table's own pad calls.

    `about` says what in a few words, and must where the kind is “other”; `stanza` is the one in question;
    `key` makes a call that is sent again the same call.

    Raises:
        Refusal: `call-kind`, `call-too-long`, `call-without-words`, `game-state`, `no-such-stanza`,
            `not-allowed`.
    """
    at = moment(at)
    game = _locked(game)
    if by is not None:
        _require_at_table(by, game, at, what=_("call the Acting Executor to this table"))
    before = Call.objects.filter(game=game, key=key).first() if key else None
    if before is not None:
        return before
    _require_callable(game)
    call = Call.objects.create(
        game=game,
        by=by,
        kind=_kind(game, kind),
        about=_words(game, kind, about),
        stanza=_stanza(game, stanza),
        key=key,
        made_at=at,
    )
    changed(game)
    after = {"call": call.pk, "kind": call.kind, "about": call.about, "stanza": stanza}
    entry = write_down(by=by, at=at, action="call executor", thing=game, after=after)
    tell_of_call(by=by, at=at, call=call, entry=entry)
    return call


@transaction.atomic
def answer_call(*, by: Person, call: Call, note: str = "", at: dt.datetime | None = None) -> Call:
    """Who rules there was at the table; `note` says what came of it, for the table and a later ruling.

    Raises:
        Refusal: `call-ended`, `not-allowed`.
    """
    at = moment(at)
    call = _locked_call(call)
    require(
        may_rule_in(by, day_of(at), call.game),
        what=_("answer this call"),
        who=_("somebody who runs the event and does not play in it, or its Acting Executor")
        if directors_rule(call.game)
        else _("the Acting Executor of the game"),
        rule=_rule(call.game),
    )
    return _end(call, Call.End.ANSWERED, by=by, note=note, at=at)


@transaction.atomic
def withdraw_call(*, by: Person | None, call: Call, note: str = "", at: dt.datetime | None = None) -> Call:
    """The table needs nobody any more. `by` is nobody where the table's own pad says so.

    Raises:
        Refusal: `call-ended`, `not-allowed`.
    """
    at = moment(at)
    call = _locked_call(call)
    if by is not None:
        _require_at_table(by, call.game, at, what=_("withdraw a call of this table"))
    return _end(call, Call.End.WITHDRAWN, by=by, note=note, at=at)


def _end(call: Call, end: Call.End, *, by: Person | None, note: str, at: dt.datetime) -> Call:
    if call.ended == end:
        return call
    if call.ended:
        raise Refusal(
            code="call-ended",
            sentence=_("This call has already been %(ended)s.") % {"ended": call.get_ended_display()},
            rule=_rule(call.game),
            remedy=_("Call again if you still need somebody."),
        )
    call.ended, call.ended_at, call.ended_by, call.note = end, at, by, note.strip()
    call.save(update_fields=["ended", "ended_at", "ended_by", "note"])
    changed(call.game)
    action = "answer call" if end == Call.End.ANSWERED else "withdraw call"
    write_down(by=by, at=at, action=action, thing=call.game, why=call.note, after={"call": call.pk})
    return call


def answer_calls_for_seats(*, by: Person, game: Game, what: str, at: dt.datetime) -> None:
    """Answer the open calls about who sits at a locked table by what the Acting Executor decided there.

    Raises:
        Refusal: `call-ended`.
    """
    for call in game.calls.filter(kind=Call.Kind.SEATS, ended=""):
        call.game = game
        _end(call, Call.End.ANSWERED, by=by, note=what, at=at)


def _rule(game: Game) -> str:
    """By which rule somebody is called: that of the game's own book, where it has one."""
    return directors_rule(game) or RULE


def _locked(game: Game) -> Game:
    rows = Game.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("event__club", "acting_executor__person").get(pk=game.pk)


def _locked_call(call: Call) -> Call:
    game = _locked(call.game)
    locked = Call.objects.get(pk=call.pk)
    locked.game = game
    return locked


def _require_at_table(by: Person, game: Game, at: dt.datetime, *, what: str) -> None:
    require(
        may_keep_table(by, day_of(at), game),
        what=what,
        who=_("a player at the table, the scorekeeper or the director"),
        rule=_rule(game),
    )


def _require_callable(game: Game) -> None:
    require_state(
        game,
        Game.UNDER_WAY,
        rule=_rule(game),
        remedy=_("A call can be made while a game is played or its final sheet is checked."),
    )


def _kind(game: Game, kind: str) -> str:
    if kind in Call.Kind.values:
        return kind
    raise Refusal(
        code="call-kind",
        sentence=_("A call says what it is about."),
        rule=_rule(game),
        remedy=_("Choose one from the list, or “something else” and write it down."),
        status=422,
        facts={"kinds": Call.Kind.values},
    )


def _words(game: Game, kind: str, about: str) -> str:
    """The words as they are kept."""
    about = " ".join(about.split())
    if len(about) > LONGEST:
        raise Refusal(
            code="call-too-long",
            sentence=_("A call is a few words. This one has %(length)s characters.") % {"length": len(about)},
            rule=_rule(game),
            remedy=_("Use at most %(most)s characters, and say the rest at the table.") % {"most": LONGEST},
            status=422,
        )
    if kind == Call.Kind.OTHER and not about:
        raise Refusal(
            code="call-without-words",
            sentence=_("“Something else” needs a few words."),
            rule=_rule(game),
            remedy=_("Write in a few words why somebody is needed."),
            status=422,
        )
    return about


def _stanza(game: Game, stanza: int | None) -> int | None:
    """The stanza as it is kept: one that was played, or the one that runs."""
    if stanza is None or 1 <= stanza <= game.stanzas_played + 1:
        return stanza
    raise Refusal(
        code="no-such-stanza",
        sentence=_("There is no stanza %(stanza)s yet.") % {"stanza": stanza},
        rule=_rule(game),
        remedy=_("Name a stanza from 1 to %(last)s, or none.") % {"last": game.stanzas_played + 1},
        status=422,
    )
