"""Votes at a table of four: by two phones and a roll call that is taken by keyboard, and by four phones."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Request, Route, expect

from scoring.demo.people import PASSWORD
from tests.browser.next_page import follow
from tests.browser.tour import come_in
from tests.support.site import Site

pytestmark = pytest.mark.browser

THREE_SECONDS = 3_500
MAKE = f"""
import json
from sanctioning.accounts.models.account import Account
from tests.support.own_event import make
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.rounds.services.draws import draw_cards
from tournaments.games.services.games import seat_players
make("Vote Evening")
first, second = Game.objects.filter(event__name="Vote Evening").order_by("number")[:2]
director = Account.objects.get(email="director@demo.example").person
seat_players(by=director, game=first, people=[second.players.get(seat=1).person])
draw_cards(by=director, game=first, seed="votes")
people = []
for player in first.players.select_related("person").order_by("seat"):
    person = player.person
    if person.account is None:
        person.account = Account.objects.create_user(person.number + "@votes.example", {PASSWORD!r})
        person.save(update_fields=["account"])
    people.append([person.number, person.name, person.account.email])
print(json.dumps([first.event.slug, people]))
"""


@pytest.fixture(scope="module")
def table(site: Site) -> tuple[str, list[tuple[str, str, str]]]:
    """The address of the game, and number, name and e-mail address of each of four players."""
    slug, people = json.loads(site.do(MAKE).strip().splitlines()[-1])
    return f"/events/{slug}/games/1/", [tuple(person) for person in people]


def device(browser: Browser, site: Site, email: str, width: int = 360) -> Page:
    context: BrowserContext = browser.new_context(
        base_url=site.url, viewport={"width": width, "height": 800}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.clock.install()
    come_in(page, site, email)
    return page


def demanded(page: Page, game: str, accused: str, kind: str, motion: str) -> str:
    """The address of a vote that a player charges and demands at his table."""
    page.goto(f"{game}table/")
    follow(page.get_by_role("link", name="Charge a violation, demand a vote"))
    page.get_by_label("What it was").select_option(kind)
    page.get_by_label(accused).check()
    page.get_by_label("What was done").fill("He threw his cards about the room.")
    follow(page.get_by_role("button", name="Charge it"))
    follow(page.get_by_role("button", name="Charge them"))
    follow(page.get_by_role("link", name=re.compile(f"^{motion}")))
    follow(page.get_by_role("button", name="Demand this vote"))
    page.get_by_role("button", name="Demand the vote").click()
    expect(page.get_by_text("Not opened yet")).to_be_visible()
    return page.url


def test_a_chaotic_act_is_voted_on_by_phones_and_by_a_roll_call_from_the_keys(
    browser: Browser, site: Site, table: tuple[str, list[tuple[str, str, str]]]
) -> None:
    game, people = table
    (_number, _name, email), (_accused, accused, _mail), (_third, _called, third), _fourth = people
    ash, cedar = device(browser, site, email), device(browser, site, third)
    executor = device(browser, site, "executor@demo.example", 1280)
    vote = demanded(ash, game, accused, "chaotic-action", "The act was chaotic").removeprefix(site.url)
    executor.goto("/me/waiting/")
    follow(executor.locator("#waits-votes-to-hold").get_by_role("link", name="Vote Evening").first)
    follow(executor.get_by_role("button", name="Open the vote"))
    ash.clock.run_for(THREE_SECONDS)
    expect(ash.get_by_text("3 ayes of 4 are needed.")).to_be_visible()
    assert ash.evaluate("document.documentElement.scrollWidth") == 360
    cedar.goto(vote)
    for page in (ash, cedar):
        page.get_by_role("button", name="Aye", exact=True).click()
        expect(page.get_by_text("Your answer is saved.")).to_be_visible()
    ash.clock.run_for(THREE_SECONDS)
    expect(ash.get_by_text("2 of 4 have answered.")).to_be_visible()
    executor.goto(vote)
    for key, left in (("n", 3), ("a", 4)):
        expect(executor.get_by_role("button", name="Aye (a)")).to_be_focused()
        executor.keyboard.press(key)
        if left == 3:
            executor.keyboard.press(key)  # too soon: the page does not ask for the next yet
        if left == 4:
            executor.get_by_role("button", name="Note it").click()
        expect(executor.locator(".roll .said:not(.none)")).to_have_count(left)
    expect(executor.get_by_text("Carried: 3 ayes; ¾ of the 4 current players is 3.")).to_be_visible()
    for page in (ash, cedar):
        page.clock.run_for(THREE_SECONDS)
        expect(page.get_by_text("Carried: 3 ayes; ¾ of the 4 current players is 3.")).to_be_visible()
    for page in (ash, cedar, executor):
        page.context.close()


def starts_a_page(request: Request) -> bool:
    return request.is_navigation_request() and request.redirected_from is None


def test_a_page_that_is_to_load_itself_again_waits_for_the_form_that_was_sent(
    browser: Browser, site: Site, table: tuple[str, list[tuple[str, str, str]]]
) -> None:
    game, people = table
    player = device(browser, site, people[0][2])
    vote = demanded(player, game, people[1][1], "chaotic-action", "The act was chaotic")
    player.context.close()
    executor = device(browser, site, "executor@demo.example", 1280)
    held: list[tuple[Route, APIResponse]] = []
    visits: list[Request] = []
    executor.route("**/open/", lambda route: held.append((route, route.fetch(max_redirects=0))))
    executor.on("request", lambda request: visits.append(request))
    executor.goto(vote)
    visits.clear()
    with executor.expect_response(lambda answer: "hx-refresh" in answer.headers):
        executor.get_by_role("button", name="Open the vote").click(no_wait_after=True)
    while not held:
        executor.wait_for_timeout(20)
    form, answer = held[0]
    with executor.expect_navigation(url=vote):
        form.fulfill(response=answer)
    expect(executor.get_by_text("3 ayes of 4 are needed.")).to_be_visible()
    assert [visit.method for visit in visits if starts_a_page(visit)] == ["POST"]
    executor.context.close()


def test_four_phones_vote_and_the_last_answer_closes_for_good(
    browser: Browser, site: Site, table: tuple[str, list[tuple[str, str, str]]]
) -> None:
    game, people = table
    phones = [device(browser, site, email) for _number, _name, email in people]
    vote = demanded(phones[0], game, people[1][1], "intentional-revoke", "The revoke was intentional")
    executor = device(browser, site, "executor@demo.example", 1280)
    executor.goto(vote)
    follow(executor.get_by_role("button", name="Open the vote"))
    for page in (executor, phones[0]):
        # The phone that demanded it loads the page again, and would break off a visit to it.
        expect(page.get_by_text("3 ayes of 4 are needed.")).to_be_visible()
    for answered, (phone, answer) in enumerate(zip(phones, ("Aye", "No", "Aye", "Aye"), strict=True)):
        phone.goto(vote)
        expect(phone.get_by_text("3 ayes of 4 are needed.")).to_be_visible()
        expect(phone.get_by_text(f"{answered} of 4 have answered.")).to_be_visible()
        follow(phone.get_by_role("button", name=answer, exact=True))
    carried = "Carried: 3 ayes; ⅔ of the 4 current players is 3."
    for page in (*phones, executor):
        page.clock.run_for(THREE_SECONDS)
        expect(page.get_by_text(carried)).to_be_visible()
        page.reload()
        expect(page.get_by_text(carried)).to_be_visible()
        for gone in ("Aye", "No", "Close the vote"):
            expect(page.get_by_role("button", name=gone)).to_have_count(0)
        page.context.close()
