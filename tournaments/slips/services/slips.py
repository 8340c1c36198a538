"""Slips of an event: reported, corrected, signed by a second person; and the event closed from them.

Purpose: each table hands in its part; what stands is composed into the record of the event, which the engine
checks at once, and which becomes the event's report when it is closed.
Invariants: what got an answer is kept; sent twice with one key it is one slip; nothing is written over; who
signs is not who reported; an event is closed when every slip that is due stands and is signed.
Rule section: by way of the format; design, "What always holds" 7.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import Change, note, note_each
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.services import shortened
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.permissions import may_run_event
from tournaments.events.services.locks import locked_event
from tournaments.formats.slips import Due
from tournaments.games.models import Game
from tournaments.games.services.games import locked_game, require_state
from tournaments.reports.models.report import Report
from tournaments.reports.services.reports import FROM_SHEET, keep_report, require_executor
from tournaments.reports.services.settlements import carry_settlements
from tournaments.slips.completeness import (
    require_all_over,
    require_all_there,
    require_over,
    require_signed_for_each,
)
from tournaments.slips.event_folders import (
    EventFolder,
    body_of,
    endings_of_rulings,
    folder_of,
    is_signed,
    record_so_far,
)
from tournaments.slips.folders_to_hand_in import folder_to_hand_in
from tournaments.slips.models import Slip, SlipSignature
from tournaments.slips.permissions import (
    require_may_correct,
    require_may_hand_in,
    require_may_sign,
    require_may_write,
)
from tournaments.slips.reported_once import (
    ONCE,
    REPORTED,
    require_each_once,
    require_nobody_was_faster,
)
from tournaments.slips.selectors.standing_slips import SlipRow
from tournaments.slips.services.kept_checks import keep_check
from tournaments.tables.game_folders import as_bytes, sha256_of

State = Game.State
UNSIGNED: Final = SlipSignature._meta.get_field("slip").remote_field


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """What a table hands in at a place; `replaces` is the version that a correction looked at."""

    place: str
    typed: Mapping[str, Any]
    idempotency_key: str
    replaces: int = 0
    reason: str = ""


def key_in_stack(key: str, place: str) -> str:
    """The key of a slip in a stack that was sent under one key; empty without it."""
    return shortened(f"{shortened(key, 36)}/{place}") if key else ""


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

    Raises:
        Refusal: what `report_slips` raises.
    """
    handed_in = Reported(
        place=place, typed=typed, idempotency_key=idempotency_key, replaces=replaces, reason=reason
    )
    [slip] = report_slips(by=by, game=game, reported=[handed_in], at=at)
    return slip


@transaction.atomic
def report_slips(
    *, by: Person, game: Game, reported: Sequence[Reported], at: dt.datetime | None = None
) -> list[Slip]:
    """Keep a stack of slips, all of them or none, and check the event once.

    A refusal names in its facts the place of the slip that it speaks of.

    Raises:
        Refusal: what `hand_in` raises.
    """
    return hand_in(by=by, game=game, reported=reported, at=at).slips


@transaction.atomic
def hand_in(
    *, by: Person, game: Game, reported: Sequence[Reported], at: dt.datetime | None = None
) -> HandedIn:
    """The same, with the event as it stands then, so that an answer need not read it again.

    Raises:
        Refusal: `event-not-sanctioned`, `field-of-the-official`, `field-unreadable`, `game-state`,
            `idempotency-key-missing`, `idempotency-key-reused`, `no-executor-appointed`, `no-slips`,
            `not-allowed`, `other-rule-set`, `reason-missing`, `slip-locked`, `slip-not-due`, `slip-reported`,
            `slip-ruled`, `slip-twice`, `slip-unreadable`.
    """
    at = moment(at)
    require_each_once([handed_in.place for handed_in in reported])
    keys = [handed_in.idempotency_key for handed_in in reported]
    stack = _Stack(by, *folder_to_hand_in(by, game.pk, keys), at)
    slips = []
    for handed_in in reported:
        try:
            slips.append(stack.keep(handed_in))
        except Refusal as refusal:
            if len(reported) > 1:
                refusal.facts = {**refusal.facts, "place": handed_in.place}
            raise
    if not stack.fresh:
        return HandedIn(folder=stack.folder, slips=slips, runs=stack.runs)
    check = keep_check(stack.folder, at)
    _move_on(stack.folder.game)
    return HandedIn(folder=replace(stack.folder, looked_at=check), slips=slips, runs=stack.runs)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedIn:
    """Slips that were kept, or found where they were sent before, and the event as it stands with them;
    `runs` says that whoever handed them in runs it."""

    folder: EventFolder
    slips: list[Slip]
    runs: bool


