"""The guides as pages of the site."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.html import escape

from sanctioning.help.guides import FOLDER, GUIDES, guide, guide_in
from sanctioning.search.selectors import found_everywhere

pytestmark = pytest.mark.django_db
TRANSLATED = sorted(path.stem for path in (FOLDER / "de").glob("*.md"))
ID = re.compile(r'id="([^"]+)"')


@pytest.mark.parametrize("slug", GUIDES)
def test_every_guide_is_a_page_whose_links_lead_somewhere(client: Client, slug: str) -> None:
    page = client.get(f"/help/{slug}/").content.decode()
    assert f'<h1 lang="en">{escape(guide(slug).title)}</h1>' in page
    ids = ID.findall(page)
    assert len(ids) == len(set(ids))
    for address in re.findall(r'<a href="([^"]+)"', guide(slug).body):
        path, _hash, anchor = address.partition("#")
        answer = client.get(path)
        assert answer.status_code == 200, address
        assert not anchor or anchor in ID.findall(answer.content.decode()), address


def test_what_leads_to_no_page_stays_as_words(client: Client) -> None:
    assert "[`asking_first`]" in (FOLDER / "undo.md").read_text()
    body = guide("undo").body
    assert "<code>asking_first</code>" in body
    assert "sanctioning/kit" not in body


def test_the_text_of_a_guide_is_no_markup(client: Client) -> None:
    assert "<script" not in "".join(guide(slug).body for slug in GUIDES)


def test_only_guides_are_pages(client: Client) -> None:
    for slug in ("operator", "refusals", "..", "nothing"):
        assert client.get(f"/help/{slug}/").status_code == 404


def test_a_german_reader_is_told_which_guides_are_in_english(client: Client) -> None:
    for path in ("/help/", "/help/api/"):
        assert "auf Englisch" in client.get(path, headers={"Accept-Language": "de"}).content.decode()
        for english in ("en", "en-GB"):
            page = client.get(path, headers={"Accept-Language": english}).content.decode()
            assert "in English" not in page


@pytest.mark.parametrize("slug", TRANSLATED)
def test_a_german_guide_has_the_parts_of_the_english_one(client: Client, slug: str) -> None:
    page = client.get(f"/help/{slug}/", headers={"Accept-Language": "de"}).content.decode()
    assert f'<h1 lang="de">{escape(guide_in("de", slug).title)}</h1>' in page
    assert "auf Englisch" not in page
    paths = [[passage.path for passage in guide_in(language, slug).passages] for language in ("en", "de")]
    assert paths[0] == paths[1]
    links = [re.findall(r'href="([^"]+)"', guide_in(language, slug).body) for language in ("en", "de")]
    assert links[0] == links[1]


def test_a_german_reader_finds_a_passage_by_german_words(client: Client) -> None:
    page = client.get("/search/", {"q": "Schlussblatt Schriftführer"}, headers={"Accept-Language": "de"})
    assert "/help/scorekeepers/#who-it-is-that-reports" in page.content.decode()


@pytest.mark.parametrize(
    ("typed", "title", "path"),
    [
        ("withdraw restore line", "Entries and the door", "/help/undo/#entries-and-the-door"),
        ("how do i split a table", "The floor", "/help/directors/#the-floor"),
        ("calendar app", "Your dates", "/help/players/#your-dates"),
        ("mutilated", "Recording certificates", "/help/registrars/#recording-certificates"),
        ("mutilaetd", "Recording certificates", "/help/registrars/#recording-certificates"),
    ],
)
def test_a_passage_is_found_at_its_place(client: Client, typed: str, title: str, path: str) -> None:
    [found] = [kind for kind in found_everywhere(asker=None, text=typed).kinds if kind.kind == "help"]
    assert (title, path) in [(hit.title, hit.path) for hit in found.hits]
    page, _hash, anchor = path.partition("#")
    assert anchor in ID.findall(client.get(page).content.decode())
