"""The director's floor: what it shows of each table, what it asks for, and what he does there."""

from __future__ import annotations

import datetime as dt
import html
import re
from random import Random

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from sanctioning.kit.clock import noon, today
from sanctioning.kit.waiting.registry import holder_of, waiting_for
from sanctioning.offices.models.office import Office
from sanctioning.terms.services import appoint
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import MARCH, Cast, open_table, record_of, registered_event, reported, sanctioned_event
from tests.fixtures import SignIn
from tests.scoring.results.test_live_pages import many_tables
from tests.support.play import drawn_table, play, random_body, report, table
from tests.tournaments.directing.test_beginning_rounds import seated
from tests.tournaments.directing.test_floor import evening, seats
from tournaments.calls.models import Call
from tournaments.calls.services.calls import call_executor
from tournaments.directing.selectors.floor import Floor, floor_of, floor_stamp, ruled_tables
from tournaments.directing.services.beginning_rounds import begin_round
from tournaments.directing.services.moving_players import place_player
from tournaments.directing.views.checklists import Item, before_closing, before_start
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.entries import enter_event
from tournaments.entries.services.restoring import restore_entry
from tournaments.events.models.event import Event
from tournaments.events.services.events import apply_for_sanction
from tournaments.executors.services.appointing import appoint_for_event
from tournaments.games.models import Game
from tournaments.games.services.games import open_game
from tournaments.rounds.services.draws import draw_cards
from tournaments.tables.services.authorisations import name_scorekeeper
from tournaments.tables.services.closing import close_game

FLOOR = "/events/spring-whoopie/floor/"
PART = {"HX-Request": "true", "HX-Target": "floor"}


def needs(floor: Floor) -> list[tuple[str, ...]]:
    return [table.needs for table in floor.tables]


def wanting(items: tuple[Item, ...]) -> dict[str, list[str]]:
    return {item.title: [missing.what for missing in item.missing] for item in items if item.missing}


def ticked(items: tuple[Item, ...]) -> list[str]:
    return [item.title for item in items if item.done]


def test_the_floor_says_what_each_table_needs(cast: Cast) -> None:
    event = evening(cast)
    first = drawn_table(cast, cast.players[:4], event=event, stanzas=3)
    open_table(cast, event, cast.players[4:6])
    open_game(by=cast.director, event=event, planned={"stanzas": 9}, at=MARCH)
    begun = event.starts_at
    assert needs(floor_of(event, at=MARCH)) == [(), (), ("executor",)]
    play(cast, first, 2, Random(1))
    call_executor(by=None, game=first, kind="score", at=MARCH)
    assert needs(floor_of(event, at=begun)) == [
        ("call", "quiet"),
        ("too-few",),
        ("executor", "too-few"),
    ]
    play(cast, first, 1, Random(1))
    now = floor_of(event, at=MARCH)
    assert now.tables[0].needs == ("call", "over")
    assert [table.table.number for table in now.needing] == [1, 3]
    assert {player.name for player in now.free} == {player.name for player in cast.players[6:]}
    close_game(by=cast.director, game=first, sure=True, at=MARCH)
    assert floor_of(event, at=MARCH).tables[0].needs == ("call", "confirm")
    confirm_result(by=cast.players[0], game=first, at=MARCH)
    assert floor_of(event, at=MARCH).tables[0].needs == ("call", "certify")
    certify_result(by=cast.executor, game=first, at=MARCH)
    assert floor_of(event, at=MARCH).tables[0].needs == ("call",)


def test_a_table_of_a_round_without_its_draw_needs_somebody_before_it_begins(cast: Cast) -> None:
    event, round = seated(cast)
    before = MARCH - dt.timedelta(minutes=30)
    appoint_for_event(by=cast.managing, event=event, appointment=cast.executor_appointment, at=before)
    begin_round(by=cast.director, round=round, draw=False, at=before)
    assert [table.needs for table in floor_of(event, at=before).needing] == [("draw",), ("draw",)]


