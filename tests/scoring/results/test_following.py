"""Every figure of a published roster is followed by its links, as anybody may.

From the line to the entries of the ledger, from each to its certificate and placing, to the stanzas of the
game, and to the rule.
"""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from django.test import Client, TestCase
from django.utils.html import escape

from sanctioning.identity.names import leads_to_a_page, public_name
from sanctioning.people.models.person import Person
from tests.support.season import demo_season

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("demo")]

LINE = re.compile(r'href="(/rosters/[\d-]+/players/([\w-]+)/)"[^>]*>([\d.,]+)</a></td><td[^>]*>([\d.,–-]*)')
ENTRY = re.compile(r'<th scope="row"><a href="(/ledger/\d+/)"')
BOOKED = re.compile(r'<p class="lead">(.*?) recorded to')
FIGURE = re.compile(r"−?\d[\d,]*\.\d")
CERTIFICATE = re.compile(r"<dt>Certificate</dt><dd>(RPC-\d{6}) (.*?)</dd>")
PLACING = re.compile(r'<dt>Placing</dt><dd>(\w+?)(?:, shared)?, with a score of .*?href="([^"]+)"')
STANZAS = re.compile(r'<dt>Stanzas</dt><dd><a href="([^"]+)#stanzas"')
STANZA = re.compile(r'href="(/events/[\w-]+/games/\w+/stanzas/\d+/)"')
RULE = re.compile(r'<dt>Rule</dt><dd><a href="([^"#]+)#(section-4)"')


def figures(text: str) -> list[Decimal]:
    return [Decimal(figure.replace(",", "").replace("−", "-")) for figure in FIGURE.findall(text)]


class TestFollowing(TestCase):
    pages: dict[str, str]

    def setUp(self) -> None:
        self.pages = {}

    @classmethod
    def setUpTestData(cls) -> None:
        assert demo_season()

    def page(self, address: str) -> str:
        """What anybody sees there, looked at once."""
        if address not in self.pages:
            answer = Client().get(address)
            assert answer.status_code == 200, address
            self.pages[address] = answer.content.decode()
        return self.pages[address]

    def link(self, pattern: re.Pattern[str], page: str) -> re.Match[str]:
        match = pattern.search(page)
        assert match is not None, pattern.pattern
        return match

    def test_two_published_rosters_to_their_stanzas_and_rules(self) -> None:
        rosters = sorted(set(re.findall(r'href="(/rosters/\d{4}-\d\d-\d\d/)"', self.page("/rosters/"))))
        followed = [self.follow_roster(roster) for roster in rosters[:2]]
        assert min(followed) >= 8
        assert any("/stanzas/" in address for address in self.pages)

    def follow_roster(self, roster: str) -> int:
        """Follow each line that has points; gives how many."""
        lines = {line[1]: line for line in LINE.findall(self.page(roster))}
        counted = 0
        for address, number, points, blue in lines.values():
            printed = (*figures(points), *figures(blue))
            if printed[0] == 0:
                continue
            page = self.page(address)
            entries = ENTRY.findall(page)
            sums = [self.follow_entry(entry, number) for entry in entries]
            total = sum((part[0] for part in sums), Decimal("0.0"))
            of_blue = sum((part[1] for part in sums), Decimal("0.0"))
            assert (total, of_blue) == (printed[0], printed[1] if len(printed) > 1 else Decimal("0.0")), (
                address
            )
            counted += 1
        return counted

    def follow_entry(self, address: str, number: str) -> tuple[Decimal, Decimal]:
        """From an entry to certificate, placing, stanzas and rule; gives the points that it books."""
        page = self.page(address)
        certificate, state = self.link(CERTIFICATE, page).groups()
        place, version = self.link(PLACING, page).groups()
        name = public_name(Person.objects.get(number=number))
        shown = f'<a href="/players/{number}/">{escape(name)}</a>' if leads_to_a_page(name) else escape(name)
        placed = re.search(
            rf"<td>{place}(?: <span[^>]*>shared</span>)?</td><th[^>]*>{re.escape(shown)}</th>",
            self.page(version),
        )
        assert placed, version
        game = self.page(self.link(STANZAS, page).group(1))
        assert 'id="stanzas"' in game
        assert 'id="stanza-1"' in game
        if "recorded" in state:
            assert certificate in game
        for replay in STANZA.findall(game)[:1]:
            assert "Stanza" in self.page(replay)
        rules, section = self.link(RULE, page).groups()
        assert f'id="{section}"' in self.page(rules)
        points, *blue = figures(re.sub("<[^>]+>", " ", self.link(BOOKED, page).group(1)))
        return points, blue[0] if blue else Decimal("0.0")
