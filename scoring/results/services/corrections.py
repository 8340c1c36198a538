"""Correcting a certified result: only by order, with its reason, and everything that follows with it.

Invariants: the version before stays as it was; standings, awards, ledger entries, certificates, recordings,
degrees and errata of published rosters come with the corrected version in one transaction, or not at all, and
each whom it touches is told of all of it in one message; an order sent twice (same idempotency key) counts
once. The game is locked first, then its people, then their certificates, so that the registrar's desk comes
wholly before or wholly after.
Rule section: IV (a certified result is final); design, "What always holds" 4.
Terms: ruling (the words by which the ruling or appeal is found again), settled because (the reason for which
errors that the check still finds may stand).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from scoring.results.models import Certification
from scoring.results.notifications import tell_of_amended_result
from scoring.results.services.awards import awards_for
from scoring.results.services.certification import law_of, require_no_open_error, result_of, stand
from scoring.results.services.consequences import follow_correction
from tournaments.formats.format import FormatCheck
from tournaments.formats.record_check import check_of_sent_record
from tournaments.games.models import Game
from tournaments.games.services.games import locked_game
from tournaments.reports.models.report import Report
from tournaments.reports.permissions import may_order_correction
from tournaments.reports.services.reports import add_version, amend_report, require_key, sent_before

RULE = _lazy("IV: a certified result is final; only a ruling or an appeal changes it.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Who ordered a correction, by which ruling and why; `settled_because` lets errors of the check stand."""

    ordered_by: Person
    ruling: str
    why: str
    settled_because: str = ""

    def required(self, *, by: Person, idempotency_key: str, at: dt.datetime) -> Order:
        """The order, its words trimmed; refuses one without a reason, and whoever may order none."""
        for person in {by, self.ordered_by}:
            require_may_order(by=person, at=at)
        require_key(idempotency_key)
        order = Order(
            ordered_by=self.ordered_by,
            ruling=self.ruling.strip(),
            why=self.why.strip(),
            settled_because=self.settled_because.strip(),
        )
        _require_reason(order)
        return order


def correct_result(
    *,
    by: Person,
    game: Game,
    data: bytes,
    ruling: str,
    why: str,
    idempotency_key: str,
    settled_because: str = "",
    ordered_by: Person | None = None,
    at: dt.datetime | None = None,
) -> Certification:
    """Certify the corrected record in place of the current version; the check is done unlocked.

    Raises:
        Refusal: `idempotency-key-missing`, `idempotency-key-reused`, `not-allowed`, `not-certified`,
            `other-rule-set`, `plan-differs`, `player-not-in-game`, `reason-missing`, `record-malformed` and
            what `certify_anew` raises.
    """
    at = moment(at)
    order = Order(
        ordered_by=ordered_by or by, ruling=ruling, why=why, settled_because=settled_because
    ).required(by=by, idempotency_key=idempotency_key, at=at)
    known = sent_before(game, data, idempotency_key)
    if known is not None:
        return certified_by(known)
    check = check_of_sent_record(game.event, data)
    with transaction.atomic():
        return _correct(by, game, data, idempotency_key, check, order, at)


def require_may_order(*, by: Person, at: dt.datetime) -> None:
    """Refuse whoever orders no correction, before anything that he sends is read.

    Raises:
        Refusal: `not-allowed`.
    """
    require(
        may_order_correction(by, day_of(at)),
        what=_("order the correction of a certified result"),
        who=_("the Managing Executor"),
        rule=RULE,
    )


def _correct(
    by: Person,
    game: Game,
    data: bytes,
    idempotency_key: str,
    check: FormatCheck,
    order: Order,
    at: dt.datetime,
) -> Certification:
    game = locked_game(game.pk)
    known = sent_before(game, data, idempotency_key)
    if known is not None:
        return certified_by(known)
    require_certified(game)
    report = add_version(
        by=by, game=game, data=data, idempotency_key=idempotency_key, check=check, at=at, before=game.state
    )
    report = amend_report(by=by, game=game, sent=report, at=at) or report
    return certify_anew(by=by, game=game, report=report, order=order, at=at)


def certify_anew(*, by: Person, game: Game, report: Report, order: Order, at: dt.datetime) -> Certification:
    """Certify the current report of a locked game in place of the version that stands, with all that follows.

    Whoever calls has the right to it: the Managing Executor's order, or what was ruled or decided.

    Raises:
        Refusal: `event-not-sanctioned`, `no-scale`, `not-certified`, `open-findings`, `table-size`.
    """
    before = require_certified(game)
    _let_errors_stand(report, order, at)
    require_no_open_error(report)
    sanction, articles = law_of(game)
    result = result_of(game, report)
    Certification.objects.filter(pk=before.pk).update(current=False)
    certification = Certification.objects.create(
        game=game,
        version=before.version + 1,
        report=report,
        certified_by=before.certified_by,
        at=at,
        articles=articles,
        card_game=before.card_game,
        player_hands=result.player_hands,
        corrects=before,
        ordered_by=order.ordered_by,
        why=order.why,
        ruling=order.ruling,
    )
    standings = stand(certification, game, result)
    awards = awards_for(sanction=sanction, articles=articles, result=result, standings=standings)
    changed = follow_correction(
        by=by, at=at, before=before, certification=certification, standings=standings, awards=awards
    )
    note(
        by=by,
        at=at,
        action="correct result",
        thing=game,
        why=f"{order.ruling}: {order.why}",
        before={"version": before.version, "report": before.report.version},
        after={
            "version": certification.version,
            "report": report.version,
            "ordered_by": order.ordered_by.number,
            "awards_changed": changed,
        },
    )
    tell_of_amended_result(certification=certification, at=at)
    return certification


def require_certified(game: Game) -> Certification:
    """The version of the result that stands; refuses where nothing is certified."""
    certification = (
        Certification.objects.select_related("certified_by__person", "report")
        .filter(game=game, current=True)
        .first()
    )
    if certification is None:
        raise Refusal(
            code="not-certified",
            sentence=_("This game is %(state)s, not certified.") % {"state": game.get_state_display()},
            rule=RULE,
            remedy=_("Send a corrected report; nothing is final yet."),
        )
    return certification


def certified_by(report: Report) -> Certification:
    """The version that a correction sent before brought.

    Raises:
        Refusal: `idempotency-key-reused`.
    """
    certification = (
        Certification.objects.filter(Q(report=report) | Q(report__amends=report)).order_by("version").first()
    )
    if certification is None:
        raise Refusal(
            code="idempotency-key-reused",
            sentence=_("This key belongs to a report that did not correct anything."),
            rule=_("An order sent twice counts once."),
            remedy=_("Send the order with a new key."),
        )
    return certification


def _let_errors_stand(report: Report, order: Order, at: dt.datetime) -> None:
    if order.settled_because:
        report.findings.filter(severity="error", settled_at__isnull=True).update(
            settled_by=order.ordered_by, settled_at=at, reason=order.settled_because
        )


def _require_reason(order: Order) -> None:
    require_reason(
        order.why if order.ruling else "",
        _("A correction needs the ruling that ordered it, and its reason."),
        rule=RULE,
        remedy=_("Name the ruling or appeal, and write what was wrong."),
    )
