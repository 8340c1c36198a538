"""The page of the rules: all four sections, the newcomer's first, and nothing that is out of date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from sanctioning.law.whoopie_in_words import worked_example
from tests.cast import Cast

ROOT = Path(__file__).parents[3]
# Of the address under the text of 1966, which the text itself calls out of date.
OLD_ADDRESS = ("Tempe", "Maple Avenue", "North Park", "Arizona")

pytestmark = pytest.mark.django_db


def page_of(client: Client) -> str:
    answer = client.get("/rules/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_four_sections_stand_in_their_order(client: Client) -> None:
    page = page_of(client)
    headings = re.findall(r'<h2 id="section-(\d)">(\w+) ·', page)
    assert headings == [("1", "I"), ("2", "II"), ("3", "III"), ("4", "IV")]
    assert "For a first evening the first is enough" in page
    assert "on the dealer’s right cuts" in page


def test_the_worked_example_is_drawn_and_won_by_e(client: Client) -> None:
    example = worked_example()
    assert (example.winner, example.cards[-1].trump) == ("E", "C")
    page = page_of(client)
    trick = page[page.index('class="plays"') : page.index('class="trick-result"')]
    drawn = re.findall(r'<svg class="card [^>]*aria-label="([^"]+)"', trick)
    assert drawn == [
        *("king of spades", "eight of diamonds", "jack of hearts", "jack of spades"),
        *("queen of spades", "jack of clubs", "ace of spades"),
    ]
    assert "<strong>E</strong> takes the trick" in page


def test_whose_rules_they_are(client: Client, cast: Cast) -> None:
    page = page_of(client)
    assert "18 April 1966, by the Managing Executor" in page
    assert "J. D. Wexler, 1966" in page
    assert f"<dd>{cast.rule_set.title}</dd>" in page


def test_questions_go_to_the_address_of_today(client: Client, settings: LazySettings) -> None:
    settings.CONTACT = ""
    assert "has not given an address" in page_of(client)
    settings.CONTACT = "The Registrar | 7 Mill Lane, Arden | registrar@example.org"
    page = page_of(client)
    assert "The Registrar<br>7 Mill Lane, Arden<br>registrar@example.org</address>" in page
    assert "stamped envelope addressed to yourself" in page


def test_the_old_address_is_printed_nowhere(client: Client) -> None:
    folders = [ROOT / "templates", ROOT / "scoring", ROOT / "tournaments", ROOT / "sanctioning"]
    texts = [
        path.read_text()
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in (".html", ".py")
    ]
    for text in [page_of(client), *texts]:
        assert not any(part in text for part in OLD_ADDRESS)


def test_every_page_leads_to_the_rules(client: Client) -> None:
    front = client.get("/").content.decode()
    assert '<a href="/rules/">The rules</a>' in front[front.index("<footer") :]


def test_limits_and_degrees_come_from_the_law(client: Client) -> None:
    page = page_of(client)
    limits = re.findall(r'<th scope="row">(\d+)</th><td class="n">(\d+)</td>', page)
    assert ("3", "17") in limits
    assert ("10", "5") in limits
    assert '<th scope="row">Champion</th><td class="n">1000</td><td class="n blue">200</td>' in page