def test_of_those_that_need_somebody_the_running_ones_come_first(cast: Cast) -> None:
    event = evening(cast)
    over = drawn_table(cast, cast.players[:3], event=event)
    drawn_table(cast, cast.players[3:6], event=event)
    play(cast, over, 1, Random(1))
    close_game(by=cast.director, game=over, sure=True, at=MARCH)
    later = MARCH + dt.timedelta(days=1)
    assert [table.table.number for table in floor_of(event, at=later).needing] == [2, 1]


def test_whoever_also_appoints_is_led_from_the_floor_to_where_that_is_done(
    cast: Cast, sign_in: SignIn
) -> None:
    open_game(by=cast.director, event=evening(cast), planned={"stanzas": 9}, at=MARCH)
    place = "/events/spring-whoopie/executors/"
    assert place not in sign_in(cast.director).get(FLOOR).content.decode()
    appoint(
        by=cast.managing,
        person=cast.managing,
        office=Office.DIRECTOR,
        club=cast.club,
        first_day=MARCH.date(),
        at=MARCH,
    )
    floor = sign_in(cast.managing).get(FLOOR).content.decode()
    assert floor.count(f'href="{place}"') == 2, "on the card of the table and in the checklist"


def test_an_event_of_today_without_an_executor_waits_for_the_managing_executor(cast: Cast) -> None:
    def waiting() -> list[str]:
        everything = waiting_for(holder_of(cast.managing))
        return [line.name for waits in everything if waits.kind == "unruled-today" for line in waits.lines]

    sanctioned_event(cast, name="Next Week", at=noon(today()) + dt.timedelta(days=7))
    # It begins now, whatever time of day that is.
    event = sanctioned_event(cast, name="Tonight", at=timezone.now() - dt.timedelta(hours=2))
    assert waiting() == ["Tonight"]
    appoint_for_event(by=cast.managing, event=event, appointment=cast.executor_appointment)
    assert waiting() == []


def applied_for(cast: Cast, name: str) -> Event:
    event = registered_event(cast, name)
    apply_for_sanction(
        by=cast.director, event=event, level=cast.levels["open"], event_type=cast.types["club-game"], at=MARCH
    )
    return Event.objects.select_related("sanction").get(pk=event.pk)


@pytest.mark.both_databases
def test_the_checklists_name_what_is_missing_and_where_it_is_done(cast: Cast) -> None:
    event = applied_for(cast, "Bare Evening")
    bare = floor_of(event, at=MARCH)
    assert list(wanting(before_start(event, bare))) == [
        "The sanction is granted",
        "The players are there",
        "The tables are open",
        "Each game has an Acting Executor",
    ]
    for appoints, path in ((False, "manage/"), (True, "executors/")):
        unruled = next(
            item for item in before_start(event, bare, appoints=appoints) if "Acting" in item.title
        )
        [missing] = unruled.missing
        assert missing.what == "none is appointed to the event; the Managing Executor appoints one"
        assert missing.path == f"/events/{event.slug}/{path}"
    ready = sanctioned_event(cast, name="Tonight", at=noon(today()))
    appoint_for_event(by=cast.managing, event=ready, appointment=cast.executor_appointment)
    [ruled] = [item for item in before_start(ready, floor_of(ready, at=MARCH)) if "Acting" in item.title]
    assert (ruled.missing, ruled.ahead) == ((), True)
    assert ticked((*before_start(event, bare), *before_closing(event, bare))) == [], (
        "of nothing, nothing is done"
    )
    full = evening(cast)
    open_game(by=cast.director, event=full, planned={"stanzas": 9}, at=MARCH)
    game = drawn_table(cast, cast.players[:4], event=full)
    play(cast, game, 1, Random(1))
    call_executor(by=None, game=game, kind="score", at=MARCH)
    now = floor_of(full, at=MARCH)
    start = wanting(before_start(full, now))
    assert start.pop("Everyone who is here has a table") == [player.name for player in cast.players[4:]]
    assert start == {
        "Each game has an Acting Executor": ["Game 1"],
        "Three or more sit at each table": ["Game 1"],
        "Scorekeeper and First Dealer are drawn": ["Game 1"],
    }
    assert wanting(before_closing(full, now)) == {
        "Every game is closed": ["Game 1", "Game 2"],
        "Every call is answered": ["Game 2"],
        "A second person has confirmed each final sheet": ["Game 1", "Game 2"],
        "The Acting Executor has certified each game": ["Game 1", "Game 2"],
    }
    [draw] = next(item for item in before_start(full, now) if "drawn" in item.title).missing
    assert draw.path == "/events/spring-whoopie/games/1/draw/"


