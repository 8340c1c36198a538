"""A stanza from the pad, as a multiple of a bare authenticated insert of one row, on PostgreSQL.

Both are requests to the whole site, with every middleware: the insert knows its asker by the link of a table,
as the pad does, and writes one row of the trail. What is counted is the processor's time of this process and
of its database connection's, which neither the network nor other work changes. Stanzas 1, 2, 20 and 60 of
games of five are measured, and the pad after each; then stanzas from several pads at once against running web
processes (`report_clients`). The bounds are on the medians of the ratios.
"""

from __future__ import annotations

import hashlib
import json
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.meter import Meter, on_postgresql
from benchmarks.report_clients import with_clients

STANZAS = (1, 2, 20, 60)
GAMES = 9
BOUND = 3.0
PAD_BOUND = 5.0


def insert_bare(request: Any) -> Any:
    """What any framework has to do: know who asks, and write a row."""
    from django.http import JsonResponse

    from sanctioning.kit.audit.models import AuditEntry
    from sanctioning.kit.clock import moment
    from tournaments.tables.models.table_link import TableLink

    secret = request.headers["Authorization"].removeprefix("Table ")
    link = TableLink.objects.get(sha256=hashlib.sha256(secret.encode()).hexdigest())
    at = moment(None)
    row = AuditEntry.objects.create(
        at=at, written_at=at, action="bare", thing_type="bare", thing_id=str(link.pk), thing_label="bare"
    )
    return JsonResponse({"row": row.pk}, status=201)


class Pad:
    """A table's link in the hands of a program."""

    def __init__(self, cast: Any, game: Any) -> None:
        from rest_framework.test import APIClient

        from tests.cast import MARCH
        from tournaments.tables.services.table_links import make_link, secret_of

        self.cast, self.game = cast, game
        self.client = APIClient()
        secret = secret_of(make_link(by=cast.director, game=game, at=MARCH))
        self.client.credentials(HTTP_AUTHORIZATION=f"Table {secret}")
        self.address = f"/api/v1/events/{game.event.slug}/games/{game.number}/pad/"
        self.read()

    def read(self) -> None:
        assert self.client.get(self.address).status_code == 200

    def insert_bare(self) -> None:
        assert self.client.post("/bare/").status_code == 201

    def report(self, number: int) -> Callable[[], None]:
        """Report a stanza as it is due, which is made up beforehand."""
        from tests.support.play import random_body, table

        body = json.dumps(random_body(table(self.cast, self.game), Random(number)))
        address = f"{self.address}stanzas/?number={number}"
        key = {"Idempotency-Key": f"{self.game.pk}-{number}"}

        def send() -> None:
            answer = self.client.post(address, body, content_type="application/json", headers=key)
            assert answer.status_code == 201, answer.content

        return send


def measure() -> int:
    from django.urls import path
    from django.views.decorators.csrf import csrf_exempt

    from config import urls
    from tests.cast import make_cast, sanctioned_event
    from tests.support.play import drawn_table

    urls.urlpatterns.insert(0, path("bare/", csrf_exempt(insert_bare)))
    cast, meter = make_cast(), Meter()
    event = sanctioned_event(cast)
    pads = [Pad(cast, drawn_table(cast, cast.players[:5], event=event, stanzas=60)) for _ in range(GAMES)]
    ratios: dict[str, list[float]] = {}
    for pad in pads:
        for number in range(1, max(STANZAS) + 1):
            send = pad.report(number)
            if number not in STANZAS:
                send()
                continue
            floor = statistics.median(meter.spent(pad.insert_bare) for _ in range(5))
            ratios.setdefault(f"stanza {number}", []).append(meter.spent(send) / floor)
            ratios.setdefault(f"the pad with {number}", []).append(meter.spent(pad.read) / floor)
    stanzas: list[float] = []
    of_pads: list[float] = []
    for what, measured in ratios.items():
        ratio = statistics.median(measured)
        (stanzas if what.startswith("stanza") else of_pads).append(ratio)
        print(f"{what}: {ratio:.1f} times a bare insert ({min(measured):.1f} to {max(measured):.1f})")
    for what, ratio in with_clients(cast, event).items():
        stanzas.append(ratio)
        print(f"stanzas from pads, {what}: {ratio:.1f} times as many bare inserts")
    return 0 if max(stanzas) <= BOUND and max(of_pads) <= PAD_BOUND else 1


if __name__ == "__main__":
    sys.exit(on_postgresql(measure))
