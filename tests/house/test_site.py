"""The site as `make run` starts it, seen from outside."""

from __future__ import annotations

import os
import subprocess

import pytest
from playwright.sync_api import Page

from tests.support.processes import ROOT
from tests.support.site import Site

pytestmark = pytest.mark.slow


def test_it_answers_and_says_that_it_is_well(site: Site) -> None:
    assert site.get("/health/") == (200, b"well\n")


def test_it_says_where_it_is(site: Site) -> None:
    assert f"The site is at {site.url}/" in site.process.said()


def test_a_second_start_on_the_same_folder_is_refused_with_a_sentence(site: Site) -> None:
    second = subprocess.run(
        ["python3", "-m", "deploy.start"],
        cwd=ROOT,
        env={**os.environ, "SAAS_VAR": str(site.var)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert second.returncode == 1
    assert second.stdout.strip() == f"The site runs already, at {site.url}/."


@pytest.mark.browser
def test_a_visitor_can_come_to_the_sign_in_page(page: Page) -> None:
    page.goto("/admin/login/")
    assert page.get_by_role("button", name="Log in").is_visible()
