"""Slips of an event: reported, corrected, signed by a second person; and the event closed from them.

Purpose: each table hands in its part; what stands is composed into the record of the event, which the engine
checks at once, and which becomes the event's report when it is closed.
Invariants: what got an answer is kept; sent twice with one key it is one slip; nothing is written over; who
signs is not who reported; an event is closed when every slip that is due stands and is signed.
Rule section: by way of the format; design, "What always holds" 7.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.reading import Malformed
from sanctioning.clock import day_of, moment
from sanctioning.identity import same_person
from sanctioning.localised import lazily as _lazy
from sanctioning.models import Person, RuleSet
from sanctioning.names import shown
from sanctioning.permissions import require
from sanctioning.refusal import Refusal
from sanctioning.services.audit import note
from scoring.models import Report, Sheet, Slip, SlipSignature
from scoring.permissions import may_hand_in, may_report
from scoring.services.reports import FROM_SHEET, keep_report, require_executor, rule_set_of
from scoring.services.sheets import as_bytes, sha256_of
from tournaments.formats import format_named
from tournaments.formats.base import Format
from tournaments.formats.fields import read_fields
from tournaments.formats.slips import Due, EventHead, Slips, Standing
from tournaments.models import Game
from tournaments.permissions import may_run_event
from tournaments.selectors.teams import event_head
from tournaments.services.games import locked_game

State = Game.State
PLAYED: Final = (State.OPEN, State.PLAYING)
ONCE: Final = _lazy("A slip sent twice counts once.")
REPORTED: Final = _lazy("A slip is reported once; a correction is a new version with a reason.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """All that is known of an event while it is played; `slips` are the current versions by place."""

    game: Game
    played: Format
    slipping: Slips
    rule_set: RuleSet
    head: EventHead
    slips: Mapping[str, Slip]

    @property
    def standing(self) -> Standing:
        return {place: slip.body for place, slip in self.slips.items()}

    @property
    def due(self) -> Mapping[str, Due]:
        return {one.place: one for one in self.slipping.due(self.head, self.standing)}


def folder_of(game: Game) -> Folder:
    """What is recorded of the game of an event; refuses one of a table. Five queries."""
    played = format_named(game.event.format)
    if played.slips is None:
        raise Refusal(
            code="no-slips",
            sentence=_("This game is one table, and hands in no slips."),
            rule="IV",
            remedy=_("Report it stanza by stanza, or by its record."),
        )
    rule_set = rule_set_of(game)
    versions = game.slips.select_related(*shown("reporter"), *shown("signature__signer")).order_by("version")
    return Folder(
        game=game,
        played=played,
        slipping=played.slips,
        rule_set=rule_set,
        head=event_head(game, rule_set.slug),
        slips={slip.place: slip for slip in versions},
    )


@transaction.atomic
def report_slip(
    *,
    by: Person,
    game: Game,
    place: str,
    typed: Mapping[str, Any],
    idempotency_key: str,
    replaces: int = 0,
    reason: str = "",
    at: dt.datetime | None = None,
) -> Slip:
    """Keep what a table hands in at a place, and check the event so far.

    `replaces` is the version that a correction looked at.
    """
    at = moment(at)
    game = locked_game(game.pk)
    folder = folder_of(game)
    due = _due(folder, place)
    _require_may_hand_in(by, folder, due, at)
    sent = _sent_before(game, place, typed, idempotency_key)
    if sent is not None:
        return sent
    _require_played(game)
    body = read_fields(due.fields, typed, due.rule)
    standing = folder.slips.get(place)
    _require_nobody_was_faster(standing, due, replaces, reason)
    slip = Slip.objects.create(
        game=game,
        place=place,
        version=replaces + 1,
        body=body,
        sha256=sha256_of(typed),
        idempotency_key=idempotency_key,
        reporter=by,
        reason=reason.strip() if replaces else "",
        rule_set=folder.rule_set,
        received_at=at,
    )
    keep_check(replace(folder, slips={**folder.slips, place: slip}), at)
    _move_on(game)
    note(
        by=by,
        at=at,
        action="report slip",
        thing=game,
        why=slip.reason,
        before={"version": replaces, "body": standing.body} if standing else {},
        after={"place": place, "version": slip.version, "body": body},
    )
    return slip


@transaction.atomic
def sign_slip(*, by: Person, slip: Slip, at: dt.datetime | None = None) -> SlipSignature:
    """A second person says that a slip is right as it stands."""
    at = moment(at)
    game = locked_game(slip.game_id)
    slip = Slip.objects.select_related("reporter").get(pk=slip.pk)
    _require_may_sign(by, game, slip, at)
    signature = SlipSignature.objects.create(slip=slip, reporter=slip.reporter, signer=by, at=at)
    _move_on(game)
    after = {"place": slip.place, "version": slip.version}
    note(by=by, at=at, action="sign slip", thing=game, after=after)
    return signature


@transaction.atomic
def close_event(*, by: Person, game: Game, at: dt.datetime | None = None) -> Report:
    """Make the record of the event from its slips, and take it in as the report that is to be confirmed."""
    at = moment(at)
    game = locked_game(game.pk)
    require(
        may_run_event(by, day_of(at), game.event),
        what=_("close this event"),
        who=_("an officer or director of the club"),
        rule="IV",
    )
    folder = folder_of(game)
    _require_all_there(folder)
    data = as_bytes(record_so_far(folder))
    return keep_report(
        by=by,
        game=game,
        data=data,
        idempotency_key=f"slips/{game.pk}/{game.revision}",
        check=folder.played.check(data),
        endings=(),
        only_from=(State.PLAYING,),
        at=at,
        origin=FROM_SHEET,
    )


def record_so_far(folder: Folder) -> dict[str, Any]:
    """The record of the slips that stand; refuses those that together make none."""
    try:
        return folder.slipping.record(folder.head, folder.standing)
    except Malformed as wrong:
        raise Refusal(
            code="slip-unreadable",
            sentence=_("With this slip the event cannot be read: %(why)s.") % {"why": wrong.message},
            rule=folder.head.ruleset,
            remedy=_("Compare it with the table, correct it and send it again."),
            status=422,
            facts={"pointer": wrong.pointer},
        ) from None


def keep_check(folder: Folder, at: dt.datetime) -> Sheet:
    """Write down what the check says of the event so far."""
    check = folder.played.check(as_bytes(record_so_far(folder)))
    kept, _made = Sheet.objects.update_or_create(
        game=folder.game,
        defaults={"check_document": check.document, "rule_set": folder.rule_set, "checked_at": at},
    )
    return kept


def _sent_before(game: Game, place: str, typed: Mapping[str, Any], idempotency_key: str) -> Slip | None:
    if not idempotency_key:
        raise Refusal(
            code="idempotency-key-missing",
            sentence=_("A slip needs a key of its own."),
            rule=str(ONCE),
            remedy=_("Send a new random key with each slip, and the same key when you send it again."),
            status=422,
        )
    found = Slip.objects.filter(idempotency_key=idempotency_key).first()
    if found is not None and (found.game_id, found.place, found.sha256) != (game.pk, place, sha256_of(typed)):
        raise Refusal(
            code="idempotency-key-reused",
            sentence=_("This key belongs to another slip."),
            rule=str(ONCE),
            remedy=_("Send a changed slip with a new key."),
        )
    return found


def _due(folder: Folder, place: str) -> Due:
    due = folder.due.get(place)
    if due is None:
        raise Refusal(
            code="slip-not-due",
            sentence=_("No slip “%(place)s” is due.") % {"place": place},
            rule=folder.head.ruleset,
            remedy=_("Look at the list of what is due now."),
            status=404,
        )
    return due


def _require_may_hand_in(by: Person, folder: Folder, due: Due, at: dt.datetime) -> None:
    require(
        may_hand_in(by, day_of(at), folder.game, players_of(folder.head, due)),
        what=_("hand this slip in"),
        who=_("a player of the table or whoever runs the club") if due.teams else _("whoever runs the club"),
        rule=due.rule,
    )


def players_of(head: EventHead, due: Due) -> tuple[str, ...]:
    """The record ids of those at the table whose slip it is."""
    return tuple(player for team in due.teams for player in head.teams[team].players.values())


def _require_played(game: Game) -> None:
    if game.state not in PLAYED:
        raise Refusal(
            code="game-state",
            sentence=_("This game is %(state)s.") % {"state": game.get_state_display()},
            rule=_("Slips are reported and signed until the event is closed."),
            remedy=_("A reported event is corrected by sending its whole record again."),
            facts={"state": game.state},
        )
    require_executor(game)


def _require_nobody_was_faster(standing: Slip | None, due: Due, replaces: int, reason: str) -> None:
    version = standing.version if standing else 0
    if version != replaces:
        raise Refusal(
            code="slip-reported",
            sentence=_("%(slip)s stands in version %(version)s already.")
            % {"slip": due.title, "version": version}
            if standing
            else _("%(slip)s has not been reported yet.") % {"slip": due.title},
            rule=str(REPORTED),
            remedy=_("Compare it with yours; if yours is right, send it as a correction with a reason."),
            facts={"version": version, "body": standing.body if standing else {}},
        )
    if replaces and not reason.strip():
        raise Refusal(
            code="reason-missing",
            sentence=_("A slip is corrected with a reason."),
            rule=str(REPORTED),
            remedy=_("Write what was wrong."),
            status=422,
            facts={"field": "reason"},
        )


def _require_may_sign(by: Person, game: Game, slip: Slip, at: dt.datetime) -> None:
    if same_person(by, slip.reporter):
        raise Refusal(
            code="signer-is-reporter",
            sentence=_("You reported this slip and cannot sign it."),
            rule=_("A slip is signed by a second person."),
            remedy=_("Ask another player of the event or whoever runs the club."),
            status=403,
        )
    require(
        may_report(by, day_of(at), game),
        what=_("sign slips of this event"),
        who=_("a player of the event or whoever runs the club"),
        rule=_("A slip is signed by somebody of the event."),
    )
    _require_played(game)
    if Slip.objects.filter(game=game, place=slip.place, version__gt=slip.version).exists():
        raise Refusal(
            code="slip-corrected",
            sentence=_("This slip was corrected in the meantime."),
            rule=str(REPORTED),
            remedy=_("Look at the version that stands, and sign that."),
        )
    if SlipSignature.objects.filter(slip=slip).exists():
        raise Refusal(
            code="slip-signed",
            sentence=_("This slip is signed already."),
            rule=_("A slip is signed once."),
            remedy=_("Nothing to do."),
        )


def _require_all_there(folder: Folder) -> None:
    due = folder.due
    missing = [one for place, one in due.items() if place not in folder.slips]
    unsigned = [
        one for place, one in due.items() if place in folder.slips and not is_signed(folder.slips[place])
    ]
    if due and not missing and not unsigned:
        return
    remedy = _("Seat the teams first.")
    if due:
        first = [*missing, *unsigned][0]
        said = {"first": first.title, "phase": first.phase}
        remedy = _("The first of them: %(first)s, %(phase)s.") % said
    raise Refusal(
        code="slips-open",
        sentence=_("%(missing)s slips are still to come, %(unsigned)s to be signed.")
        % {"missing": len(missing), "unsigned": len(unsigned)},
        rule=_("An event is closed when every slip stands and is signed by a second person."),
        remedy=remedy,
        facts={"missing": len(missing), "unsigned": len(unsigned)},
    )


def is_signed(slip: Slip) -> bool:
    return hasattr(slip, "signature")


def _move_on(game: Game) -> None:
    game.state = State.PLAYING
    game.revision += 1
    game.save(update_fields=["state", "revision"])
