"""The whole ladder on the demo season: a revoke ruled, appealed to Associate, Managing Executor and College,
overturned there by vote, and a Grand Master's certificate and degree gone in consequence, as one story.

The game is that of the demo season's scene `jubilee`, which no other test touches. People come by their
session; how one signs in others show.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scoring.demo.people import LOGINS
from tests.browser.next_page import follow
from tests.browser.tour import come_in
from tests.support.site import Site

pytestmark = pytest.mark.browser

NAME = "Jubilee of the Rules"
BENCH = [login.email for login in LOGINS if login.role in ("Associate Executor", "College")]
WHO_AND_WHAT = f"""
import json
from sanctioning.people.models.person import Person
from tournaments.justice.rulings.models import Ruling
people = Person.objects.filter(account__email__in={[login.email for login in LOGINS]!r})
names = {{person.account.email: person.name for person in people.select_related("account")}}
ruling = Ruling.objects.select_related("game__event").get(game__event__name={NAME!r})
master = ruling.game.certifications.get(current=True).standings.get(place=1).person
print(json.dumps([names, ruling.game.event.slug,
    f"{{ruling.game.number}}{{ruling.game.group}}", ruling.number, master.number, master.name]))
"""


@dataclass
class Judges:
    """Everybody with a page of his own, signed in; and what is appealed."""

    browser: Browser
    site: Site
    names: dict[str, str]
    ruling: str
    master: tuple[str, str]
    pages: dict[str, Page] = field(default_factory=dict)

    def page(self, email: str) -> Page:
        if email not in self.pages:
            context: BrowserContext = self.browser.new_context(base_url=self.site.url, locale="en-GB")
            self.pages[email] = context.new_page()
            come_in(self.pages[email], self.site, email)
        return self.pages[email]

    def named(self, name: str) -> str:
        return next(email for email, known in self.names.items() if known == name)


@pytest.fixture
def judges(browser: Browser, site: Site) -> Iterator[Judges]:
    facts = json.loads(site.do(WHO_AND_WHAT).strip().splitlines()[-1])
    names, slug, game, number, *master = facts
    people = Judges(
        browser,
        site,
        names,
        f"/events/{slug}/games/{game}/rulings/{number}/",
        (master[0], master[1]),
    )
    yield people
    for page in people.pages.values():
        page.context.close()


def test_a_revoke_goes_up_the_whole_ladder_and_takes_a_grand_master_with_it(judges: Judges) -> None:
    rival, managing = judges.page("appellant@demo.example"), judges.page("managing@demo.example")
    rival.goto(f"/players/{judges.master[0]}/")
    expect(rival.get_by_text("Grand Master").first).to_be_visible()
    rival.goto(judges.ruling.partition("rulings/")[0])
    rival.get_by_role("link", name="1 ruling").click()
    rival.get_by_role("link", name="Ruling 1: A revoke").click()
    expect(rival.get_by_text("loses 4 points.")).to_be_visible()
    follow(rival.get_by_role("link", name="Appeal against this ruling"))
    rival.get_by_label("Your grounds").fill("What I laid was a spade, and I had no heart.")
    follow(rival.get_by_role("button", name="Take the appeal"))
    case = rival.url.removeprefix(judges.site.url)
    first = judges.named(judge_on(rival))
    sees_what_would_change(judges.page(first), case, judges.master[1])
    for judge, office in ((judges.page(first), "Managing Executor"), (managing, "College of Executors")):
        upholds(judge, case)
        goes_on(rival, case, office)
    mover, *others = (judges.page(email) for email in BENCH if email != first)
    the_college_overturns(mover, others, case)
    the_story_is_told(rival, case, judges.master)
    hall_knows_it(rival, judges)


def judge_on(page: Page) -> str:
    """Who decides the step that waits, as the appeal says it."""
    heading = page.get_by_text(re.compile(" decides as .+ by ")).inner_text()
    return heading.partition(" decides as ")[0]


def sees_what_would_change(judge: Page, case: str, master: str) -> None:
    judge.goto(f"{case}effects/")
    would = judge.get_by_role("region", name="Overturned")
    line = would.locator("li").filter(has_text=master)
    expect(line).to_contain_text("The degree of Grand Master of Whoopie is withdrawn.")
    expect(line).to_contain_text("A certificate for 100.0 points is issued.")
    first = judge.get_by_role("group", name="Who called attention to it first", exact=True)
    first.get_by_role("radio", name="the player themselves").check()
    judge.get_by_role("button", name="Show what would change").click()
    expect(judge.get_by_role("region", name="Varied, by these facts")).to_contain_text("loses 1 point.")
    expect(judge.get_by_role("button", name="Give the decision")).to_be_visible()


def upholds(judge: Page, case: str) -> None:
    judge.goto(case)
    judge.get_by_label("Upheld").check()
    judge.get_by_label("Reasons").first.fill("Two saw the heart.")
    judge.get_by_role("button", name="Give the decision").click()
    expect(judge.get_by_text("The decision is given.")).to_be_visible()


def goes_on(rival: Page, case: str, office: str) -> None:
    rival.goto(case)
    rival.get_by_text("Take it to the next office").click()
    rival.get_by_label("Your grounds").fill("They saw the next trick, not this one.")
    rival.get_by_role("button", name="Appeal further").click()
    expect(rival.locator(".ladder li.now")).to_contain_text(office)


def the_college_overturns(mover: Page, others: list[Page], case: str) -> None:
    mover.goto(case)
    mover.get_by_label("Overturned").check()
    mover.get_by_label("Reasons").first.fill("Nobody saw the card itself.")
    mover.get_by_role("button", name="Put it to the College").click()
    expect(mover.get_by_text("1 member has answered. The quorum is 3.")).to_be_visible()
    count = mover.get_by_role("button", name="Count the motion now")
    expect(count).to_have_count(0)
    for member in others[:2]:
        member.goto(case)
        member.get_by_role("button", name="Aye", exact=True).click()
        expect(member.get_by_text("Your answer is saved.")).to_be_visible()
    mover.goto(case)
    count.click()
    mover.get_by_role("button", name="Count it now").click()
    expect(mover.get_by_text("3 of 3 who sit; 2 are needed.").first).to_be_visible()


def the_story_is_told(reader: Page, case: str, master: tuple[str, str]) -> None:
    reader.goto(case)
    reader.get_by_role("link", name="Everything that followed").click()
    rungs = reader.locator(".ladder > li")
    expect(rungs).to_have_count(5)
    for rung, word in enumerate(("Ruling", "upheld", "upheld", "overturned", "What followed")):
        expect(rungs.nth(rung)).to_contain_text(word)
    line = reader.locator("li li").filter(has_text=master[1])
    expect(line).to_contain_text(re.compile(r"Certificate RPC-\d+ is void\."))
    expect(line).to_contain_text(re.compile(r"Certificate RPC-\d+ for 100\.0 points is issued\."))
    expect(line).to_contain_text("The degree of Grand Master of Whoopie is withdrawn.")
    expect(reader.get_by_role("link", name=re.compile("version 2 of its result"))).to_be_visible()
    reader.get_by_role("link", name="Ruling 1", exact=True).click()
    expect(reader.get_by_role("heading", name="This ruling was overturned on appeal")).to_be_visible()


def hall_knows_it(reader: Page, judges: Judges) -> None:
    """Results, points and the case book, for everybody."""
    reader.goto(f"/players/{judges.master[0]}/")
    expect(reader.get_by_text("Senior Master").first).to_be_visible()
    reader.goto("/rulings/?section=II%2FRevokes")
    case = reader.locator("tr").filter(has_text="a club was played to it")
    expect(case.get_by_text("overturned")).to_be_visible()
