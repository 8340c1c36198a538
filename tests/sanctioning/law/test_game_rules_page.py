"""The rules of each game on their page: the same points as on its printed sheet, and the version in force."""

from __future__ import annotations

import datetime as dt
from html import unescape

import pytest
from django.test import Client

from sanctioning.kit.rule_sheets import RULE_SHEETS
from sanctioning.law.models.versions import RuleSet
from sanctioning.law.services.versions import adopt_law, draft_law
from tests.cast import JANUARY, Cast
from tests.support.papers import words_of
from tests.tournaments.slips.test_format_papers import seated
from tournaments.formats.display.registry import papers_of

pytestmark = pytest.mark.django_db


def page_of(game: str) -> str:
    answer = Client().get(f"/rules/games/{game}/")
    assert answer.status_code == 200
    return unescape(answer.content.decode())


@pytest.mark.parametrize("game", ["bid-whist", "columbus-whist", "military-whist"])
def test_every_point_of_a_game_stands_on_its_page(game: str) -> None:
    page, sheet = page_of(game), RULE_SHEETS[game]
    for section in sheet.sections:
        assert f">{section.title}</h2>" in page
        for point in section.points:
            assert str(point.words) in page
            assert str(point.rule) in page
    assert str(sheet.end) in page
    assert "if a printed sheet differs from this page, this page applies" in page
    assert "No version is in force" in page
    assert f'href="/rules/games/{game}/"' in Client().get("/rules/").content.decode()


def test_the_page_says_which_version_is_in_force_and_what_is_amended(cast: Cast) -> None:
    draft = draft_law(
        by=cast.managing,
        law=RuleSet,
        slug="columbus-here",
        format_slug="columbus-whist",
        title="Columbus as amended",
        first_day=dt.date(2026, 2, 1),
        body={"sections": ["10", "41"], "amendments": [{"section": "10", "text": "Ten minutes here."}]},
        at=JANUARY,
    )
    assert "Columbus as amended" not in page_of("columbus-whist")
    adopt_law(by=cast.managing, version=draft, at=JANUARY)
    page = page_of("columbus-whist")
    for words in ("Columbus as amended", "since 1 February 2026", "10, 41", "Ten minutes here."):
        assert words in page


def test_paper_and_page_say_the_same_and_the_event_leads_to_it(cast: Cast) -> None:
    game, paper = seated(cast), papers_of("military-whist")["courtesies"]
    printed = " ".join(" ".join(words_of(paper.draw(paper.read(game), "Papers", "identifier"))).split())
    for section in RULE_SHEETS["military-whist"].sections:
        for point in section.points:
            assert " ".join(point.words.split()[:4]) in printed
    event = Client().get(f"/events/{game.event.slug}/").content.decode()
    assert 'href="/rules/games/military-whist/"' in event


def test_of_no_such_game_there_is_no_page() -> None:
    assert Client().get("/rules/games/chess/").status_code == 404
