"""Taking in the report of a game.

Purpose: a record becomes a new version of the game's report, with its stanzas and the engine's findings.
Invariants: what got an answer is kept; sent twice with one key it is one report; nothing is written
over; the earlier version stays readable. Where rulings, votes or decisions amend the game, a version made
from what was sent follows at once and is the current one.
Rule section: II and III by way of the engine; design, "What always holds" 7.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.services.locks import locked_event
from tournaments.formats.format import Endings, FormatCheck, FormatFinding
from tournaments.formats.record_check import check_of_record, check_of_sent_record
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.games.services.games import locked_game, set_state
from tournaments.hooks import ENDINGS_OF_RULINGS
from tournaments.justice.rulings.selectors.amendments import amendments_of
from tournaments.reports.acceptance import require_no_other_way, require_reason_to_differ, require_same_game
from tournaments.reports.models.report import Report, ReportFinding, StanzaReport
from tournaments.reports.permissions import may_report, may_send_record
from tournaments.reports.rule_sets import rule_set_of
from tournaments.reports.services.amended_findings import Because, because_of, known_from, settle_amended


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOrigin:
    """Where a version comes from: what it `amends`, or the sheet; `reporter` where that is not who acts;
    `reason` why it takes another's place."""

    amends: Report | None = None
    from_sheet: bool = False
    reporter: Person | None = None
    reason: str = ""


AS_SENT = ReportOrigin()
FROM_SHEET = ReportOrigin(from_sheet=True)


def require_reporter(*, by: Person, game: Game, at: dt.datetime) -> None:
    """A player at the table reports its game, or whoever runs the club.

    Raises:
        Refusal: `not-allowed`.
    """
    require(
        may_report(by, day_of(at), game),
        what=_("report this game"),
        who=_("a player at the table, or somebody who runs the club"),
        rule="I/Scorekeeper and First Dealer",
    )


def require_sender(*, by: Person, game: Game, at: dt.datetime) -> None:
    """Refuse whoever may not send the whole record: that of a whole event is sent by who runs it alone.

    Raises:
        Refusal: `not-allowed`.
    """
    if not format_named(game.event.format).director_sends_record:
        return require_reporter(by=by, game=game, at=at)
    return require(
        may_send_record(by, day_of(at), game),
        what=_("send the record of the whole event"),
        who=_("somebody who runs the event"),
        rule=_("Each table hands in its slips; only the director can correct signed ones."),
    )


def take_report(
    *,
    by: Person,
    game: Game,
    data: bytes,
    idempotency_key: str,
    reason: str = "",
    at: dt.datetime | None = None,
) -> Report:
    """Keep a record as the current version of the game's report, checked; the slow part is done unlocked.

    `reason` is needed where it tells otherwise what a record tells that was sent before.

    Raises:
        Refusal: `idempotency-key-missing`, `idempotency-key-reused`, `not-allowed`, `reason-missing`,
            `record-malformed`, `reported-by-slips`, `reported-by-stanzas` and what `keep_report` raises.
    """
    at = moment(at)
    known = sent_before(game, data, idempotency_key)
    if known is not None:
        return known.as_it_stands
    require_sender(by=by, game=game, at=at)
    require_key(idempotency_key)
    played = format_named(game.event.format)
    check = check_of_sent_record(game.event, data)
    with transaction.atomic():
        if played.director_sends_record:
            locked_event(game.event)
        game = locked_game(game.pk)
        known = sent_before(game, data, idempotency_key)
        if known is not None:
            return known.as_it_stands
        require_no_other_way(game)
        standing = _standing_record(game)
        if standing is not None and standing.sha256 == _sha256(data):
            return standing.as_it_stands
        if standing is not None:
            require_reason_to_differ(game, standing, json.loads(data), reason)
        sent = keep_report(
            by=by,
            game=game,
            data=data,
            idempotency_key=idempotency_key,
            check=check,
            endings=endings_of(game, data),
            only_from=(Game.State.OPEN, Game.State.REPORTED),
            at=at,
            origin=ReportOrigin(reason=reason.strip()),
        )
        return amend_report(by=by, game=game, sent=sent, at=at) or sent


def keep_report(
    *,
    by: Person,
    game: Game,
    data: bytes,
    idempotency_key: str,
    check: FormatCheck,
    endings: Endings,
    only_from: Iterable[str],
    at: dt.datetime,
    origin: ReportOrigin = AS_SENT,
) -> Report:
    """Make a checked record of a locked game the current version of its report.

    Raises:
        Refusal: `game-state`, `no-executor-appointed` and what `add_version` raises.
    """
    require_executor(game)
    before = game.state
    set_state(game, Game.State.REPORTED, only_from=only_from)
    return add_version(
        by=by,
        game=game,
        data=data,
        idempotency_key=idempotency_key,
        check=check,
        at=at,
        before=before,
        endings=endings,
        origin=origin,
    )