@pytest.mark.both_databases
def test_a_table_at_which_nobody_keeps_score_needs_its_executor(cast: Cast, sign_in: SignIn) -> None:
    event = evening(cast)
    game = drawn_table(cast, cast.players[:4], event=event)
    play(cast, game, 1, Random(1))
    keeps_score = "Scorekeeper and First Dealer are drawn"
    assert keeps_score in ticked(before_start(event, floor_of(event, at=MARCH)))
    Game.objects.filter(pk=game.pk).update(opening_draw=[])
    now = floor_of(event, at=MARCH)
    assert needs(now) == [("keeper",)]
    assert now.tables[0].urgent
    assert wanting(before_start(event, now))[keeps_score] == ["Game 1"]
    [ruled] = ruled_tables(event, cast.executor, at=MARCH)
    assert ruled.needs == ("keeper",)
    place = "/events/spring-whoopie/games/1/table/#rule"
    assert unkept_that_wait(cast) == [place]
    executor = sign_in(cast.executor)
    assert f'href="{place}"' in executor.get("/events/spring-whoopie/ruled/").content.decode()
    name_scorekeeper(
        by=cast.executor, game=game, player=cast.players[0].number, reason="He writes well.", at=MARCH
    )
    [named] = floor_of(event, at=MARCH).tables
    assert needs(floor_of(event, at=MARCH)) == [()]
    assert [seat.player for seat in named.table.seats if seat.keeps_score] == [cast.players[0].number]
    assert not unkept_that_wait(cast)


def unkept_that_wait(cast: Cast) -> list[str]:
    waits = waiting_for(holder_of(cast.executor))
    return [line.path for kind in waits if kind.kind == "scorekeepers" for line in kind.lines]


def test_not_all_is_well_while_somebody_who_is_here_has_no_table(cast: Cast, sign_in: SignIn) -> None:
    event = evening(cast)
    drawn_table(cast, cast.players[:-1], event=event)

    def head() -> str:
        now = floor_of(event, at=MARCH)
        shown = {"floor": now, "cards": now.tables, "needing": now.needing}
        return render_to_string("tournaments/directing/floor_head.html", shown)

    assert "Somebody has no table" in head()
    assert "All is well" not in head()
    assert "1 player who is here has no" in sign_in(cast.director).get(FLOOR).content.decode()
    place_player(by=cast.director, event=event, person=cast.players[-1], game=Game.objects.get(), at=MARCH)
    assert "All is well" in head()


