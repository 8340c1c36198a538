"""The closing of an event taken back: slips are corrected, and the next version is made of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

import pytest

from saas_high_card.game import HIGH_CARD
from sanctioning.kit.audit.models import AuditEntry
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import MARCH, Cast
from tests.support.refusals import refused
from tests.support.team_events import enter_teams, seat_in_order, signed_in, team_event
from tournaments.formats.registry import registered
from tournaments.games.models import Game
from tournaments.reports.services.reports import take_report
from tournaments.slips.models import Slip
from tournaments.slips.services.reopening import open_slips_again
from tournaments.slips.services.slips import close_event, report_slip, sign_slip

FIRST = "r1-t1"
WHY = "Table 1 wrote 4 for 5."


@pytest.fixture(autouse=True)
def high_card() -> Iterator[None]:
    with registered(HIGH_CARD):
        yield


@pytest.fixture
def closed(cast: Cast) -> Game:
    """One table of two pairs, its slip handed in and signed, the event closed."""
    event = team_event(cast, "high-card", "high-card-1")
    game = seat_in_order(cast, event, enter_teams(cast, event, 2), {"cards": 1})
    sign_slip(by=cast.director, slip=slip_of(cast, game, 4), at=MARCH)
    close_event(by=cast.director, game=game, at=MARCH)
    return game


def slip_of(cast: Cast, game: Game, points: int, replaces: int = 0) -> Slip:
    return report_slip(
        by=cast.players[0],
        game=game,
        place=FIRST,
        typed={"team-1": points, "team-2": 10 - points},
        idempotency_key=f"table {points}",
        replaces=replaces,
        reason=WHY if replaces else "",
        at=MARCH,
    )


def test_a_slip_is_corrected_after_closing_and_the_next_report_is_made_of_it(
    cast: Cast, closed: Game
) -> None:
    opened = open_slips_again(by=cast.director, game=closed, why=WHY, at=MARCH)
    assert opened.state == "playing"
    assert not closed.reports.filter(current=True).exists()
    assert AuditEntry.objects.get(action="open slips again").why == WHY
    sign_slip(by=cast.director, slip=slip_of(cast, closed, 5, replaces=1), at=MARCH)
    report = close_event(by=cast.director, game=closed, at=MARCH)
    assert list(closed.reports.values_list("version", "current")) == [(1, False), (2, True)]
    confirm_result(by=cast.players[2], game=closed, at=MARCH)
    assert report.check_document["ranking"]


@pytest.mark.both_databases
def test_opened_and_closed_without_a_change_it_needs_no_new_signature(cast: Cast, closed: Game) -> None:
    open_slips_again(by=cast.director, game=closed, why=WHY, at=MARCH)
    assert close_event(by=cast.director, game=closed, at=MARCH).version == 2


def test_who_may_not_and_when_it_is_too_late(cast: Cast, closed: Game) -> None:
    again = partial(open_slips_again, game=closed)
    refused("not-allowed", again, by=cast.players[0], why=WHY)
    refused("reason-missing", again, by=cast.director, why=" ")
    data = bytes(closed.reports.get().record) + b"\n"
    sent = partial(take_report, game=closed, idempotency_key="whole", reason="Eight.", at=MARCH)
    sent(by=cast.director, data=data)
    refused("reported-as-a-whole", again, by=cast.director, why=WHY)
    confirm_result(by=cast.players[0], game=closed, at=MARCH)
    confirmed = refused("game-state", again, by=cast.director, why=WHY)
    assert confirmed.facts == {"state": "confirmed"}


def test_the_pages_lead_there_and_programs_do_the_same(cast: Cast, closed: Game) -> None:
    slips, api = f"/events/{closed.event.slug}/slips/", f"/api/v1/events/{closed.event.slug}/"
    address = f"/events/{closed.event.slug}/open-again/"
    director, player = signed_in(cast.director), signed_in(cast.players[0])
    game = director.get(f"/events/{closed.event.slug}/games/1/").content.decode()
    assert f'href="{slips}#open-again"' in game
    assert f'action="{address}"' not in player.get(slips).content.decode()
    assert f'action="{address}"' in director.get(slips).content.decode()
    empty = director.post(address, {"why": ""})
    assert empty.status_code == 422
    assert f'action="{address}"' in empty.content.decode()
    assert director.post(address, {"why": WHY})["Location"] == slips
    assert f'action="{address}"' not in director.get(slips).content.decode()
    close_event(by=cast.director, game=closed, at=MARCH)
    assert director.get(f"{api}slips/").json()["may_open_again"]
    answer = director.post(f"{api}open-again/", {"why": WHY}, content_type="application/json")
    assert (answer.status_code, answer.json()["state"]) == (200, "playing")


def test_the_forms_of_a_correction_hold_the_record_that_stands(cast: Cast, closed: Game) -> None:
    """What the director, and after certification the Managing Executor, changes is in the form."""
    address, api = f"/events/{closed.event.slug}/games/1/", f"/api/v1/events/{closed.event.slug}/games/1/"
    record = json.loads(bytes(closed.reports.get().record))
    director, managing = signed_in(cast.director), signed_in(cast.managing)
    form = director.get(f"{address}report/").context["form"]
    assert json.loads(form["text"].value()) == record
    assert f'href="{address}record.json"' in director.get(address).content.decode()
    assert json.loads(director.get(f"{address}record.json").content) == record
    assert director.get(f"{api}record/").json() == record
    assert f'href="{address}record.json"' not in signed_in(cast.outsider).get(address).content.decode()
    confirm_result(by=cast.players[2], game=closed, at=MARCH)
    certify_result(by=cast.executor, game=closed, at=MARCH)
    form = managing.get(f"{address}correct/?by=record").context["form"]
    assert json.loads(form["text"].value()) == record
    typed = {**form.initial, "ruling": "Ruling 1", "why": WHY}
    assert managing.post(f"{address}correct/?by=record", typed).status_code == 302
