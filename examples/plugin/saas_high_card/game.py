"""High Card, a small game: pairs, two at a table, one slip a table on which both write their points.

The points of a table add up to ten; the pair with the most points wins, and of equals the one whose number is
lower. The site knows it from this package alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.shuffling import shuffled
from sanctioning.kit.refusals import Refusal
from tournaments.formats.fields import Field
from tournaments.formats.format import (
    Format,
    FormatCheck,
    FormatFinding,
    FormatResult,
    Plan,
    Ranked,
    StanzaSpot,
    Unit,
)
from tournaments.formats.kept_check import KeptCheck, KeptFinding
from tournaments.formats.round_seating import RoundSeating, SeatedTables, Tables, ToSeat
from tournaments.formats.rulings import Followed, Irregularity, Rulings
from tournaments.formats.slips import BoardColumn, BoardLine, Due, EventHead, Scoreboard, Slips, Standing
from tournaments.formats.standing_rulings import RuledConsequence

TEN = 10
RULE = "H-1"


def due(head: EventHead, standing: Standing) -> list[Due]:
    return [
        Due(
            place=f"r{number}-t{at}",
            title=f"Table {at}",
            phase=f"Round {number}",
            table=at,
            teams=table,
            fields=tuple(
                Field(name=f"team-{team}", label=head.teams[team].name, kind="whole", most=TEN)
                for team in table
            ),
            rule=RULE,
        )
        for number, tables in enumerate(head.rounds, start=1)
        for at, table in enumerate(tables, start=1)
    ]


def record(head: EventHead, standing: Standing) -> dict[str, Any]:
    return {
        "format": "high-card/1",
        "ruleset": head.ruleset,
        "id": head.id,
        "teams": {str(team.number): list(team.players.values()) for team in head.teams.values()},
        "names": {str(team.number): team.name for team in head.teams.values()},
        "tables": {place: dict(body) for place, body in standing.items()},
    }


def check(data: bytes) -> FormatCheck:
    read = json.loads(data)
    totals = dict.fromkeys(read["teams"], 0)
    findings: list[KeptFinding] = []
    for place, body in read["tables"].items():
        for name, points in body.items():
            totals[name.removeprefix("team-")] += points
        if sum(body.values()) != TEN:
            findings.append(
                {
                    "code": "points",
                    "severity": "error",
                    "rule": RULE,
                    "message": f"At {place} the points add up to {sum(body.values())}.",
                    "place": place,
                }
            )
    order = sorted(totals, key=lambda team: (-totals[team], int(team)))
    return FormatCheck(
        document={
            "findings": findings,
            "ranking": [
                (place, read["names"][team], totals[team]) for place, team in enumerate(order, start=1)
            ],
            "tables": [(place, int(team)) for place, team in enumerate(order, start=1)],
            "stanzas": [],
            "player_hands": 0,
            "not_checked": ["the cards"],
        },
        players=tuple(player for team in read["teams"].values() for player in team),
        planned=None,
        findings=tuple(
            FormatFinding(code="points", severity="error", rule=RULE, message=finding["message"])
            for finding in findings
        ),
        stanzas=(),
    )


def result(read: Mapping[str, Any], document: KeptCheck) -> FormatResult:
    return FormatResult(
        ranking=tuple(
            Ranked(place=place, player=player, score=total, extrapolated=0, shared=False)
            for (_, team), (place, _name, total) in zip(document["tables"], document["ranking"], strict=True)
            for player in read["teams"][str(team)]
        ),
        player_hands=0,
        own_player_hands=0,
        stanzas=0,
        players=len(read["teams"]),
    )


def board(head: EventHead, standing: Standing, check: KeptCheck | None) -> Scoreboard:
    order = [team for _, team in check["tables"]] if check else list(head.teams)
    ranked = {
        team: total for team, (_, _, total) in zip(order, check["ranking"] if check else (), strict=False)
    }
    return Scoreboard(
        columns=(BoardColumn("Points"),),
        lines=tuple(
            BoardLine(place=place if check else 0, team=team, figures=(ranked.get(team),))
            for place, team in enumerate(order, start=1)
        ),
    )


def drawn(asked: ToSeat) -> SeatedTables:
    pairs = shuffled(asked.units, asked.seed, "tables")
    return SeatedTables(
        tables=[[*first, *other] for first, other in zip(pairs[::2], pairs[1::2], strict=True)]
    )


def by_hand(asked: ToSeat, tables: list[list[str]]) -> SeatedTables:
    return SeatedTables(tables=tables)


def read_plan(planned: Mapping[str, Any]) -> None:
    if planned != {"cards": 1}:
        raise Refusal(
            code="plan-unreadable", sentence="Cut one card.", rule=RULE, remedy="Say so.", status=422
        )


def nothing(*_given: object) -> tuple[FormatFinding, ...]:
    return ()


def as_it_is(read: Mapping[str, Any], _amendments: Sequence[Any]) -> Mapping[str, Any]:
    return read


def peeked(facts: Mapping[str, Any]) -> Followed:
    points = facts["times"] - 1
    if not points:
        return Followed(
            rule="H-3/peeking", consequences=(RuledConsequence(code="warned"),), kinds=("warning",)
        )
    consequence = RuledConsequence(code="points", said={"points": points})
    return Followed(rule="H-3/peeking", consequences=(consequence,), kinds=("awarded",))


HIGH_CARD = Format(
    slug="high-card",
    title="High Card",
    unit=Unit(letters=("A", "B")),
    tables=Tables(fewest=4, most=4, preferred=4),
    seating=RoundSeating(modes=("draw", "hand"), least=4, rule=RULE, units=drawn, by_hand=by_hand),
    plan=Plan(
        fields=(Field(name="cards", label="Cards", kind="whole", least=1, most=1),),
        typed=lambda typed: {"cards": int(typed["cards"])},
        read=read_plan,
        words=lambda planned: "after one card" if "cards" in planned else "",
    ),
    check=check,
    spot=lambda _found: StanzaSpot(),
    result=result,
    ending=nothing,
    amended=as_it_is,
    substitutes="H-2: who must leave is replaced.",
    rulings=Rulings(
        irregularities={
            "high-card-peeked": Irregularity(
                section="H-3/peeking",
                name="Somebody peeked",
                also="looked at another's card",
                ruled=peeked,
                fields=(Field(name="times", label="How often", kind="whole", least=1, most=TEN),),
            )
        },
        words={"points": "The other pair gets %(points)s points.", "warned": "The pair is warned."},
    ),
    slips=Slips(
        due=due,
        record=record,
        place_of=lambda _head, finding: str(finding["place"]),
        board=board,
    ),
)
