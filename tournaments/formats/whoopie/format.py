"""Whoopie, as the rules of 18 April 1966 have it: how the site asks its engine."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine import card_games, seating
from rules_engine.decide import answer
from rules_engine.justice.votes import MajorityOf
from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS
from rules_engine.whoopie.amended_record import Amendment, amended
from rules_engine.whoopie.check.ending import check_ending
from rules_engine.whoopie.check.game import check_bytes
from rules_engine.whoopie.document import PlanDocument, RecordDocument
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.documents import Planned, Record
from tournaments.formats.fields import Field
from tournaments.formats.format import (
    CheckedStanza,
    Format,
    FormatCheck,
    FormatFinding,
    FormatResult,
    Plan,
    Ranked,
    StanzaSpot,
    plan_unreadable,
)
from tournaments.formats.kept_check import KeptCheck, KeptFinding, StanzaAnswer, StanzaOutcome
from tournaments.formats.planned_times import planned_time
from tournaments.formats.records import checked
from tournaments.formats.registry import register
from tournaments.formats.round_seating import RoundSeating, SeatedTables, Tables, ToSeat

RECORD: Final = "whoopie-game/1"
PLANS = ("stanzas", "cycles", "until")
# Against slips of the hand: the longest evening plays a tenth of it.
MOST_PLANNED: Final = 999
ENDS: Final = (
    ("stanzas", _lazy("after a number of stanzas")),
    ("cycles", _lazy("after a number of full cycles")),
    ("until", _lazy("by the clock")),
)
PLAN_FIELDS: Final = (
    Field(name="ends", label=_lazy("Its games end"), kind="choice", choices=ENDS),
    Field(
        name="value",
        label=_lazy("How many, or the time"),
        help=_lazy("14, or 22:30. Set before the first deal and printed on the table cards."),
        missing=_lazy("Say after how many, or at what time."),
        most=20,
    ),
)


def check(data: bytes) -> FormatCheck:
    """The engine's answer to a record; a refusal with the place for what is no record."""
    return check_under("entitled", data)


def check_under(majority_of: MajorityOf, data: bytes) -> FormatCheck:
    """The same under Articles that count a simple majority so."""
    answered, read = checked(lambda sent: check_bytes(sent, majority_of), data, RECORD)
    record: RecordDocument = read
    document = cast(KeptCheck, answered.as_document())
    return FormatCheck(
        document=document,
        players=tuple(document["final"]),
        planned=record.get("planned"),
        findings=tuple(_finding(finding, document["stanzas"]) for finding in document["findings"]),
        stanzas=tuple(
            CheckedStanza(number=number, body=body, outcome=_outcome(answer))
            for number, (body, answer) in enumerate(
                zip(record["stanzas"], document["stanzas"], strict=True), start=1
            )
        ),
    )


def _amended(record: Record, amendments: Sequence[Amendment]) -> Record:
    return cast(Record, amended(cast(RecordDocument, record), amendments))


def _outcome(answer: StanzaAnswer) -> StanzaOutcome:
    return {
        "winners": answer["winners"],
        "taken": answer["taken"],
        "delta": answer["delta"],
        "scores": answer["scores"],
        "trump_after": answer["trump_after"],
    }


def result(record: Record, document: KeptCheck) -> FormatResult:
    """The final ranking; what a player's final score is above the last running total was extrapolated."""
    start = cast(RecordDocument, record).get("start")
    running = dict(start["scores"]) if start else {}
    for stanza in document["stanzas"]:
        running.update(stanza["scores"])
    carried = start["player_hands"] if start else 0
    return FormatResult(
        ranking=tuple(
            Ranked(place=place, player=player, score=score, extrapolated=score - running[player])
            for place, player, score in document["ranking"]
        ),
        player_hands=document["player_hands"],
        own_player_hands=document["player_hands"] - carried,
        stanzas=len(document["stanzas"]),
        players=len(document["ranking"]),
    )


def ending(
    planned: Planned,
    record: Record,
    until: dt.datetime | None = None,
    ended: Sequence[dt.datetime] = (),
) -> tuple[FormatFinding, ...]:
    """A warning where the game did not end as planned."""
    finding = check_ending(planned, record, until, ended)
    return (_finding(cast(KeptFinding, finding.as_document()), ()),) if finding else ()


