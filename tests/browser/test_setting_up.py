"""An empty installation set up in German in Chromium: a wrong code, a latecomer, a law in force.

`test_first_evening` goes the same way in English, and on to a certified event; `test_founded_at_once` has two
browsers race.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.setting_up import empty_site, found_authority, open_with, person_on

AUTHORITY = {"name": "Whist-Verband Arden", "short_name": "WVA", "contact_email": "post@whist.example"}
LEVELS = ["beschränkt", "offen", "Sonderveranstaltung", "Endrunde und Trostrunde einer Serie"]
TYPES = ["Vereinsspiel", "Turnier"]
pytestmark = pytest.mark.browser


def test_from_the_code_to_a_law_in_force(browser: Browser, tmp_path: Path) -> None:
    with empty_site(tmp_path) as (site, code):
        page, latecomer = (person_on(browser, site, "de-DE", "Europe/Vienna") for _browser in range(2))
        page.goto("/results/")
        expect(page.locator("h1")).to_have_text("Diese Seite ist noch nicht eingerichtet")
        page.goto("/set-up/?code=AAAA-AAAA-AAAA-AAAA")
        page.locator("main button").click()
        expect(page.locator("main")).to_contain_text(re.compile("Vergleichen Sie ihn.* 9 Versuche"))
        for opened in (page, latecomer):
            open_with(opened, code)
        expect(page.locator("[name=time_zone]")).to_have_value("Europe/Vienna")
        expect(page.locator("[name=currency]")).to_have_value("EUR")
        expect(page.locator("select[name=language]")).to_have_value("de")
        page.fill("[name=time_zone]", "Europe/Zurich")
        expect(page.locator("[name=currency]")).to_have_value("CHF")
        page.fill("[name=currency]", "EUR")
        page.fill("[name=time_zone]", "Europe/Berlin")
        expect(page.locator("[name=currency]")).to_have_value("EUR")
        page.locator("main button").click()
        expect(page.locator(".wrong").first).to_be_visible()
        expect(page.locator("[name=time_zone]")).to_have_value("Europe/Berlin")
        found_authority(page, AUTHORITY)
        expect(page.locator("h1")).to_have_text("Ihre Regeln, Punkte und Gebühren")
        expect(page.locator("body > header")).to_contain_text("Whist-Verband Arden")
        expect(page.locator("main")).to_contain_text("Sonderveranstaltung, Vereinsspiel")
        expect(page.locator("main")).to_contain_text("15,0 (davon 3,0 blau); 9,0 (davon 1,5 blau)")
        page.locator("button[value=adopt]").click()
        page.wait_for_url("**/set-up/people/")
        page.goto("/rules/levels/")
        expect(page.locator("ul.lines .title")).to_have_text([*LEVELS, *TYPES])
        page.goto("/set-up/")
        expect(page.locator("ol.lines a.title").first).to_have_text("Ein Amtierender Schiedsrichter")
        latecomer.locator("main button").click()
        expect(latecomer).to_have_url(re.compile("/login/"))
        page.context.close()
        latecomer.context.close()