def test_a_director_seats_moves_and_sends_home_and_takes_each_back(cast: Cast, sign_in: SignIn) -> None:
    event, client = evening(cast), sign_in(cast.director)
    first = open_table(cast, event, cast.players[:4])
    second = open_table(cast, event, cast.players[4:7])
    ash, ivy = cast.players[0], cast.players[8]
    panel = client.get(f"{FLOOR}?player={ash.number}").content.decode()
    assert "Move to" in panel
    client.post(f"{FLOOR}place/", {"player": ash.number, "game": "2"})
    assert ash.family_name in seats(second)
    shown = client.get(FLOOR).content.decode()
    assert f'action="{FLOOR}place/"' in shown
    assert "Undo" in shown
    client.post(f"{FLOOR}place/", {"player": ash.number, "game": "1"})
    assert seats(first)[-1] == "Ash"
    client.post(f"{FLOOR}place/", {"player": ivy.number, "game": "2"})
    asked = client.post(f"{FLOOR}withdraw/", {"player": ivy.number})
    assert asked.status_code == 409
    assert "Leave the table and withdraw?" in asked.content.decode()
    client.post(f"{FLOOR}withdraw/", {"player": ivy.number, "sure": "yes"})
    assert Entry.objects.get(event=event, person=ivy).state == "withdrawn"
    assert "Ivy" not in seats(second)
    client.post(f"{FLOOR}restore/", {"player": ivy.number})
    assert Entry.objects.get(event=event, person=ivy).state == "entered"
    wrong = client.post(f"{FLOOR}place/", {"player": ivy.number, "game": "77"})
    assert wrong.status_code == 422
    assert "There is no such table" in wrong.content.decode()
    splitting = drawn_table(cast, [cast.outsider, cast.registrar, cast.managing], event=event)
    Game.objects.filter(pk=splitting.pk).update(state=Game.State.SPLITTING)
    kept = client.post(f"{FLOOR}place/", {"player": ivy.number, "game": "3"}).content.decode()
    assert "This game is about to be split" in kept
    assert '<option value="3" selected>' in kept
    part = client.post(f"{FLOOR}place/", {"player": "W-1", "game": "2"}, headers=PART)
    assert (part.status_code, "No player has the number" in part.content.decode()) == (200, True)


@pytest.mark.both_databases
def test_an_undo_reads_in_the_readers_language_and_ends_once_it_is_refused(
    cast: Cast, sign_in: SignIn
) -> None:
    event, client = evening(cast), sign_in(cast.director)
    for sitting in (cast.players[:4], cast.players[4:7]):
        open_table(cast, event, sitting)
    hazel = cast.players[7]
    client.post(f"{FLOOR}place/", {"player": hazel.number, "game": "2"})
    page = client.get(FLOOR, headers={"Accept-Language": "de"}).content.decode()
    assert f"{hazel.name} sitzt jetzt an Partie 2." in page
    [form] = re.findall(r'<form class="undo".*?</form>', page, re.S)
    asked = dict(re.findall(r'name="(player|game|left_of|seat|now|then|since)" value="([^"]*)"', form))
    client.post(f"{FLOOR}place/", {"player": "W-1", "game": "2"})
    assert 'class="undo"' in client.get(FLOOR).content.decode()
    Game.objects.filter(event=event, number=2).update(state=Game.State.REPORTED)
    refused = client.post(f"{FLOOR}undo/", asked)
    assert (refused.status_code, "Game 2 is over: it is reported." in refused.content.decode()) == (409, True)
    assert 'class="undo"' not in client.get(FLOOR).content.decode()


def test_the_director_asks_for_a_split_and_programs_do_the_same(cast: Cast, sign_in: SignIn) -> None:
    event, client = evening(cast), sign_in(cast.director)
    drawn_table(cast, cast.players[:4], event=event)
    client.post(f"{FLOOR}ask-split/", {"game": "1"})
    assert Call.objects.get().kind == "seats"
    elm = cast.players[4]
    asked = {"player": elm.number, "game": "1"}
    answer = client.post(f"/api/v1{FLOOR}wait/", asked, "application/json").json()
    assert [waiting["player"] for waiting in answer["tables"][0]["waiting"]] == [elm.number]
    assert client.get(f"/api/v1{FLOOR}").json()["tables"][0]["needs"][0] == "call"
    assert Client().get(f"/api/v1{FLOOR}").status_code == 401
    assert sign_in(cast.players[0]).get(FLOOR).status_code == 403


