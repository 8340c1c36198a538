"""From a call of the table to a ruling whose effect is seen before it is kept, and at the table after."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.next_page import follow
from tests.browser.tour import come_in
from tests.support.own_event import own_event
from tests.support.site import Site

pytestmark = pytest.mark.browser
MAKE = "from tests.browser.test_rulings import play_and_call; play_and_call({slug!r})"


def test_a_call_is_ruled_and_the_running_score_follows(site: Site, page: Page) -> None:
    event = own_event(site, "Whoopie of the rulings")
    site.do(MAKE.format(slug=event.slug))
    come_in(page, site, "executor@demo.example")
    table = f"/events/{event.slug}/games/1/table/"
    page.goto(table)
    before = page.locator("tfoot td").all_inner_texts()
    page.goto("/executor/")
    call = page.locator("li").filter(has_text="Whoopie of the rulings").filter(has_text="followed no suit")
    follow(call.get_by_role("link", name="Rule on this"))
    page.get_by_label("Search").last.fill("follow suit")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("link", name="A misdeal")).to_have_count(0)
    page.get_by_role("link", name="A revoke").click()
    page.get_by_role("textbox", name="Trick", exact=True).fill("1")
    page.get_by_role("group", name="Who did not follow suit").get_by_role("radio").first.check()
    page.get_by_label("The wrong card").first.fill("9c")
    page.get_by_role("radio", name="hearts").check()
    expect(page.get_by_label("The player held a card of the suit led")).to_be_checked()
    page.get_by_role("radio", name="another player").check()
    effect = page.locator(".rule-effect")
    expect(effect).to_contain_text("loses 4 points.")
    expect(page.get_by_label("What happened", exact=True)).to_have_value("He followed no suit.")
    page.get_by_label("Why it is ruled so").fill("The card lies there.")
    page.get_by_role("button", name="Save this ruling").click()
    expect(page.get_by_role("heading", name="Ruling 1", exact=True)).to_be_visible()
    page.goto(table)
    expect(page.get_by_role("heading", name="What was decided here")).to_be_visible()
    after = page.locator("tfoot td").all_inner_texts()
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) == 1
    assert int(changed[0][0].replace("−", "-")) - int(changed[0][1].replace("−", "-")) == 4


def play_and_call(slug: str) -> None:
    """Within the site: the cards are drawn, a stanza is reported without its cards, and a player calls."""
    from tests.support.play import body_for
    from tournaments.calls.services.calls import call_executor
    from tournaments.games.models import Game
    from tournaments.rounds.services.draws import draw_cards
    from tournaments.tables.selectors.table import table_of_game
    from tournaments.tables.services.stanzas import report_stanza

    game = Game.objects.get(event__slug=slug, number=1)
    caller = game.players.order_by("seat")[0].person
    draw_cards(by=caller, game=game, seed="rulings")
    now = table_of_game(game=Game.objects.get(pk=game.pk), asker=caller)
    assert now is not None
    body = body_for(now, {})
    report_stanza(by=caller, game=game, number=1, body=body, idempotency_key=f"{slug}/1")
    call_executor(by=caller, game=game, kind="irregularity", about="He followed no suit.", stanza=1)
