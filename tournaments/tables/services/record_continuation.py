"""A record of a game so far, taken to its table, where the next stanza continues it.

Purpose: whoever keeps a game elsewhere sends what was played in one piece, and goes on stanza by stanza or
with a longer record; the table then holds what it would hold if each stanza had been reported there.
Invariants: all of a record is taken in or nothing; a stanza that the table has already must be the same; who
came and left is written down by the services of the table; a report of the whole game gives way only to what
goes on after its last stanza, and stays readable.
Rule section: I (scorekeeper and First Dealer, stanza), II (adding new players, re-entering players).
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.whoopie.check import ending
from rules_engine.whoopie.document import RecordDocument, StanzaDocument
from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.formats.record_check import check_of_sent_record
from tournaments.games.game_families import locked_family, seats_of
from tournaments.games.models import Game
from tournaments.reports.acceptance import not_in_game, require_same_plan
from tournaments.reports.models.report import Report
from tournaments.reports.rule_sets import rule_set_of
from tournaments.reports.services.reports import require_executor, require_reporter
from tournaments.rounds.services.draws import enter_drawn_cards
from tournaments.tables.game_folders import GameFolder, read_folder
from tournaments.tables.services.seating import get_up, sit_down
from tournaments.tables.services.stanzas import (
    REPORTED,
    CountedStanza,
    SentStanza,
    count_stanza,
    is_reported_as_a_whole,
    report_stanza,
    require_stanzas,
    standing_facts,
)
from tournaments.tables.stanza_seats import same_changes

State = Game.State
SEATS_AND_DRAW: Final = "I/Scorekeeper and First Dealer"
SUMS: Final = ("scores",)
NOT_PLAYED: Final = ("joins", "leaves", *SUMS)
"""What a record tells of a stanza besides how it was played: the table knows it, or works it out."""


@transaction.atomic
def continue_with_record(
    *, by: Person, game: Game, data: bytes, idempotency_key: str, at: dt.datetime | None = None
) -> None:
    """Take in the stanzas of a record that its table does not have yet, and the draw, if it has none.

    Raises:
        Refusal: `dealt-already`, `draw-settled`, `draw-unreadable`, `event-not-sanctioned`,
            `no-executor-appointed`, `no-stanzas`, `not-allowed`, `other-rule-set`, `plan-differs`,
            `player-not-in-game`, `record-differs`, `record-malformed`, `stanza-reported` and what `get_up`,
            `report_stanza` and `sit_down` raise.
    """
    at = moment(at)
    require_reporter(by=by, game=game, at=at)
    require_stanzas(game)
    check = check_of_sent_record(game.event, data)
    record: RecordDocument = json.loads(data)
    game = locked_family(game).games[game.pk]
    rule_set_of(game, record["ruleset"])
    require_same_plan(game, check)
    report = _report_of_whole(game)
    if report is not None:
        _require_all_of(report, record)
        _open_table(by, game, report, at)
    _take_in(by, game, record, idempotency_key, at)


@transaction.atomic
def report_after_record(
    *, by: Person, game: Game, sent: SentStanza, at: dt.datetime | None = None
) -> CountedStanza:
    """Report the stanza that follows the record by which a game was reported as a whole.

    Raises:
        Refusal: `dealt-already`, `draw-settled`, `draw-unreadable`, `no-executor-appointed`, `not-allowed`,
            `player-not-in-game`, `record-differs`, `stanza-reported` and what `count_stanza`, `get_up` and
            `sit_down` raise.
    """
    at = moment(at)
    require_reporter(by=by, game=game, at=at)
    game = locked_family(game).games[game.pk]
    report = _report_of_whole(game)
    if report is not None:
        record: RecordDocument = json.loads(bytes(report.record))
        if sent.number == len(record["stanzas"]) + 1 and not ending.is_over(game.planned, record):
            _open_table(by, game, report, at)
            _take_in(by, game, record, sent.idempotency_key, at)
    return count_stanza(by=by, game=game, sent=sent, at=at)


def _report_of_whole(game: Game) -> Report | None:
    """The report of a locked game that came as a whole record, and is to be confirmed."""
    return game.reports.filter(current=True).first() if is_reported_as_a_whole(game) else None


def _require_all_of(report: Report, record: RecordDocument) -> None:
    """Refuse a record that lacks, or tells otherwise, what was reported of the whole game."""
    reported: list[StanzaDocument] = json.loads(bytes(report.record))["stanzas"]
    for number, stanza in enumerate(reported, start=1):
        again = record["stanzas"][number - 1] if number <= len(record["stanzas"]) else None
        if again is None or _without(SUMS, again) != _without(SUMS, stanza):
            raise Refusal(
                code="stanza-reported",
                sentence=_("The record of the whole game has something else for stanza %(number)s.")
                % {"number": number},
                rule=REPORTED,
                remedy=_("Send what was reported, and what follows; then correct the stanza with a reason."),
                facts={"number": number, "stanza": stanza},
            )


def _open_table(by: Person, game: Game, report: Report, at: dt.datetime) -> None:
    """The game as before its first deal; its report stays readable, and is no longer what stands."""
    game.state = State.OPEN
    game.revision += 1
    game.save(update_fields=["state", "revision"])
    Report.objects.filter(pk=report.pk).update(current=False)
    before = {"state": State.REPORTED, "report": report.version}
    note(
        by=by,
        at=at,
        action="continue record at table",
        thing=game,
        before=before,
        after={"state": game.state},
    )


def _take_in(by: Person, game: Game, record: RecordDocument, key: str, at: dt.datetime) -> None:
    """Bring a locked game up to a record of it."""
    require_executor(game)
    if game.first_dealer_id is None:
        _draw(by, game, record, at)
    folder = read_folder(game)
    _require_same_beginning(folder, record)
    for number, stanza in enumerate(record["stanzas"], start=1):
        if number in folder.versions:
            _require_same_stanza(folder, number, stanza)
        else:
            _change_seats(by, game, stanza, at)
            report_stanza(
                by=by,
                game=game,
                number=number,
                body=_without(NOT_PLAYED, stanza),
                idempotency_key=f"{key[:70]}-{number}",
                at=at,
            )


def _draw(by: Person, game: Game, record: RecordDocument, at: dt.datetime) -> None:
    """Write down the cards of the record's draw, or who deals first where it tells no cards."""
    for cards in record.get("draw", ())[len(game.opening_draw) :]:
        enter_drawn_cards(by=by, game=game, cards=cards, at=at)
    game.refresh_from_db(fields=["opening_draw", "scorekeeper", "first_dealer"])
    if game.opening_draw:
        return
    seated = {player.record_id: player for player in game.players.filter(seat__isnull=False)}
    game.first_dealer = seated.get(record["first_dealer"])
    game.scorekeeper = seated.get(record.get("scorekeeper", ""))
    game.save(update_fields=["first_dealer", "scorekeeper"])