def test_an_unchanged_floor_answers_304_and_three_hundred_tables_ask_no_more(
    cast: Cast, sign_in: SignIn
) -> None:
    event, client = sanctioned_event(cast), sign_in(cast.director)
    counts = []
    for tables in (3, 297):
        many_tables(cast, event, tables)
        with CaptureQueriesContext(connection) as asked:
            floor_of(event)
            floor_stamp(event)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 20
    stamp = floor_stamp(event, at=MARCH)
    assert floor_stamp(event, at=MARCH) == stamp
    call_executor(by=None, game=Game.objects.filter(event=event)[0], kind="score", at=MARCH)
    assert floor_stamp(event, at=MARCH) != stamp
    first = client.get(FLOOR, headers=PART)
    again = client.get(FLOOR, headers={**PART, "If-None-Match": first.headers["ETag"]})
    assert again.status_code in (200, 304)  # the minute may have turned


LINK = re.compile(r'href="(/events/[^"#]*)')


def links_on(client: Client, address: str) -> set[str]:
    return {html.unescape(link) for link in LINK.findall(client.get(address).content.decode())}


def test_no_link_of_the_floor_and_its_tables_leads_to_a_page_that_is_closed(
    cast: Cast, sign_in: SignIn
) -> None:
    """For the director, and for the Acting Executor of every game there."""
    event = evening(cast)
    played, waiting = (drawn_table(cast, cast.players[at : at + 3], event=event) for at in (0, 3))
    open_game(by=cast.director, event=event, planned={"stanzas": 9}, at=MARCH)
    body = random_body(table(cast, played), Random(1))
    report(cast, played, {**body, "dealer": body["bids"][0][0]})
    call_executor(by=None, game=played, kind="score", at=MARCH)
    play(cast, waiting, 1, Random(2))
    close_game(by=cast.director, game=waiting, sure=True, at=MARCH)
    where = "/events/spring-whoopie/"
    for person, begins in (
        (cast.director, {FLOOR, f"{where}manage/"}),
        (cast.executor, {where, f"{where}games/1/", f"{where}games/2/", f"{where}games/1/table/"}),
    ):
        client = sign_in(person)
        first = set.union(*(links_on(client, address) for address in begins))
        closed = {link: client.get(link).status_code for link in first}
        assert {link for link, status in closed.items() if status == 403} == set(), person.name
        assert len(first) > 5


def test_nothing_leads_to_a_page_that_is_for_everybody_before_the_event_is(
    cast: Cast, sign_in: SignIn
) -> None:
    """Applied for and not granted: its board, its projector and its date are shown to nobody yet."""
    applied_for(cast, "Winter Whoopie")
    director, where = sign_in(cast.director), "/events/winter-whoopie/"
    links = set.union(*(links_on(director, f"{where}{page}") for page in ("", "floor/", "manage/")))
    assert {link: director.get(link).status_code for link in links} == dict.fromkeys(links, 200)
    evening(cast)
    shown = set.union(*(links_on(director, address) for address in (FLOOR, "/events/spring-whoopie/")))
    assert {f"/events/spring-whoopie/{page}" for page in ("live/", "projector/", "event.ics")} <= shown


def test_a_table_that_has_not_begun_after_twenty_minutes_is_named(cast: Cast) -> None:
    event = evening(cast)
    drawn_table(cast, cast.players[:4], event=event)
    begins = event.starts_at
    assert needs(floor_of(event, at=begins + dt.timedelta(minutes=19))) == [()]
    assert needs(floor_of(event, at=begins + dt.timedelta(minutes=20))) == [("unstarted",)]


@pytest.mark.both_databases
def test_somebody_is_added_by_name_and_the_floor_asks_who_is_meant(cast: Cast, sign_in: SignIn) -> None:
    event = evening(cast)
    before = event.entries.count()
    director = sign_in(cast.director)
    unclear = director.post(f"{FLOOR}add/", {"player": "stra"})
    page = unclear.content.decode()
    assert (unclear.status_code, "Who is “stra”? Choose one." in page) == (422, True)
    assert f'name="player" value="{cast.outsider.number}"' in page
    assert 'value="stra"' in page
    assert ("<title>Error: " in page, "js/form-errors.js" in page) == (True, True), "it leads to the question"
    assert event.entries.count() == before
    misspelt = director.post(f"{FLOOR}add/", {"player": "Otto Strya"}).content.decode()
    assert "We found nobody called “Otto Strya”. Is it one of these?" in misspelt
    director.post(f"{FLOOR}add/", {"player": "Otto Stray"})
    assert event.entries.filter(person=cast.outsider).exists()