def amend_report(
    *, by: Person, game: Game, sent: Report, at: dt.datetime, because: Because | None = None
) -> Report | None:
    """What stands of a report of a locked game as it was sent, as its current version; None if it is that.

    `because` settles the errors that amendments bring; the last of them does where it is not said.

    Raises:
        Refusal: what `add_version` raises.
    """
    data = _as_it_stands(game, sent)
    current = game.reports.filter(current=True).get()
    if _sha256(data) == current.sha256:
        return None
    report = add_version(
        by=by,
        game=game,
        data=data,
        idempotency_key=amended_key(game),
        check=check_of_record(game.event, data),
        at=at,
        before=game.state,
        endings=endings_of(game, data),
        origin=ReportOrigin(amends=sent, reporter=sent.reporter),
    )
    known = known_from(sent, current)
    settle_amended(report=report, known=known, because=because or because_of(game), at=at)
    return report


def endings_of(game: Game, data: bytes) -> Endings:
    """How a game that was reported by its whole record ended; where tables handed in slips, which of those
    tell otherwise than rulings: a whole record that takes their place settles none."""
    played = format_named(game.event.format)
    of_rulings = ENDINGS_OF_RULINGS.only()(game) if played.slips else ()
    return (*played.ending(game.planned, json.loads(data), None, ()), *of_rulings)


def amended_key(game: Game) -> str:
    """The key of the next version that the site makes itself."""
    return f"amended/{game.pk}/{_last_version(game) + 1}"


def add_version(
    *,
    by: Person,
    game: Game,
    data: bytes,
    idempotency_key: str,
    check: FormatCheck,
    at: dt.datetime,
    before: str,
    endings: Endings = (),
    origin: ReportOrigin = AS_SENT,
) -> Report:
    """The record as the current version of the report of a locked game, whose state was `before`.

    Raises:
        Refusal: `event-not-sanctioned`, `other-rule-set`, `plan-differs`, `player-not-in-game`.
    """
    rule_set = rule_set_of(game, json.loads(data)["ruleset"])
    require_same_game(game, check)
    last = _last_version(game)
    game.reports.filter(current=True).update(current=False)
    report = Report.objects.create(
        game=game,
        version=last + 1,
        record=data,
        sha256=_sha256(data),
        idempotency_key=idempotency_key,
        reporter=origin.reporter or by,
        rule_set=rule_set,
        received_at=at,
        check_document=check.document,
        amends=origin.amends,
        from_sheet=origin.from_sheet,
    )
    StanzaReport.objects.bulk_create(
        StanzaReport(report=report, number=stanza.number, body=stanza.body, outcome=stanza.outcome)
        for stanza in check.stanzas
    )
    ReportFinding.objects.bulk_create(_kept(finding, report) for finding in (*check.findings, *endings))
    note(
        by=by,
        at=at,
        action="take report",
        thing=report,
        why=origin.reason,
        before={"state": before},
        after={"state": game.state, "version": report.version, "sha256": report.sha256},
    )
    return report


def _kept(finding: FormatFinding, report: Report) -> ReportFinding:
    return ReportFinding(
        report=report,
        code=finding.code,
        severity=finding.severity,
        stanza=finding.spot.stanza,
        trick=finding.spot.trick,
        player=finding.spot.player,
        rule=finding.rule,
        message=finding.message,
    )


def require_key(idempotency_key: str) -> None:
    """Asked of whoever may send; who may not is told that first."""
    if not idempotency_key:
        raise Refusal(
            code="idempotency-key-missing",
            sentence=_("A report needs a key of its own."),
            rule=_("A report sent twice counts once."),
            remedy=_("Send a new random key with each new report, and the same key when you send it again."),
            status=422,
        )


def sent_before(game: Game, data: bytes, idempotency_key: str) -> Report | None:
    """The report that this very request made earlier; refuses a key that was used for something else.

    Raises:
        Refusal: `idempotency-key-reused`.
    """
    report = game.reports.filter(idempotency_key=idempotency_key).first()
    if report is not None and report.sha256 != _sha256(data):
        raise Refusal(
            code="idempotency-key-reused",
            sentence=_("This key belongs to another report."),
            rule=_("A report sent twice counts once."),
            remedy=_("Send a changed report with a new key."),
        )
    return report


def require_executor(game: Game) -> None:
    """Refuse to take anything in for a game that nobody rules."""
    if game.acting_executor_id is None:
        raise Refusal(
            code="no-executor-appointed",
            sentence=_("This game has no Acting Executor yet."),
            rule=_("IV: the authority appoints one to each sanctioned game."),
            remedy=_("Ask the Managing Executor to appoint one; then send the same report again."),
        )


def _standing_record(game: Game) -> Report | None:
    """The record that was sent and stands, as it was sent."""
    current = game.reports.filter(current=True).select_related("amends").first()
    return current and (current.amends or current)


def _as_it_stands(game: Game, sent: Report) -> bytes:
    """The record as it was sent, byte for byte, or as it stands by amendments."""
    data = bytes(sent.record)
    amendments = amendments_of(game)
    reported = json.loads(data) if amendments else {}
    stands = format_named(game.event.format).amended(reported, amendments) if amendments else reported
    return data if stands == reported else json.dumps(stands, ensure_ascii=False).encode()


def _last_version(game: Game) -> int:
    return game.reports.aggregate(last=Max("version"))["last"] or 0


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
