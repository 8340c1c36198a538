"""Correcting a certified result by order: the grid of the sheet, what would change, and what then stands."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.test import Client

from rules_engine.whoopie.check.game import check_bytes
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.messages.models import Message
from sanctioning.templatetags.saas import minus
from scoring.ledger.models.ledger import LedgerEntry
from scoring.results.models import Certification
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.support.filled_form import filled
from tests.support.justice import no_call, puts_in, ruled
from tests.support.play import drawn_table, play
from tournaments.reports.models.report import Report
from tournaments.tables.services.closing import close_game

PAGE = "/events/arden-special/games/1/correct/"
ORDER = {"ruling": "Ruling 7 of 2025", "why": "The last bid was written down wrong."}


@pytest.fixture
def managing(season: Cast, sign_in: SignIn) -> Client:
    return sign_in(season.managing)


def form_on(page: str) -> dict[str, Any]:
    return filled(page, "paper-sheet")


def test_the_sheet_comes_in_its_own_grid_and_an_unchanged_one_changes_nothing(
    managing: Client, season: Cast
) -> None:
    page = managing.get(PAGE).content.decode()
    assert "&quot;stanzas&quot;" not in page, "no JSON to be read by people"
    sent = form_on(page)
    report = Report.objects.get()
    stanzas = report.stanzas.count()
    assert sent["rows"] == str(stanzas)
    seen = managing.post(PAGE, {**sent, **ORDER, "step": "look"}).content.decode()
    assert "What would change" in seen
    assert "Nobody's place, score or points would change." in seen
    assert Report.objects.count() == 1


def test_what_would_change_is_shown_and_nothing_of_it_kept(managing: Client, season: Cast) -> None:
    before = kept()
    typed = swapped(form_on(managing.get(PAGE).content.decode()))
    seen = managing.post(PAGE, {**typed, "step": "look"})
    page = seen.content.decode()
    assert seen.status_code == 200
    assert "What would change" in page
    assert re.search(r"Changed: stanza\W+\d+", page)
    assert "Who is affected" in page
    assert kept() == before
    assert form_on(page)["ruling"] == ""
    done = managing.post(PAGE, {**form_on(page), **ORDER, "step": "send"}, follow=True).content.decode()
    assert "Version 2 is certified" in done
    now = Certification.objects.get(current=True)
    assert check_bytes(bytes(now.report.record)).ok
    cards = [body for body in now.report.stanzas.order_by("number") if "tricks" in body.body]
    assert len(cards) == now.report.stanzas.count() - 1, "the stanzas that were not changed keep their cards"


@pytest.mark.both_databases
def test_a_correction_without_its_order_keeps_what_was_typed(managing: Client, season: Cast) -> None:
    typed = swapped(form_on(managing.get(PAGE).content.decode()))
    refused = managing.post(PAGE, {**typed, "step": "send"})
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "Name the ruling or appeal" in page
    own = {"form_key": "", **ORDER, "step": "send"}
    assert {**form_on(page), **own} == {**typed, **own}


def test_errors_that_stop_a_correction_are_named(managing: Client, season: Cast) -> None:
    typed = form_on(managing.get(PAGE).content.decode())
    cells = [name for name in typed if name.startswith("bid-1-")]
    refused = managing.post(PAGE, {**typed, **dict.fromkeys(cells, "9"), **ORDER, "step": "look"})
    page = refused.content.decode()
    assert refused.status_code == 409
    refusal = page[page.index('id="refusal"') :].split("</form>")[0]
    assert "are not settled" in refusal
    assert "Stanza 1" in refusal
    assert Report.objects.count() == 1


def kept() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Report, Certification, LedgerEntry, Job, Message))


def swapped(typed: dict[str, Any]) -> dict[str, Any]:
    """Somebody who made a stanza took in it what another took, and failed; the latest where that can be."""
    results = [name for name in typed if name.startswith("made-")]
    high, other = next(
        (high, other)
        for high in reversed(results)
        for other in results
        if other.split("-")[1] == high.split("-")[1]
        and typed[high] == typed[high.replace("made", "bid", 1)] != typed[other]
    )
    return {**typed, high: typed[other], other: typed[high]}


def test_who_left_is_corrected_in_the_grid(managing: Client, season: Cast) -> None:
    typed = form_on(managing.get(PAGE).content.decode())
    last, leaver = typed["rows"], season.players[3]
    left = {"change-0-before": last, "change-0-player": leaver.number, "change-0-kind": "leaves"}
    page = managing.post(PAGE, {**typed, **left, "step": "check"}).content.decode()
    shown = form_on(page)
    cells = [f"{field}-{last}-{leaver.number}" for field in ("bid", "made")]
    for cell in cells:
        assert re.search(rf'<input name="{cell}"[^>]* readonly', page), "the cells of who is gone are closed"
        assert shown[cell] == typed[cell], "and keep what was typed, should they have stayed after all"
    assert shown["change-0-player"] == leaver.number
    assert Report.objects.count() == 1
    nobody = {**left, "change-0-before": "1"}
    page = managing.post(PAGE, {**typed, **nobody, "step": "look"}).content.decode()
    assert "from the second on" in page
    assert form_on(page)["change-0-before"] == "1"


def test_a_sheet_that_a_ruling_amended_has_its_grid_as_the_table_reported_it(
    cast: Cast, sign_in: SignIn
) -> None:
    game = drawn_table(cast, cast.players[:4], stanzas=3)
    play(cast, game, 3, Random(5))
    ruled(cast, game, puts_in(2, no_call(cast.players[0].number)))
    close_game(by=cast.director, game=game, at=MARCH)
    confirm_result(by=cast.players[1], game=game, at=MARCH)
    certify_result(by=cast.executor, game=game, at=MARCH)
    client, address = sign_in(cast.managing), f"/events/{game.event.slug}/games/1/correct/"
    typed = form_on(client.get(address).content.decode())
    assert (typed["rows"], typed["incident-0-kind"]) == ("3", "")
    follows = client.get(address).context["view"].standing
    stands = Certification.objects.get(current=True).report.check_document["ranking"]
    assert [score for _place, _name, score in follows] == [minus(score) for _place, _player, score in stands]
    seen = client.post(address, {**typed, **ORDER, "step": "look"}).content.decode()
    assert "Nobody's place, score or points would change." in seen, "what was ruled is put in once"