def test_the_undo_is_offered_only_while_it_takes_back_what_was_done(cast: Cast, sign_in: SignIn) -> None:
    event, director = evening(cast), sign_in(cast.director)
    first = open_table(cast, event, cast.players[:4])
    hazel = cast.players[7]

    def offered() -> bool:
        return 'class="undo"' in director.get(FLOOR).content.decode()

    def done(act: str, **asked: str) -> bool:
        director.post(f"{FLOOR}{act}/", {"player": hazel.number, **asked})
        return offered()

    assert done("withdraw")
    restore_entry(by=cast.director, entry=event.entries.get(person=hazel))
    assert not offered()
    assert done("away")
    assert not done("check-in")
    assert done("away")
    assert done("wait", game="1")
    assert not done("stop-waiting", game="1")
    director.post(f"{FLOOR}add/", {"player": cast.outsider.number})
    assert offered()
    place_player(by=cast.director, event=event, person=cast.outsider, game=first)
    assert not offered()
    assert done("place", game="1")
    draw_cards(by=cast.director, game=first, seed="cards", at=MARCH)
    assert not offered()


def test_the_pages_of_an_evening_lead_to_the_floor_and_the_floor_to_the_next_round(
    cast: Cast, sign_in: SignIn
) -> None:
    event = sanctioned_event(cast, at=noon(today()))
    for person in cast.players[:4]:
        enter_event(by=cast.director, event=event, person=person, at=noon(today()))
    open_table(cast, event, cast.players[:4], at=noon(today()))
    director = sign_in(cast.director)
    of_event = "/events/spring-whoopie/"
    for page in ("/me/", f"{of_event}manage/check-in/", f"{of_event}rounds/"):
        assert f'href="{FLOOR}"' in director.get(page).content.decode(), page
    assert 'href="/events/spring-whoopie/rounds/#plan"' in director.get(FLOOR).content.decode()
    assert f'href="{FLOOR}"' not in sign_in(cast.players[0]).get("/me/").content.decode()


def test_tables_of_a_round_that_only_have_to_draw_are_one_line_that_leads_to_it(
    cast: Cast, sign_in: SignIn
) -> None:
    event, round = seated(cast)
    appoint_for_event(by=cast.managing, event=event, appointment=cast.executor_appointment, at=MARCH)
    begin_round(by=cast.director, round=round, draw=False, at=MARCH)
    page = " ".join(sign_in(cast.director).get(FLOOR).content.decode().split())
    assert f"2 tables of {round.label} have not drawn their cards" in page
    assert f'href="/events/spring-whoopie/rounds/{round.pk}/ready/#parts">Draw for them<' in page
    [kept] = re.findall(r'<details id="(waits-draw-\d+)" data-kept-open', page)
    assert kept == f"waits-draw-{round.pk}"
    head = page.partition('class="tables"')[0]
    assert head.count("has not drawn its cards") == 0


def test_a_game_that_was_typed_in_as_a_whole_says_how_many_stanzas_it_had(
    cast: Cast, sign_in: SignIn
) -> None:
    event = evening(cast)
    game = open_table(cast, event, cast.players[:4])
    record = record_of(cast.players[:4])
    reported(cast, game, record)
    [table] = floor_of(event, at=MARCH).tables
    assert table.table.stanzas == len(record["stanzas"]) > 0
    said = f"{len(record['stanzas'])}\u00a0stanzas played"
    for page in (FLOOR, "/events/spring-whoopie/live/"):
        shown = sign_in(cast.director).get(page).content.decode().replace("&nbsp;", "\u00a0")
        assert said in " ".join(re.sub(r"[ \n]+", " ", shown).split(" ")), page
