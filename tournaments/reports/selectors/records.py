"""The record of a game as a file, for those who report, rule or correct it."""

from __future__ import annotations

import datetime as dt

from django.utils.translation import gettext as _

from sanctioning.kit.clock import day_of
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.games.models import Game
from tournaments.reports.models.report import Report
from tournaments.reports.permissions import may_see_record


def record_of(*, asker: Person, game: Game, at: dt.datetime) -> bytes:
    """The record that stands, byte for byte; refuses whom it is not for, and where there is none."""
    require(
        may_see_record(asker, day_of(at), game),
        what=_("read the record of this game"),
        who=_(
            "a player of the game, somebody who runs the club, its Acting Executor or the Managing Executor"
        ),
        rule="IV",
    )
    report = standing_report(game)
    if report is None:
        raise Refusal(
            code="not-reported",
            sentence=_("This game has not been reported."),
            rule=_("A game is reported, then confirmed, then certified."),
            remedy=_("Come back when it is closed, or when its record has been sent."),
            status=404,
        )
    return bytes(report.record)


def standing_report(game: Game) -> Report | None:
    report: Report | None = game.reports.filter(current=True).select_related("amends").first()
    return report
