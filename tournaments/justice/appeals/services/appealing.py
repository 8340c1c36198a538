"""Appealing: the first step from a ruling or a vote, and each further one; waiving it, and withdrawing.

Purpose: a participating player brings a matter before the office that hears it next, in time.
Invariants: one step at a time, each after the decision of the one before and within the days of the Articles
under which the event was sanctioned; what was decided stands meanwhile; one sent twice (its key) is one.
Rule section: IV, W-123, W-124; III, "Chaotic Action", W-105; readings 51, 52 and 71.
Terms: as in `tournaments.justice.appeals.models`.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.justice.appeal_terms import DAYS_TO_APPEAL, is_in_time, last_day
from sanctioning.identity.same_person import same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.request_cache import asked_once
from sanctioning.kit.sequences.services import next_number
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import require_words
from sanctioning.kit.wording.localised import day
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import deny
from sanctioning.people.models.person import Person
from tournaments.events.permissions import directors_rule
from tournaments.formats.registry import format_named
from tournaments.games.game_families import locked_family
from tournaments.games.models import GamePlayer
from tournaments.justice.appeal_history.proceedings import (
    Proceedings,
    articles_of,
    decided_on,
    game_of,
    matter_of,
    player_of,
    proceedings_of,
)
from tournaments.justice.appeals.bundle_parts import sha256_of
from tournaments.justice.appeals.bundles import bundle_of
from tournaments.justice.appeals.models import Appeal, AppealStep, Waiver
from tournaments.justice.appeals.notifications import tell_of_taken, tell_of_withdrawal
from tournaments.justice.appeals.services.finality import end_appeal, make_final, run_out
from tournaments.justice.appeals.services.locks import locked_proceedings
from tournaments.justice.appeals.services.steps import first_bench, next_bench, open_step
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.selectors.rulings import is_superseded
from tournaments.justice.votes.models import Vote

RULE: Final = _lazy("IV, W-123: a participating player may appeal a ruling of the Acting Executor.")
ONE_AT_A_TIME: Final = _lazy("IV, W-124: an appeal goes from one office to the next.")
LONGEST: Final = 20_000


@looks_again
def appeal(
    *,
    by: Person,
    ruling: Ruling | None = None,
    vote: Vote | None = None,
    grounds: str,
    key: str = "",
    at: dt.datetime | None = None,
) -> Appeal:
    """Appeal a ruling, or a carried vote on a chaotic action, to the first office that hears it.

    Raises:
        Refusal: `appeal-too-late`, `appealed-already`, `grounds-missing`, `grounds-too-long`,
            `idempotency-key-reused`, `merits-stand`, `not-allowed`, `not-sanctioned`, `ruling-final`,
            `ruling-superseded`, `vote-not-carried`.
    """
    at = moment(at)
    thing: Ruling | Vote | None = ruling or vote
    assert thing is not None
    game = locked_family(game_of(thing)).games[game_of(thing).pk]
    before = Appeal.objects.filter(key=key).first() if key else None
    if before is not None:
        return _sent_before(before, by, thing)
    player = _party(by, thing)
    require_appealable(thing)
    bench = first_bench(thing, day_of(at))
    days = articles_of(game).days_of(DAYS_TO_APPEAL[bench])
    _require_in_time(decided_on(thing), days, at)
    bundle = bundle_of(thing)
    new_appeal = Appeal.objects.create(
        number=next_number("appeal"),
        ruling=ruling,
        vote=vote,
        appellant=player,
        bundle=bundle,
        bundle_sha256=sha256_of(bundle),
        key=key,
        at=at,
    )
    step = open_step(new_appeal, place=1, bench=bench, player=player, grounds=_grounds(grounds), at=at)
    after = {"step": step.office, "until": step.until.isoformat(), "bundle": new_appeal.bundle_sha256}
    entry = note(by=by, at=at, action="appeal", thing=new_appeal, why=step.grounds, after=after)
    tell_of_taken(by=by, at=at, proceedings=proceedings_of(new_appeal), step=step, entry=entry)
    return new_appeal


@looks_again
def appeal_further(*, by: Person, appeal: Appeal, grounds: str, at: dt.datetime | None = None) -> AppealStep:
    """Take an appeal from the office that decided it to the next; either side may.

    Raises:
        Refusal: `appeal-ended`, `appeal-too-late`, `appeal-waits`, `college-decided`, `grounds-missing`,
            `grounds-too-long`, `not-allowed`, `step-waived`.
    """
    at = moment(at)
    proceedings = locked_proceedings(appeal)
    player = _party(by, proceedings.thing)
    _require_open(proceedings)
    last = proceedings.decided
    if last is None or proceedings.waiting is not None:
        raise _refused(
            "appeal-waits",
            _("Appeal %(number)s has not been decided yet.") % {"number": proceedings.appeal.label},
            ONE_AT_A_TIME,
            _("Write a statement on it. The next step is possible once it is decided."),
        )
    bench = next_bench(proceedings, day_of(at))
    if bench is None:
        raise _refused(
            "college-decided",
            _("The College has decided. No further appeal is possible."),
            ONE_AT_A_TIME,
            _("Its decision is final."),
        )
    assert last.appealable_until is not None
    if day_of(at) > last.appealable_until:
        raise _too_late(last.appealable_until)
    if last.waivers.filter(player=player).exists():
        raise _refused(
            "step-waived",
            _("You have said that you will not take another step."),
            _("IV: whoever gives up the next step of an appeal does not take it."),
            _("Another player of the game can take it until the last day."),
        )
    step = open_step(
        proceedings.appeal,
        place=len(proceedings.steps) + 1,
        bench=bench,
        player=player,
        grounds=_grounds(grounds),
        at=at,
    )
    after = {"step": step.office, "until": step.until.isoformat()}
    entry = note(
        by=by, at=at, action="appeal further", thing=proceedings.appeal, why=step.grounds, after=after
    )
    tell_of_taken(by=by, at=at, proceedings=proceedings_of(proceedings.appeal), step=step, entry=entry)
    return step


@transaction.atomic
def waive_step(*, by: Person, appeal: Appeal, at: dt.datetime | None = None) -> Appeal:
    """Say that one takes no further step; once all players have, the decision is final at once.

    Raises:
        Refusal: `appeal-ended`, `not-allowed`, `nothing-to-waive` and what `make_final` raises.
    """
    at = moment(at)
    proceedings = locked_proceedings(appeal)
    player = _party(by, proceedings.thing)
    _require_open(proceedings)
    last = proceedings.decided
    if last is None or proceedings.waiting is not None:
        raise _refused(
            "nothing-to-waive",
            _("No further step is open in this appeal."),
            ONE_AT_A_TIME,
            _("You can say so once it is decided, and until the last day for the next step."),
        )
    _waived, new = Waiver.objects.get_or_create(step=last, player=player, defaults={"at": at})
    if new:
        note(
            by=by, at=at, action="waive further appeal", thing=proceedings.appeal, after={"step": last.place}
        )
    if last.waivers.count() >= proceedings.game.players.count():
        make_final(proceedings, at=at, by=by, why="All players have waived the next step.")
    proceedings.appeal.refresh_from_db()
    return proceedings.appeal


@transaction.atomic
def withdraw_appeal(*, by: Person, appeal: Appeal, why: str = "", at: dt.datetime | None = None) -> Appeal:
    """Take back the step that one took and that is not decided; what was decided before it stands.

    Raises:
        Refusal: `appeal-ended`, `not-allowed`, `nothing-to-withdraw` and what `make_final` raises.
    """
    at = moment(at)
    proceedings = locked_proceedings(appeal)
    _require_open(proceedings)
    waiting = proceedings.waiting
    if waiting is None or proceedings.course.back_to is not None:
        raise _refused(
            "nothing-to-withdraw",
            _("No step of this appeal can be taken back now."),
            ONE_AT_A_TIME,
            _("The decision applies, or was sent back and is decided again."),
        )
    if not same_person(by, waiting.taken_by.person):
        deny(what=_("withdraw this appeal"), who=_("the player who took the step"), rule=RULE)
    waiting.withdrawn_at = at
    waiting.save(update_fields=["withdrawn_at"])
    waiting.assignments.filter(ended_at__isnull=True).update(ended_at=at, ended_for="withdrawn")
    entry = note(
        by=by,
        at=at,
        action="withdraw appeal",
        thing=proceedings.appeal,
        why=why.strip(),
        after={"step": waiting.place},
    )
    tell_of_withdrawal(by=by, at=at, proceedings=proceedings, step=waiting, entry=entry)
    if proceedings.decided is None:
        end_appeal(proceedings.appeal, Appeal.End.WITHDRAWN, at=at)
    elif run_out(proceedings, day_of(at)):
        make_final(proceedings_of(proceedings.appeal), at=at, by=by, why="The further appeal was withdrawn.")
    proceedings.appeal.refresh_from_db()
    return proceedings.appeal


def require_appealable(thing: Ruling | Vote) -> None:
    """Refuse what has no appeal, what was replaced, and what is before a judge already."""
    game = game_of(thing)
    if game.event.sanction is None or game.event.sanction.articles is None:
        raise _refused(
            "not-sanctioned",
            _("This game is not sanctioned."),
            RULE,
            _("Section IV only applies to sanctioned games."),
        )
    if matter_of(thing) == "other-type-2-vote":
        raise _refused(
            "merits-stand",
            _("What this vote decided is final."),
            "III/Penalties, reading 52",
            _("If it was not lawful, appeal the ruling by which the vote was held."),
        )
    if isinstance(thing, Vote) and not thing.carried:
        raise _refused(
            "vote-not-carried",
            _("This vote had no consequences."),
            "III/Chaotic Action, W-105",
            _("Only a penalty or a finding that was carried can be appealed."),
        )
    final = final_by(thing)
    if final:
        raise _refused(
            "ruling-final",
            _("Under the rules of %(game)s this ruling is final.")
            % {"game": format_named(game.event.format).title},
            final,
            _("Ask the person who ruled: they can replace their ruling."),
        )
    if isinstance(thing, Ruling) and is_superseded(thing):
        raise _refused(
            "ruling-superseded",
            _("This ruling was replaced by another."),
            RULE,
            _("Appeal the ruling that replaced it."),
        )
    for earlier in appeals_that_stand(thing):
        raise _refused(
            "appealed-already",
            _("This is already being judged, as appeal %(number)s.") % {"number": earlier.label},
            ONE_AT_A_TIME,
            _("Give your side in a statement, and take the next step if you disagree."),
            facts={"appeal": earlier.number},
        )


def appeals_that_stand(thing: Ruling | Vote) -> tuple[Appeal, ...]:
    """Those that were not withdrawn. One query, once in a page."""
    standing = thing.appeals.exclude(ended=Appeal.End.WITHDRAWN)
    return asked_once(("appeals of", type(thing), thing.pk), lambda: tuple(standing))


def final_by(thing: Ruling | Vote) -> str:
    """The rule of the event's game by which there is no appeal; empty where the ladder is open."""
    return directors_rule(game_of(thing))


