"""What cannot be undone, reached on purpose in Chromium: it is asked once, on a page that says what follows.

Each way begins where somebody comes to it, leads to the question, and answers that it is meant.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from random import Random

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from sanctioning.kit.clock import noon, today
from sanctioning.law.examples import EXAMPLE_ARTICLES
from sanctioning.law.models.versions import Articles
from sanctioning.law.services.versions import draft_law
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.rosters.services.rosters import compile_roster
from scoring.series.services.places import settle_places
from tests.browser.next_page import follow
from tests.cast import MARCH, Cast, _person, certified, make_cast, open_table, sanctioned_event
from tests.sanctioning.accounts.passkeys import passkey_of
from tests.scoring.series.test_series import played
from tests.support.appeals import appealed, before_the_college, bench_of, decided, ruling_in
from tests.support.phones import fits
from tests.support.play import drawn_table, play
from tests.support.team_events import rules_of, signed_in
from tests.support.votes import charged, opened
from tests.tournaments.tables.splitting import MORE, split_in
from tournaments.calls.services.calls import call_executor
from tournaments.entries.services.check_in import settle_entry_fee
from tournaments.entries.services.entered_lists import enter_list
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.justice.appeals.services.college import answer_motion, move_decision
from tournaments.justice.votes.services.ballots import answer_vote
from tournaments.tables.services.seating import wait_at_table
from tournaments.tables.services.table_links import make_link

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]

GAME = "/events/spring-whoopie/games/1/"
FINAL = "This cannot be undone."


@dataclass(frozen=True)
class Way:
    """From `begins`, which makes what is needed and gives the page, by `taps` to the question."""

    role: str
    begins: Callable[[Cast], str]
    taps: Callable[[Page], None]
    follows: str
    answer: str


def a_full_event_of_today(cast: Cast) -> str:
    event = sanctioned_event(cast, at=noon(today()))
    Event.objects.filter(pk=event.pk).update(capacity=3)
    for person in cast.players[:4]:
        enter_event(by=cast.director, event=event, person=person, late_for="Came to the door.")
    return f"/events/{event.slug}/manage/"


def a_table_of_today(cast: Cast) -> str:
    event = sanctioned_event(cast, at=noon(today()))
    for person in cast.players[:4]:
        enter_event(by=cast.director, event=event, person=person, at=noon(today()))
    open_table(cast, event, cast.players[:4], at=noon(today()))
    return f"/events/{event.slug}/manage/"


def the_floor_of_today(cast: Cast) -> str:
    return a_table_of_today(cast).replace("/manage/", "/floor/")


def an_entered_list(cast: Cast) -> str:
    event = sanctioned_event(cast, at=noon(today()))
    enter_list(by=cast.director, event=event, people=cast.players[:3], late_for="Came to the door.")
    return f"/events/{event.slug}/manage/list/"


def a_drawn_table(cast: Cast) -> str:
    drawn_table(cast, cast.players[:4])
    return f"{GAME}table/"


def a_linked_table(cast: Cast) -> str:
    make_link(by=cast.director, game=drawn_table(cast, cast.players[:4]), at=MARCH)
    return f"{GAME}table/"


def a_table_in_play(cast: Cast) -> str:
    play(cast, drawn_table(cast, cast.players[:4]), 1, Random(1))
    return f"{GAME}table/"


def a_group(cast: Cast) -> str:
    more = [_person(cast.managing, "Z", name, cast.club, f"{name.lower()}@example.org") for name in MORE]
    game = drawn_table(cast, [*cast.players[:8]])
    play(cast, game, 5, Random(1))
    for person in more[:2]:
        wait_at_table(by=cast.director, game=game, person=person, at=MARCH)
    split_in(cast, game)
    return "/events/spring-whoopie/games/1B/table/"


def a_vote(cast: Cast) -> str:
    players = cast.players[:4]
    game = drawn_table(cast, players)
    vote = opened(cast, charged(game, players[0], players[1]), players[0], "find-chaotic-action")
    answer_vote(by=players[0], vote=vote, answer="aye", at=MARCH)
    return f"{GAME}votes/{vote.pk}/"


def a_roll_call(cast: Cast) -> str:
    players = cast.players[:4]
    game = drawn_table(cast, players)
    vote = opened(cast, charged(game, players[0], players[1]), players[0], "find-chaotic-action")
    for voter in players[:3]:
        answer_vote(by=voter, vote=vote, answer="aye", at=MARCH)
    return f"{GAME}votes/{vote.pk}/"


def a_table_that_charges(cast: Cast) -> str:
    drawn_table(cast, cast.players[:4])
    return f"{GAME}violations/"


def a_charge(cast: Cast) -> str:
    players = cast.players[:4]
    violation = charged(drawn_table(cast, players), players[0], players[1])
    return f"{GAME}violations/{violation.pk}/demand/?motion=find-chaotic-action"


def a_decided_appeal(cast: Cast) -> str:
    bench_of(cast)
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    this_appeal = appealed(cast, ruling_in(cast, game))
    decided(this_appeal, "upheld", at=noon(today()))
    return f"/appeals/{this_appeal.number}/"


def a_motion_of_the_college(cast: Cast) -> str:
    bench = bench_of(cast)
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    step = before_the_college(cast, ruling_in(cast, game))
    motion = move_decision(
        by=bench.college[0].person, step=step, decision="overturned", reasons="Not so.", at=MARCH
    )
    for member in bench.college[1:3]:
        answer_motion(by=member.person, motion=motion, answer="aye", at=MARCH)
    return f"/appeals/{step.appeal.number}/"


def a_call(cast: Cast) -> str:
    call_executor(by=None, game=drawn_table(cast, cast.players[:4]), kind="score", at=MARCH)
    return f"{GAME}calls/"


def an_event_to_come(cast: Cast) -> str:
    event = sanctioned_event(cast, at=noon(today()) + dt.timedelta(days=9))
    return f"/events/{event.slug}/edit/"


def who_prepaid(cast: Cast) -> str:
    rules_of(cast, "bid-whist", "cardsharks")
    event = sanctioned_event(cast, format_slug="bid-whist", at=MARCH)
    event.entry_fee = Decimal(20)
    event.save(update_fields=["entry_fee"])
    before = MARCH - dt.timedelta(days=3)
    entry = enter_event(by=cast.director, event=event, person=cast.players[0], at=before)
    settle_entry_fee(by=cast.director, entry=entry, to="paid", at=before)
    return f"/events/{event.slug}/prepaid/"


def a_certificate(cast: Cast) -> str:
    event = sanctioned_event(cast, level="special-event", event_type="tournament", name="Arden Special")
    certified(cast, event, cast.players[:4])
    return f"/registrar/certificates/?paper={Certificate.objects.get().serial}"


def a_played_series(cast: Cast) -> str:
    return f"/series/{played(cast, ties='all', basis='places').slug}/"


def a_tied_series(cast: Cast) -> str:
    return f"/series/{played(cast).slug}/"


def a_place_of_a_series(cast: Cast) -> str:
    series = played(cast, ties="all", basis="places")
    settle_places(by=cast.director, series=series, at=MARCH + dt.timedelta(days=1))
    return f"/series/{series.slug}/"


def a_roster(cast: Cast) -> str:
    a_certificate(cast)
    compile_roster(by=cast.registrar, as_of=dt.date(2025, 5, 15), at=MARCH)
    return "/registrar/rosters/"


def a_draft(cast: Cast) -> str:
    draft = draft_law(
        by=cast.managing,
        law=Articles,
        title="Second version",
        body=EXAMPLE_ARTICLES,
        first_day=today() + dt.timedelta(days=1),
    )
    return f"/rules/versions/articles/{draft.reference}/"


def a_passkey(cast: Cast) -> str:
    assert cast.director.account is not None
    passkey_of(cast.director.account)
    return "/account/second-factor/"


def press(name: str) -> Callable[[Page], None]:
    return lambda page: follow(page.get_by_role("button", name=name, exact=True))


def fill(summary: str, label: str, button: str) -> Callable[[Page], None]:
    """Open what is folded, say why, and press."""

    def taps(page: Page) -> None:
        page.locator("summary", has_text=summary).click()
        page.get_by_label(label).filter(visible=True).fill("It has to be.")
        press(button)(page)

    return taps


def rule_that_ash_walked_out(page: Page) -> None:
    page.locator("summary", has_text="Somebody walked out of the current stanza").click()
    who = page.get_by_label("Who walked out")
    assert who.input_value() == "", "nobody is chosen before somebody is"
    who.select_option("A Ash")
    page.get_by_label("What happened").filter(visible=True).fill("It has to be.")
    press("Rule so")(page)


def press_first(begins: str) -> Callable[[Page], None]:
    return lambda page: follow(page.get_by_role("button", name=re.compile(f"^{begins}")).first)


def withdraw_ash_on_the_floor(page: Page) -> None:
    page.locator("#floor .chip", has_text="A Ash").click()
    page.locator("#panel").get_by_role("button", name="Withdraw from the event").click()


def charge_birch(page: Page) -> None:
    page.get_by_label("Who charges").select_option("A Ash")
    page.get_by_label("B Birch").check()
    page.get_by_label("What was done").fill("They sang.")
    press("Charge it")(page)


def demand_for_ash(page: Page) -> None:
    page.get_by_label("Who demands it").select_option("A Ash")
    press("Demand this vote")(page)


def show_a_recovery_code_and_remove(page: Page) -> None:
    """Whoever has a second factor shows it before they change it."""
    codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    page.get_by_label("Code").fill(codes[0])
    press("Continue")(page)
    follow(page.get_by_role("link", name="Rename or remove"))
    press("Remove the passkey")(page)


WAYS = {
    "Renew the link of game 1?": Way(
        "director", a_linked_table, press("Renew the link"), "no later link is the same", "Renew the link"
    ),
    "Withdraw the link of game 1?": Way(
        "director",
        a_linked_table,
        press("Withdraw the link"),
        "no later link is the same",
        "Withdraw the link",
    ),
    "Give game 1B up?": Way(
        "executor",
        a_group,
        fill("Give this group up", "The reason", "Give this group up"),
        "ranked where they last played",
        "Give this group up",
    ),
    "Rule that A Ash walked out?": Way(
        "executor",
        a_table_in_play,
        rule_that_ash_walked_out,
        "They can appeal.",
        "Rule so",
    ),
    "Close the game now?": Way(
        "director",
        a_table_in_play,
        press("Close the game"),
        "Only the Acting Executor can reopen it",
        "Close it anyway",
    ),
    "Call game 1 off?": Way(
        "director",
        a_drawn_table,
        fill("Call the game off", "The reason", "Call the game off"),
        "whoever sits or waits there is free",
        "Call the game off",
    ),
    "Give the place away?": Way(
        "director",
        a_full_event_of_today,
        press("Withdraw A Ash"),
        "is next on the waiting list and gets the place of A Ash",
        "Withdraw them",
    ),
    "Leave the table and withdraw?": Way(
        "director",
        a_table_of_today,
        press("Withdraw A Ash"),
        "Their seat is given up.",
        "Leave the table and withdraw",
    ),
    "Take this list back?": Way(
        "director", an_entered_list, press("Take it back"), "3 people are withdrawn", "Take the list back"
    ),
    "Answer this call?": Way(
        "executor", a_call, press_first("Answered"), "and it never changes", "Answer the call"
    ),
    "Note the last answer?": Way(
        "executor", a_roll_call, press_first("Aye"), "the vote closes with it", "Note it"
    ),
    "Charge B Birch with a violation?": Way(
        "executor", a_table_that_charges, charge_birch, "stays in the record of the game", "Charge them"
    ),
    "Demand this vote?": Way(
        "executor", a_charge, demand_for_ash, "or refuses it by rule", "Demand the vote"
    ),
    "Give up the next step?": Way(
        "player",
        a_decided_appeal,
        press("I will not take another step"),
        "You can no longer take this decision to the next office",
        "I will not take another step",
    ),
    "Count the motion now?": Way(
        "managing",
        a_motion_of_the_college,
        press("Count the motion now"),
        "can no longer answer then",
        "Count it now",
    ),
    "Close the vote now?": Way(
        "executor",
        a_vote,
        press("Close the vote"),
        "3 players have not answered and count as absent.",
        "Close the vote",
    ),
    "Cancel Spring Whoopie?": Way(
        "director",
        an_event_to_come,
        fill("Cancel the event", "The reason", "Cancel the event for this reason"),
        "Everyone entered is told the reason",
        "Cancel the event",
    ),
    "Draw now?": Way("director", who_prepaid, press_first("Draw from 1"), "cannot be repeated", "Draw"),
    "Mark certificate RPC-000001 of A Ash as mutilated?": Way(
        "registrar",
        a_certificate,
        fill("Mark the certificate as mutilated", "What is wrong with it", "Mark it"),
        "It can never be recorded.",
        "Mark it",
    ),
    "Replace certificate RPC-000001 of A Ash?": Way(
        "registrar",
        a_certificate,
        fill("Issue a replacement", "Why it is replaced", "Replace it, once"),
        "There is one replacement, never a second.",
        "Replace it",
    ),
    "Draw among those tied in Arden Series?": Way(
        "director",
        a_tied_series,
        press("Draw among those tied"),
        "nobody draws again",
        "Draw among those tied",
    ),
    "Give the places of Arden Series?": Way(
        "director",
        a_played_series,
        press("Give the places"),
        "No later result changes these places",
        "Give the places",
    ),
    "Decline the place of A Ash?": Way(
        "director",
        a_place_of_a_series,
        press("Decline the place of A Ash"),
        "The next in the order gets it at once.",
        "Decline the place",
    ),
    "Publish the Whoopie Roster as of 15 May 2025?": Way(
        "registrar",
        a_roster,
        press_first("Publish the"),
        "After that it never changes",
        "Publish the Whoopie Roster",
    ),
    "Remove the passkey My phone?": Way(
        "director",
        a_passkey,
        show_a_recovery_code_and_remove,
        "Nobody can sign in with it any more.",
        "Remove the passkey",
    ),
    "Adopt Second version": Way(
        "managing",
        a_draft,
        lambda page: follow(page.get_by_role("link", name="Review what it changes and adopt it")),
        "An adopted version is never edited.",
        "Adopt it permanently",
    ),
}

AGAIN = {
    "Leave the table and withdraw?": Way(
        "director",
        the_floor_of_today,
        withdraw_ash_on_the_floor,
        "their score stays as it is",
        "Leave the table and withdraw",
    ),
}
"""Questions that are asked in another place too."""

SAYS_WHO_CAN = {"Close the game now?", "Give the place away?", "Leave the table and withdraw?"}
"""These are not final: they say who can do something about it, and until when."""


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> BrowserContext:
    return browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844})


@pytest.mark.parametrize(("title", "way"), [*WAYS.items(), *AGAIN.items()])
def test_it_is_asked_once_and_done_when_that_is_meant(
    visitor: BrowserContext, live_server: LiveServer, title: str, way: Way
) -> None:
    cast = make_cast()
    begins = way.begins(cast)
    person: Person = cast.players[0] if way.role == "player" else getattr(cast, way.role)
    session = signed_in(person).cookies[settings.SESSION_COOKIE_NAME].value
    visitor.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    page = visitor.new_page()
    page.goto(f"{live_server.url}{begins}")
    way.taps(page)
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_text(way.follows)).to_be_visible()
    expect(page.get_by_text(FINAL)).to_have_count(0 if title in SAYS_WHO_CAN else 1)
    assert fits(page)
    follow(page.get_by_role("button", name=way.answer, exact=True))
    expect(page.get_by_role("heading", name=title)).to_have_count(0)
    page.close()
