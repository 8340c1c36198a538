"""The record of a game as a file, for those who report, rule or correct it, and as the text of a form.

Invariant: what a form begins with is what was reported, so that rulings and decisions that stand are put into
it once when it is sent again.
"""

from __future__ import annotations

import datetime as dt
import json
from typing import Any, Final

from django.utils.translation import gettext as _

from sanctioning.kit.clock import day_of
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.justice.rulings.selectors.amendments import amendments_of
from tournaments.reports.models.report import Report
from tournaments.reports.permissions import may_see_record
from tournaments.tables.services.closing import unamended_record

MOST: Final = 400_000
"""Characters that a form shows; a longer record is sent as a file."""


def record_of(*, asker: Person, game: Game, at: dt.datetime) -> bytes:
    """The record that stands, byte for byte; refuses whom it is not for, and where there is none."""
    require(
        may_see_record(asker, day_of(at), game),
        what=_("read the record of this game"),
        who=_("a player of the game, whoever runs the club, its Acting Executor or the Managing Executor"),
        rule="IV",
    )
    report = _standing(game)
    if report is None:
        raise Refusal(
            code="not-reported",
            sentence=_("This game has not been reported."),
            rule=_("A game is reported, then confirmed, then certified."),
            remedy=_("Come back when it is closed, or its record was sent."),
            status=404,
        )
    return bytes(report.record)


def reported_record(game: Game) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The record as it was sent, or as it was made of a table's sheet without what amends it since, and what
    the check says of it; None where there is none."""
    report = _standing(game)
    if report is None:
        return None
    if report.from_sheet and not format_named(game.event.format).covers_event and amendments_of(game):
        return unamended_record(game)
    sent = report.amends or report
    record: dict[str, Any] = json.loads(bytes(sent.record))
    return record, sent.check_document


def record_to_correct(game: Game) -> str:
    """The record that was reported, laid out to be read; empty where there is none or it is too long."""
    sent = reported_record(game)
    text = _laid_out(sent[0]) if sent else ""
    return text if len(text) <= MOST else ""


def _laid_out(record: Any) -> str:
    """Names of the first two levels on lines of their own, what is in them on one line each."""
    if not isinstance(record, dict):
        return json.dumps(record, ensure_ascii=False)
    lines = ",\n".join(f" {json.dumps(name)}: {_in_lines(value)}" for name, value in record.items())
    return f"{{\n{lines}\n}}"


def _in_lines(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], list | dict):
        return "[\n" + ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in value) + "\n ]"
    return json.dumps(value, ensure_ascii=False)


def _standing(game: Game) -> Report | None:
    report: Report | None = game.reports.filter(current=True).select_related("amends").first()
    return report