def _sent_before(before: Appeal, by: Person, thing: Ruling | Vote) -> Appeal:
    if thing in (before.ruling, before.vote) and same_person(by, before.appellant.person):
        return before
    raise _refused(
        "idempotency-key-reused",
        _("This key belongs to another appeal."),
        _("An appeal sent twice counts once."),
        _("Send it with a new key."),
    )


def _party(by: Person, thing: Ruling | Vote) -> GamePlayer:
    player = player_of(by, game_of(thing))
    if player is None:
        deny(what=_("appeal in this game"), who=_("a player who took part in it"), rule=RULE)
    return player


def _require_open(proceedings: Proceedings) -> None:
    if proceedings.appeal.ended:
        raise _refused(
            "appeal-ended",
            _("Appeal %(number)s is %(ended)s.")
            % {"number": proceedings.appeal.label, "ended": proceedings.appeal.get_ended_display()},
            ONE_AT_A_TIME,
            _("Something final cannot be taken further."),
        )


def _require_in_time(begun: dt.date, days: int, at: dt.datetime) -> None:
    if not is_in_time(begun, days, day_of(at)):
        raise _too_late(last_day(begun, days))


def _too_late(last: dt.date) -> Refusal:
    return _refused(
        "appeal-too-late",
        _("The last day for this appeal was %(day)s.") % {"day": day(last)},
        _("Articles: time to appeal"),
        _("The decision is final."),
        facts={"last_day": last.isoformat()},
    )


def _grounds(grounds: str) -> str:
    grounds = require_words(grounds, "grounds-missing", _("An appeal says why."))
    if len(grounds) > LONGEST:
        raise Refusal(
            code="grounds-too-long",
            sentence=_("The grounds have %(length)s characters.") % {"length": len(grounds)},
            rule=RULE,
            remedy=_("Use at most %(most)s characters, and attach the rest to a statement.")
            % {"most": LONGEST},
            status=422,
        )
    return grounds


def _refused(
    code: str, sentence: str, rule: str, remedy: str, facts: dict[str, object] | None = None
) -> Refusal:
    return Refusal(code=code, sentence=sentence, rule=rule, remedy=remedy, facts=facts or {})
