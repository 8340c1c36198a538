"""The way of a Letter: from the carried vote to signatures, sealed paper, case and decision."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.tour import come_in
from tests.support.own_letter import ACT, own_letter
from tests.support.site import Site

pytestmark = pytest.mark.browser
MANAGING, EXECUTOR = "managing@demo.example", "executor@demo.example"
NAME = "An Evening That Went Wrong"
PRESS = 120_000
"""Milliseconds that the worker of a loaded machine may take to load its press and seal a paper."""


def test_from_the_carried_vote_to_the_decision(browser: Browser, site: Site) -> None:
    stage = own_letter(site, NAME)

    @contextmanager
    def signed_in(email: str, path: str) -> Iterator[Page]:
        with browser.new_context(base_url=site.url, reduced_motion="reduce") as context:
            page = context.new_page()
            come_in(page, site, email)
            page.goto(path)
            yield page

    with signed_in(stage.drafter, stage.vote) as drafter:
        drafter.get_by_role("link", name="Draft the Letter").click()
        drafter.get_by_label("The complaint").fill("He did it twice.")
        drafter.get_by_role("button", name="Draft the Letter").click()
        expect(drafter.get_by_text("Those who voted are asked to sign")).to_be_visible()
        expect(drafter.get_by_text(ACT)).to_be_visible()
        drafter.get_by_role("button", name="Sign the Letter").click()
        expect(drafter.get_by_text("You have signed the Letter.")).to_be_visible()
        letter = drafter.url.removeprefix(site.url)
    with signed_in(stage.signer, "/me/waiting/") as signer:
        signer.locator("#waits-letters-to-sign .names a").click()
        signer.get_by_role("button", name="Sign the Letter").click()
        expect(signer.get_by_role("button", name="Sign the Letter")).to_have_count(0)
    with signed_in(EXECUTOR, letter) as executor:
        executor.get_by_role("button", name="Has signed on paper").click()
        expect(executor.get_by_text("nobody can change or delete it")).to_be_visible()
        paper = executor.get_by_role("link", name="The sealed document (PDF)")
        expect(paper).to_be_visible(timeout=PRESS)
        sealed = executor.request.get(f"{site.url}{paper.get_attribute('href')}")
        assert sealed.headers["content-type"] == "application/pdf"
        assert sealed.body().startswith(b"%PDF")
    with signed_in(MANAGING, letter) as managing:
        managing.get_by_role("link", name="Open a disciplinary case").click()
        expect(managing.get_by_label("The charge")).to_have_value("He did it twice.")
        own = managing.get_by_label("Judge").locator("option", has_text="Managing Executor").first
        managing.get_by_label("Judge").select_option(own.get_attribute("value"))
        managing.get_by_role("button", name="Open the case").click()
        managing.get_by_text("Set a hearing", exact=True).click()
        managing.get_by_label("Day and hour").fill("2099-05-04T19:30")
        managing.get_by_label("Place", exact=True).fill("Town Hall, upstairs")
        managing.get_by_role("button", name="Set the hearing").click()
        managing.get_by_text("Move it").click()
        managing.get_by_label("Day and hour").first.fill("2099-05-05T19:30")
        managing.get_by_role("button", name="Move the hearing").click()
        expect(managing.get_by_role("heading", name="Docket")).to_be_visible()
        expect(managing.locator("#hearings + ul")).to_contain_text("5 May 2099, 19:30")
        expect(managing.get_by_role("button", name="Decide the case")).to_have_count(0)
        case = managing.url.removeprefix(site.url)
        with signed_in(stage.accused, "/me/waiting/") as accused:
            accused.locator("#waits-charges .names a").click()
            accused.get_by_label("Your answer to the charge").fill("It slipped.")
            accused.get_by_role("button", name="Answer the charge").click()
            expect(accused.get_by_text("Your answer is in the docket.")).to_be_visible()
            managing.goto(case)
            expect(managing.get_by_text("It slipped.")).to_be_visible()
            managing.get_by_text("Cancel it").click()
            managing.get_by_label("The reason").fill("Nothing is disputed.")
            managing.get_by_role("button", name="Cancel the hearing").click()
            expect(managing.get_by_text("None is set.")).to_be_visible()
            managing.get_by_label("Outcome").select_option("reprimand")
            managing.get_by_role("textbox", name="Reasons").fill("Once is enough.")
            managing.get_by_role("button", name="Decide the case").click()
            expect(managing.get_by_text("The case is decided. Those concerned are told.")).to_be_visible()
            accused.reload()
            expect(accused.get_by_role("heading", name="Decision")).to_be_visible()
            expect(accused.get_by_text("Once is enough.").first).to_be_visible()