def read_plan(planned: Planned) -> None:
    """Refuse a plan that is not one of stanzas, full cycles or a time."""
    kinds = [kind for kind in PLANS if kind in planned]
    value = planned.get(kinds[0]) if len(planned) == 1 and kinds else None
    whole = isinstance(value, int) and not isinstance(value, bool) and value > 0
    if not whole and not (kinds == ["until"] and isinstance(value, str) and planned_time(value)):
        raise plan_unreadable(
            _("A game needs a plan that says how it ends."),
            _("Give a number of stanzas, a number of full cycles, or a time."),
            _("Reading 10: the end is set before the first deal."),
        )
    if isinstance(value, int) and value > MOST_PLANNED:
        raise Refusal(
            code="plan-too-long",
            sentence=_("No game lasts that long: %(count)s were planned.") % {"count": value},
            rule=_("Reading 10: the end is set before the first deal."),
            remedy=_("Plan at most %(most)s stanzas or full cycles.") % {"most": MOST_PLANNED},
            status=422,
        )


def plan_typed(typed: Mapping[str, str]) -> Planned:
    """As the record has it."""
    kind, value = typed["ends"], typed["value"].strip()
    whole = kind != "until" and value.isascii() and value.isdigit()
    return {kind: int(value) if whole else value}


def plan_words(planned: Planned) -> str:
    """How the game was to end."""
    plan = cast(PlanDocument, planned)
    if "stanzas" in plan:
        stanzas = plan["stanzas"]
        return ngettext("after %(count)s stanza", "after %(count)s stanzas", stanzas) % {"count": stanzas}
    if "cycles" in plan:
        cycles = plan["cycles"]
        sentence = ngettext("after %(count)s full cycle", "after %(count)s full cycles", cycles)
        return sentence % {"count": cycles}
    if "until" in plan:
        return _("with the stanza being played at %(until)s") % {"until": plan["until"]}
    return ""


def seated(to_seat: ToSeat) -> SeatedTables:
    """By draw, or so that few meet again; anybody repeats it by the question."""
    question = {
        "players": _players(to_seat),
        "preferred": to_seat.preferred,
        "mode": to_seat.mode,
        "seed": to_seat.seed,
        "earlier": [list(table) for table in to_seat.earlier],
    }
    answered: Any = answer("seating", question)
    return SeatedTables(
        tables=answered["tables"],
        repeats=answered["repeats"],
        new_meetings=answered["new_meetings"],
        question=question,
    )


def seated_by_hand(to_seat: ToSeat, tables: list[list[str]]) -> SeatedTables:
    """Tables as they were set; the seats at them are drawn in any case."""
    order = seating.seats_drawn(tables, _players(to_seat), to_seat.seed)
    done = seating.counted(order, seating.meetings(to_seat.earlier))
    return SeatedTables(
        tables=[list(table) for table in done.tables],
        repeats=done.repeats,
        new_meetings=done.new_meetings,
    )


def _players(to_seat: ToSeat) -> list[str]:
    return [player for unit in to_seat.units for player in unit]


def spot(finding: KeptFinding) -> StanzaSpot:
    return StanzaSpot(stanza=finding["stanza"], trick=finding["trick"], player=finding["player"] or "")


def _finding(finding: KeptFinding, stanzas: Sequence[StanzaAnswer]) -> FormatFinding:
    """The finding at a place that the page has: a report may name a trick that was never dealt."""
    place = spot(finding)
    dealt = stanzas[place.stanza - 1]["cards"] if place.stanza else 0
    return FormatFinding(
        code=finding["code"],
        severity=finding["severity"],
        spot=place if place.trick and 1 <= place.trick <= dealt else replace(place, trick=None),
        rule=finding["rule"],
        message=finding["message"],
    )


WHOOPIE: Final = register(
    Format(
        slug="whoopie",
        title="Whoopie",
        card_game=card_games.WHOOPIE,
        tables=Tables(fewest=FEWEST_PLAYERS, most=MOST_PLAYERS, preferred=seating.PREFERRED),
        seating=RoundSeating(
            modes=("draw", "balanced", "hand"),
            least=FEWEST_PLAYERS,
            rule=seating.RULE,
            units=seated,
            by_hand=seated_by_hand,
            kinds=("ordinary", "playoff", "consolation"),
        ),
        plan=Plan(fields=PLAN_FIELDS, typed=plan_typed, read=read_plan, words=plan_words),
        check=check,
        check_under=check_under,
        spot=spot,
        result=result,
        ending=ending,
        amended=_amended,
    )
)