class _Stack:
    """Slips that one person hands in together; what is due follows those kept before."""

    def __init__(self, by: Person, folder: EventFolder, sent: dict[str, SlipRow], at: dt.datetime) -> None:
        self.by = by
        self.folder = folder
        self.sent: dict[str, Slip | SlipRow] = {**sent}
        self.at = at
        self.listed: Mapping[str, Due] = {}
        self.fresh = False
        self.runs = may_run_event(by, day_of(at), folder.game.event)

    def keep(self, handed_in: Reported) -> Slip:
        """The slip, made or, where it was sent before, found."""
        due = self._due(handed_in.place)
        if not self.runs:
            require_may_hand_in(self.by, self.folder, due, self.at)
        game, standing = self.folder.game, self.folder.slips.get(handed_in.place)
        sent = _sent_before(game, handed_in, self.sent.get(handed_in.idempotency_key))
        if sent is not None:
            return sent
        _require_played(game)
        require_may_write(self.by, self.folder.head, due, handed_in.typed, self.runs)
        require_may_correct(self.by, self.folder.head, due, standing, self.runs)
        body = body_of(due, handed_in.typed)
        require_nobody_was_faster(standing, due, handed_in.replaces, handed_in.reason)
        slip = Slip.objects.create(
            game=game,
            place=handed_in.place,
            version=handed_in.replaces + 1,
            body=body,
            sha256=sha256_of(handed_in.typed),
            idempotency_key=handed_in.idempotency_key,
            reporter=self.by,
            reason=handed_in.reason.strip() if handed_in.replaces else "",
            rule_set=self.folder.rule_set,
            received_at=self.at,
        )
        note(
            by=self.by,
            at=self.at,
            action="report slip",
            thing=game,
            why=slip.reason,
            before={"version": handed_in.replaces, "body": standing.body} if standing else {},
            after={"place": handed_in.place, "version": slip.version, "body": body},
        )
        UNSIGNED.set_cached_value(slip, None)
        self.folder = self.folder.with_slip(slip)
        self.sent[slip.idempotency_key] = slip
        self.fresh = True
        return slip

    def _due(self, place: str) -> Due:
        due = self.folder.of_game(place).get(place) or self._listed(place)
        if due is None:
            raise Refusal(
                code="slip-not-due",
                sentence=_("No slip “%(place)s” is due.") % {"place": place},
                rule=_("A table hands in the slips that are due to it."),
                remedy=_("Look at the list of what is due now."),
                status=404,
            )
        return due

    def _listed(self, place: str) -> Due | None:
        if place not in self.listed:
            self.listed = self.folder.due
        return self.listed.get(place)


@transaction.atomic
def sign_slip(*, by: Person, slip: Slip, at: dt.datetime | None = None) -> SlipSignature:
    """A second person says that a slip is right as it stands.

    Raises:
        Refusal: what `sign_slips` raises.
    """
    [signature] = sign_slips(by=by, slips=[slip], at=at)
    return signature


