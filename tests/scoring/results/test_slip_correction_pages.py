"""Correcting the certified result of a whist event by order: its slips, what would change, what stands."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.ledger.models.ledger import LedgerEntry
from scoring.results.models import Certification
from tests.cast import Cast
from tests.support.filled_form import filled
from tests.support.team_events import close_and_certify, signed_in
from tests.tournaments.formats.military_whist.test_whist_pages import counted, game, shown
from tournaments.games.models import Game
from tournaments.reports.models.report import Report
from tournaments.slips.event_folders import folder_of, record_so_far
from tournaments.slips.models import Slip

__all__ = ["game"]

ORDER = {"ruling": "Ruling 7 of 2025", "why": "Two counts were exchanged."}
FIRST, THIRD = "d1-after-1", "d1-after-3"


@pytest.fixture
def certified(cast: Cast, game: Game) -> Game:
    counted(cast, game, before=(12, 12, 12), after=(14, 12, 10))
    close_and_certify(cast, game)
    return game


@pytest.fixture
def managing(cast: Cast) -> Client:
    return signed_in(cast.managing)


def address(game: Game) -> str:
    return f"/events/{game.event.slug}/games/1/correct/"


def sent(managing: Client, game: Game, typed: dict[str, Any], step: str, status: int = 200) -> str:
    answer = managing.post(address(game), {**typed, "step": step}, follow=True)
    assert answer.status_code == status
    return answer.content.decode()


def exchanged(managing: Client, game: Game) -> dict[str, Any]:
    """Both slips open, each with what the other had."""
    page = shown(address(game), managing)
    for place in (FIRST, THIRD):
        page = sent(managing, game, filled(page, "order"), f"open:{place}")
    typed = filled(page, "order")
    assert (typed[f"{FIRST}:flags"], typed[f"{THIRD}:flags"]) == ("14", "10")
    return typed | {f"{FIRST}:flags": "10", f"{THIRD}:flags": "14"}


def kept() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Report, Certification, LedgerEntry, Slip))


def test_the_slips_are_corrected_where_they_were_wrong(cast: Cast, managing: Client, certified: Game) -> None:
    before = kept()
    page = shown(address(certified), managing)
    assert '"days"' not in page, "no JSON to be read by people"
    assert "No slips have been changed yet." in page
    typed = exchanged(managing, certified)
    page = sent(managing, certified, typed, "look")
    assert "What would change" in page
    assert page.count('<span class="badge warn">changed</span>') == 2
    assert "Who is affected" in page
    assert kept() == before
    page = sent(managing, certified, {**filled(page, "order"), **ORDER}, "send")
    assert "Version 2 is certified" in page
    assert page.index("<b>Team 3</b>") < page.index("<b>Team 1</b>")
    reports, certified_versions, entries, slips = before
    assert kept() == (reports + 1, certified_versions + 1, entries + 8, slips + 2)
    folder = folder_of(Game.objects.get(pk=certified.pk))
    assert not folder.unsigned
    assert record_so_far(folder)["totals"] == [10, 12, 14]
    assert shown(address(certified), managing).count("corrected by order") == 3
    slip = shown(f"/events/{certified.event.slug}/slips/{FIRST}/", signed_in(cast.director))
    assert "Corrected because: Ruling 7 of 2025: Two counts were exchanged." in slip


@pytest.mark.both_databases
def test_an_order_sent_twice_counts_once(managing: Client, certified: Game) -> None:
    typed = {**exchanged(managing, certified), **ORDER}
    sent(managing, certified, typed, "send")
    after = kept()
    assert "Version 2 is certified" in sent(managing, certified, typed, "send")
    assert kept() == after


def test_what_was_typed_is_there_again_whatever_is_refused(managing: Client, certified: Game) -> None:
    typed = exchanged(managing, certified)
    page = sent(managing, certified, typed, "send", 422)
    assert "Name the ruling or appeal" in page
    assert filled(page, "order") == typed
    unreadable = {**typed, f"{FIRST}:flags": "many", **ORDER}
    for step in ("look", "send"):
        page = sent(managing, certified, unreadable, step, 422)
        assert "is a whole number" in page[page.index(f'id="slip-{FIRST}"') : page.index(f'"slip-{THIRD}"')]
        assert filled(page, "order") == unreadable
    assert Slip.objects.filter(version__gt=1).count() == 0


def test_what_the_check_finds_stands_beside_its_slip_and_stops_the_order(
    managing: Client, certified: Game
) -> None:
    typed = {**exchanged(managing, certified), f"{THIRD}:flags": "15", **ORDER}
    page = sent(managing, certified, typed, "check")
    assert "37" in page, "flags that add up to one more than there are"
    assert "is not settled" in sent(managing, certified, typed, "send", 409)
    assert "Version 2" in sent(managing, certified, {**typed, "settled_because": "One was found."}, "send")


def test_a_slip_is_left_as_it_was_and_the_record_can_still_be_sent(managing: Client, certified: Game) -> None:
    typed = exchanged(managing, certified)
    page = sent(managing, certified, typed, f"leave:{FIRST}")
    left = filled(page, "order")
    assert f"{FIRST}:flags" not in left
    assert left[f"{THIRD}:flags"] == "14"
    record = shown(f"{address(certified)}?by=record", managing)
    assert '"days"' in record
    assert f'<a href="{address(certified)}">Correct the slips instead</a>' in record
    by_record = {name: value for name, value in filled(record, "form").items() if name != "file"}
    managing.post(f"{address(certified)}?by=record", {**by_record, **ORDER, "step": "send"})
    whole = shown(address(certified), managing)
    assert "sent as a whole" in whole
    assert '"days"' in whole


def test_a_slip_that_was_corrected_meanwhile_is_not_written_over(managing: Client, certified: Game) -> None:
    typed = {**exchanged(managing, certified), **ORDER}
    late = {**typed, "key": "another", f"{FIRST}:flags": "12", f"{THIRD}:flags": "12"}
    sent(managing, certified, typed, "send")
    page = sent(managing, certified, late, "send", 409)
    assert "was corrected in the meantime" in page
    assert filled(page, "order") == late