def _require_same_beginning(folder: GameFolder, record: RecordDocument) -> None:
    seats, dealer = seats_of(folder.players), folder.game.first_dealer
    if not _same_circle(seats, record["seats"]):
        raise Refusal(
            code="record-differs",
            sentence=_(
                "The record seats other people, or in another order. At the table, clockwise: %(names)s."
            )
            % {"names": ", ".join(seats)},
            rule="I/Players",
            remedy=_("Correct the record, or have the seats changed before the first deal."),
            facts={"pointer": "/seats", "seated": seats},
        )
    drawn, told = folder.game.opening_draw, record.get("draw", [])
    if any(turn != told_turn for turn, told_turn in zip(drawn, told, strict=False)):
        raise Refusal(
            code="record-differs",
            sentence=_("The record has other cards in the draw than the table."),
            rule=SEATS_AND_DRAW,
            remedy=_("Correct the record, or have the cards drawn again before the first deal."),
            facts={"pointer": "/draw", "draw": drawn},
        )
    if dealer is not None and dealer.record_id != record["first_dealer"]:
        raise Refusal(
            code="record-differs",
            sentence=_("%(dealer)s deals first at this table, but the record names somebody else.")
            % {"dealer": dealer.record_id},
            rule=SEATS_AND_DRAW,
            remedy=_("Correct the record, or have the cards drawn again before the first deal."),
            facts={"pointer": "/first_dealer", "first_dealer": dealer.record_id},
        )


def _same_circle(seats: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the same people sit in the same order, wherever one begins to name them."""
    return len(seats) == len(others) and any(
        [*seats[place:], *seats[:place]] == list(others) for place in range(len(seats))
    )


def _require_same_stanza(folder: GameFolder, number: int, stanza: StanzaDocument) -> None:
    version = folder.versions[number]
    changes = {"joins": stanza.get("joins", []), "leaves": stanza.get("leaves", [])}
    reported = _without(NOT_PLAYED, version.body)
    if _without(NOT_PLAYED, stanza) != reported or not same_changes(folder, number, changes):
        raise Refusal(
            code="stanza-reported",
            sentence=_("The table has something else for stanza %(number)s.") % {"number": number},
            rule=REPORTED,
            remedy=_(
                "Compare it with yours. If yours is right, send this stanza alone as a correction: with a "
                "reason (`reason`) and the version that it replaces (`replaces`, see the facts)."
            ),
            facts={**standing_facts(version), "pointer": f"/stanzas/{number - 1}"},
        )


def _without(left_out: Sequence[str], stanza: Mapping[str, Any]) -> dict[str, Any]:
    return {field: value for field, value in stanza.items() if field not in left_out}


def _change_seats(by: Person, game: Game, stanza: StanzaDocument, at: dt.datetime) -> None:
    """Who left and came before a stanza. Whoever left and has a newcomer on their left gets up after them."""
    joins, leaves = stanza.get("joins", []), stanza.get("leaves", [])
    neighbours = {join["left_of"] for join in joins}
    for player in leaves:
        if player not in neighbours:
            get_up(by=by, game=game, person=_person(game, player), at=at)
    for join in joins:
        person = _person(game, join["player"])
        sit_down(by=by, game=game, person=person, left_of=join["left_of"], at=at)
    for player in leaves:
        if player in neighbours:
            get_up(by=by, game=game, person=_person(game, player), at=at)


def _person(game: Game, record_id: str) -> Person:
    """Whom a record means: by what it calls a player of the game, or by their member number."""
    player = game.players.filter(record_id=record_id).select_related("person").first()
    person = player.person if player else person_numbered(number=record_id)
    if person is None:
        raise not_in_game([record_id])
    return person