@transaction.atomic
def sign_slips(*, by: Person, slips: Sequence[Slip], at: dt.datetime | None = None) -> list[SlipSignature]:
    """A second person says that slips of one event are right as they stand: all of them, or none.

    Raises:
        Refusal: `event-not-sanctioned`, `game-state`, `no-executor-appointed`, `no-slips`, `not-allowed`,
            `other-rule-set`, `signature-of-team-missing`, `signer-is-reporter`, `signer-of-the-other-team`,
            `slip-corrected`, `slip-signed`, `slip-unfinished`.
    """
    at = moment(at)
    game = locked_game(slips[0].game_id)
    fresh = game.slips.select_related("reporter").in_bulk([slip.pk for slip in slips])
    folder = folder_of(game)
    due, runs = folder.due, may_run_event(by, day_of(at), game.event)
    signed = [fresh[key] for key in dict.fromkeys(slip.pk for slip in slips)]
    for slip in signed:
        require_may_sign(by, folder, due.get(slip.place), slip, at, runs)
        _require_played(game)
        _require_unsigned(folder, slip)
        require_over(due.get(slip.place), slip)
        require_signed_for_each(folder, due.get(slip.place), slip, by)
    signatures = SlipSignature.objects.bulk_create(
        SlipSignature(slip=slip, reporter=slip.reporter, signer=by, at=at) for slip in signed
    )
    changes = [Change(thing=game, after={"place": slip.place, "version": slip.version}) for slip in signed]
    note_each(by=by, at=at, action="sign slip", changes=changes)
    _move_on(game)
    return signatures


@transaction.atomic
def close_event(*, by: Person, game: Game, at: dt.datetime | None = None) -> Report:
    """Make the record of the event from its slips, and take it in as the report that is to be confirmed.

    Whoever enters, leaves or is let in for another at that moment comes wholly before it, or too late.

    Raises:
        Refusal: `event-not-sanctioned`, `no-slips`, `not-allowed`, `other-rule-set`, `rounds-open`,
            `slip-unfinished`, `slip-unreadable`, `slips-open`, `slips-unfinished` and what `keep_report`
            raises.
    """
    at = moment(at)
    locked_event(game.event)
    game = locked_game(game.pk)
    require(
        may_run_event(by, day_of(at), game.event),
        what=_("close this event"),
        who=_("an officer or director of the club"),
        rule="IV",
    )
    folder = folder_of(game)
    require_all_over(folder)
    require_all_there(folder)
    data = as_bytes(record_so_far(folder))
    report = keep_report(
        by=by,
        game=game,
        data=data,
        idempotency_key=f"slips/{game.pk}/{game.revision}",
        check=folder.played.check(data),
        endings=endings_of_rulings(folder),
        only_from=(State.PLAYING,),
        at=at,
        origin=FROM_SHEET,
    )
    carry_settlements(report)
    return report


def _sent_before(game: Game, handed_in: Reported, slip: Slip | SlipRow | None) -> Slip | None:
    if not handed_in.idempotency_key:
        raise Refusal(
            code="idempotency-key-missing",
            sentence=_("A slip needs a key of its own."),
            rule=str(ONCE),
            remedy=_("Send a new random key with each slip, and the same key when you send it again."),
            status=422,
        )
    sent = (handed_in.place, sha256_of(handed_in.typed))
    if slip is not None and (slip.place, slip.sha256) != sent:
        raise Refusal(
            code="idempotency-key-reused",
            sentence=_("This key belongs to another slip."),
            rule=str(ONCE),
            remedy=_("Send a changed slip with a new key."),
        )
    return slip.of_game(game) if isinstance(slip, SlipRow) else slip


def _require_played(game: Game) -> None:
    require_state(
        game,
        Game.RUNNING,
        rule=_("Slips are reported and signed until the event is closed."),
        remedy=_("Before its report is confirmed, somebody who runs the event can open the slips again."),
    )
    require_executor(game)


def _require_unsigned(folder: EventFolder, slip: Slip) -> None:
    if folder.slips[slip.place].version > slip.version:
        raise Refusal(
            code="slip-corrected",
            sentence=_("This slip was corrected in the meantime."),
            rule=str(REPORTED),
            remedy=_("Look at the current version, and sign that."),
        )
    if is_signed(folder.slips[slip.place]):
        raise Refusal(
            code="slip-signed",
            sentence=_("This slip is already signed."),
            rule=_("A slip is signed once."),
            remedy=_("There is nothing to do."),
        )


def _move_on(game: Game) -> None:
    game.state = State.PLAYING
    game.revision += 1
    game.save(update_fields=["state", "revision"])
