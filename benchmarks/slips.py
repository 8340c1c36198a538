"""A slip of whist in each round of a large event, as a multiple of a bare insert, on PostgreSQL.

Both are requests to the whole site, with every middleware: the insert knows its asker by the session and
writes one row of the trail; the slip is reported by the director through the API, with the check of the
whole event. What is counted is the processor's time of this process and of its database connection's, of
slips between the first of a round, which reads who sits where, and the last, after which more is due. The
bounds are on what a slip of the last round costs of one of the first, and on its multiple of the insert.
"""

from __future__ import annotations

import datetime as dt
import json
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.meter import Meter, on_postgresql

TEAMS = {"bid-whist": 200, "columbus-whist": 200, "military-whist": 60}
SHEETS = 13
HANDS = [[4, 4]]
GROWTH = 1.1
BOUND = 7.0
Round = tuple[str, Mapping[str, Any]]


class Cost(NamedTuple):
    """Of a slip, and of the bare insert beside it, in seconds."""

    spent: float
    floor: float


def insert_bare(request: Any) -> Any:
    """What any framework has to do: know who asks, and write a row."""
    from django.http import JsonResponse

    from sanctioning.kit.audit.models import AuditEntry
    from sanctioning.kit.clock import moment

    at = moment(None)
    row = AuditEntry.objects.create(
        at=at, written_at=at, action="bare", thing_type="bare", thing_id=str(request.user.pk), thing_label="-"
    )
    return JsonResponse({"row": row.pk}, status=201)


def bid_whist(played: Any) -> Iterator[Round]:
    from benchmarks import hundreds_events as events
    from rules_engine.bid_whist.random.hands import RandomSheets

    sheets = RandomSheets(Random(events.SEED), 0.0)
    for number in range(1, events.ROUNDS + 1):
        played.seat(planned=events.MAIN if number == 1 else None, seed=f"{events.SEED}/{number}")
        yield f"round {number}", events._bid_sheets(played, sheets, f"r{number}-")


def columbus_whist(played: Any) -> Iterator[Round]:
    from rules_engine.columbus_whist.random.event import random_event
    from tests.support.columbus import PLAN, typed_of

    record = random_event(len(played.people) // 2, 3, mishaps=0.0)
    leads = {at: person.number for at, person in enumerate(played.people[::2], start=1)}
    for number, games in enumerate(record["rounds"], start=1):
        tables = [[leads[team] for team in game["teams"]] for game in games]
        planned = {**PLAN, "qualifiers": record["qualifiers"]}
        played.seat(planned=planned, mode="hand", tables=tables)
        yield (
            f"game {number}",
            {
                f"g{number}-t{at}": typed_of(game) | {f"signed-{team}": leads[team] for team in game["teams"]}
                for at, game in enumerate(games, start=1)
            },
        )


def military_whist(played: Any) -> Iterator[Round]:
    from benchmarks import hundreds_events as events
    from rules_engine.military_whist.random.event import random_event
    from tests.support.whist_slips import slips_of

    played.seat(planned={**events.MEETING, "days": HANDS}, seed=events.SEED)
    slips = slips_of(random_event(len(played.people) // 4, 3, days=HANDS, mishaps=0.0))
    played.hand_in(events._those(slips, "d1-before-"))
    for number in range(1, sum(HANDS[0]) + 1):
        yield f"hand {number}", events._those(slips, f"h{number}-")


COURSES: dict[str, Callable[[Any], Iterator[Round]]] = {
    "bid-whist": bid_whist,
    "columbus-whist": columbus_whist,
    "military-whist": military_whist,
}


def measure() -> int:
    from django.urls import path
    from django.views.decorators.csrf import csrf_exempt
    from rest_framework.test import APIClient

    from benchmarks import hundreds_events as events
    from config import urls
    from sanctioning.offices.models.office import Office
    from sanctioning.terms.services import appoint
    from tests.cast import FIRST_DAY, JANUARY, MARCH, make_cast
    from tests.support.team_events import rules_of

    urls.urlpatterns.insert(0, path("bare/", csrf_exempt(insert_bare)))
    cast, meter, client = make_cast(), Meter(), APIClient()
    second = events.crowd(cast, 1, "second")[0]
    appoint(
        by=cast.managing,
        person=second,
        office=Office.DIRECTOR,
        club=cast.club,
        first_day=FIRST_DAY,
        at=JANUARY,
    )
    people = events.crowd(cast, 2 * max(TEAMS.values()), "pat")
    assert cast.director.account is not None
    client.force_login(cast.director.account)
    sound = True
    for day, (slug, ruleset, _teams, _course) in enumerate(events.GAMES):
        rules_of(cast, slug, ruleset)
        played = events.entered_event(cast, second, people, slug, TEAMS[slug], MARCH + dt.timedelta(days=day))
        played.take_in()
        costs = list(costs_of(played, meter, client, COURSES[slug]))
        growth, most = costs[-1].spent / costs[0].spent, max(cost.spent / cost.floor for cost in costs)
        sound = sound and growth <= GROWTH and most <= BOUND
        print(
            f"{slug}: a slip of the last round / of the first: {growth:.2f} (bound {GROWTH}), "
            f"at most {most:.1f} times a bare insert (bound {BOUND})",
            flush=True,
        )
    return 0 if sound else 1


def costs_of(
    played: Any, meter: Meter, client: Any, course: Callable[[Any], Iterator[Round]]
) -> Iterator[Cost]:
    """What a slip of each round costs; the rest come in one stack."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournaments.slips.models import Slip

    def send(place: str, typed: Mapping[str, Any]) -> None:
        answer = client.post(
            f"/api/v1/events/{played.event.slug}/slips/{place}/",
            json.dumps({"values": typed}),
            content_type="application/json",
            headers={"Idempotency-Key": f"{played.game.pk}/{place}"},
        )
        assert answer.status_code == 201, answer.content

    for title, slips in course(played):
        first, *alone = list(slips)[:SHEETS]
        send(first, slips[first])
        with CaptureQueriesContext(connection) as captured:
            send(alone[0], slips[alone[0]])
            statements = sum(
                not query["sql"].startswith(("BEGIN", "COMMIT")) for query in captured.captured_queries
            )
        floor = statistics.median(meter.spent(lambda: client.post("/bare/")) for _ in range(SHEETS))
        spent = statistics.median(meter.spent(partial(send, place, slips[place])) for place in alone[1:])
        played.reported += Slip.objects.filter(game=played.game, place__in=[first, *alone])
        played.report({place: typed for place, typed in slips.items() if place not in (first, *alone)})
        played.sign()
        print(
            f"{played.event.format}, {title}: {statements} statements, "
            f"{spent / floor:.1f} times a bare insert",
            flush=True,
        )
        yield Cost(spent, floor)


if __name__ == "__main__":
    sys.exit(on_postgresql(measure))
