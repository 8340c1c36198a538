"""What other sites and search engines are given: frames, oEmbed, structured data, the sitemap and files."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from sanctioning.authority.services import describe_authority
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.installation.selectors import authority_of
from sanctioning.people.models.person import Person, Publicity
from scoring.sharing import site_files
from tests.cast import MARCH, Cast, sanctioned_event
from tests.fixtures import SignIn
from tests.support.play import drawn_table
from tournaments.events.models.event import Event

pytestmark = pytest.mark.both_databases

LOC = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"


@pytest.fixture
def event(season: Cast) -> Event:
    return Event.objects.get(name="Arden Special")


def addresses_in(client: Client, path: str) -> list[str]:
    return [str(loc.text) for loc in ElementTree.fromstring(client.get(path).content).iter(LOC)]


def structured(page: str) -> dict[str, Any]:
    scripts = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    [thing] = [json.loads(script) for script in scripts]
    return dict(thing)


class TestFrames:
    def test_a_board_is_shown_in_the_frame_of_any_site_and_loads_nothing_else(self, cast: Cast) -> None:
        event = sanctioned_event(cast)
        drawn_table(cast, cast.players[:4], event=event)
        answer = Client().get(f"/embed/events/{event.slug}/board/")
        policy = answer["Content-Security-Policy"]
        assert "frame-ancestors *" in policy
        assert "default-src 'none'" in policy
        assert "X-Frame-Options" not in answer
        page = answer.content.decode()
        assert f'hx-get="/events/{event.slug}/live/"' in page
        assert "<form" not in page
        assert Client().get(f"/events/{event.slug}/live/")["X-Frame-Options"] == "DENY"

    def test_results_have_the_places_of_each_certified_game(self, season: Cast, event: Event) -> None:
        page = Client().get(f"/embed/events/{event.slug}/results/").content.decode()
        assert page.count('<th scope="row">') == 4
        assert '<base target="_blank">' in page
        waiting = sanctioned_event(season, name="Later")
        assert (
            "No result is certified yet"
            in Client().get(f"/embed/events/{waiting.slug}/results/").content.decode()
        )

    def test_the_card_of_a_player_shows_a_stranger_the_same_as_the_player(
        self, season: Cast, sign_in: SignIn
    ) -> None:
        player = season.players[0]
        address = f"/embed/players/{player.number}/"
        seen = Client().get(address).content
        assert player.name in seen.decode()
        assert sign_in(player).get(address).content == seen

    def test_who_is_not_listed_has_no_card(self, season: Cast, sign_in: SignIn) -> None:
        player = season.players[0]
        Person.objects.filter(pk=player.pk).update(publicity=Publicity.NUMBER)
        for client in (Client(), sign_in(player)):
            assert client.get(f"/embed/players/{player.number}/").status_code == 404


class TestOEmbed:
    @pytest.mark.parametrize(
        ("page", "frame"),
        [
            ("/events/{slug}/", "/embed/events/{slug}/results/"),
            ("/events/{slug}/live/", "/embed/events/{slug}/board/"),
            ("/players/{number}/", "/embed/players/{number}/"),
        ],
    )
    def test_a_page_leads_to_its_frame(self, season: Cast, event: Event, page: str, frame: str) -> None:
        names = {"slug": event.slug, "number": season.players[0].number}
        shown = Client().get(page.format(**names)).content.decode()
        linked = re.search(r'type="application/json\+oembed"\s+href="http://testserver([^"]+)"', shown)
        assert linked
        told = Client().get(linked[1].replace("&amp;", "&")).json()
        assert (told["version"], told["type"]) == ("1.0", "rich")
        assert f'src="http://testserver{frame.format(**names)}"' in told["html"]
        assert Client().get(frame.format(**names)).status_code == 200

    def test_a_frame_is_no_larger_than_asked(self, event: Event) -> None:
        asked = {"url": f"/events/{event.slug}/", "maxwidth": "300", "maxheight": "200"}
        told = Client().get("/oembed/", asked).json()
        assert (told["width"], told["height"]) == (300, 200)
        assert 'width="300" height="200"' in told["html"]

    @pytest.mark.parametrize("size", ["wide", "0", "-5", "1.5", ""])
    def test_what_is_no_size_is_refused(self, event: Event, size: str) -> None:
        answer = Client().get("/oembed/", {"url": f"/events/{event.slug}/", "maxwidth": size})
        assert (answer.status_code, "1 or more" in answer.content.decode()) == (400, True)

    @pytest.mark.parametrize(
        "address",
        ["", "https://elsewhere.example/events/x/", "/rosters/", "/nowhere/", "/events/none/", "http://["],
    )
    def test_of_what_cannot_be_shown_it_says_so(self, cast: Cast, address: str) -> None:
        assert Client().get("/oembed/", {"url": address}).status_code == 404

    def test_there_is_no_other_format(self, event: Event) -> None:
        asked = {"url": f"/events/{event.slug}/", "format": "xml"}
        assert Client().get("/oembed/", asked).status_code == 501


class TestStructuredData:
    def test_an_event_says_when_where_and_for_how_much(self, season: Cast, event: Event) -> None:
        Event.objects.filter(pk=event.pk).update(description="</script><script>alert(1)</script>")
        thing = structured(Client().get(f"/events/{event.slug}/").content.decode())
        assert (thing["@type"], thing["name"]) == ("Event", "Arden Special")
        assert thing["organizer"]["name"] == season.club.name
        assert thing["eventStatus"] == "https://schema.org/EventScheduled"
        assert thing["description"].startswith("</script>")
        assert thing["offers"]["priceCurrency"] == "GBP"

    def test_a_certified_game_says_who_came_where(self, season: Cast, event: Event) -> None:
        thing = structured(Client().get(f"/events/{event.slug}/games/1/").content.decode())
        places = thing["subjectOf"]["itemListElement"]
        assert [place["position"] for place in places] == [1, 2, 3, 4]
        assert {place["item"]["name"] for place in places} == {player.name for player in season.players[:4]}

    def test_a_game_in_play_says_nothing(self, cast: Cast) -> None:
        game = drawn_table(cast, cast.players[:4])
        page = Client().get(f"/events/{game.event.slug}/games/{game.number}/").content.decode()
        assert "ld+json" not in page


class TestSitemap:
    def test_it_names_what_everybody_may_open(self, season: Cast, event: Event) -> None:
        client = Client()
        files = addresses_in(client, "/sitemap.xml")
        assert "http://testserver/sitemaps/games.xml" in files
        listed = [address for file in files for address in addresses_in(client, file)]
        assert len(listed) == len(set(listed))
        for address in (f"/events/{event.slug}/", f"/events/{event.slug}/games/1/", "/help/"):
            assert f"http://testserver{address}" in listed
        for address in listed:
            assert client.get(address).status_code == 200, address

    def test_who_is_not_listed_is_not_in_it(self, season: Cast) -> None:
        Person.objects.filter(pk=season.players[0].pk).update(publicity=Publicity.NUMBER)
        players = addresses_in(Client(), "/sitemaps/players.xml")
        assert not any(season.players[0].number in address for address in players)
        assert any(season.players[1].number in address for address in players)


class TestFiles:
    def test_search_engines_are_led_to_the_sitemap_and_kept_from_what_is_not_theirs(self, cast: Cast) -> None:
        text = Client().get("/robots.txt").content.decode()
        assert "Disallow: /api/\n" in text
        assert text.endswith("Sitemap: http://testserver/sitemap.xml\n")

    def test_nothing_of_a_demo_is_for_search_engines(self, cast: Cast) -> None:
        Installation.objects.update_or_create(defaults={"demo": True})
        assert Client().get("/robots.txt").content.decode() == "User-agent: *\nDisallow: /\n"

    def test_the_manifest_has_the_name_of_the_authority(
        self, cast: Cast, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        row = describe_authority(by=cast.managing, name="Northern Whist League", short_name="NWL", at=MARCH)
        monkeypatch.setattr(site_files, "authority", lambda: authority_of(row))
        answer = Client().get("/site.webmanifest")
        assert answer["Content-Type"] == "application/manifest+json"
        assert (answer.json()["name"], answer.json()["short_name"]) == ("Northern Whist League", "NWL")
        [icon] = answer.json()["icons"]
        assert Client().get(icon["src"]).status_code == 200
        assert '<link rel="manifest" href="/site.webmanifest">' in Client().get("/").content.decode()
