"""Live boards and the projector: what anybody sees of an event in play, and how cheaply they are renewed."""

from __future__ import annotations

import datetime as dt
import gzip
import re
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules_engine.whoopie.check import ending
from rules_engine.whoopie.random.game import random_game
from rules_engine.whoopie.reader.game import record_of
from sanctioning.accounts.models.account import Account
from sanctioning.identity.names import public_name
from sanctioning.kit.clock import noon, today
from sanctioning.people.models.person import Person, Publicity
from scoring.results.selectors.live import events_in_play, projected
from tests.cast import MARCH, Cast, sanctioned_event
from tests.fixtures import SignIn
from tests.support.play import body_for, drawn_table, play, report, table
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.events.services.announcements import announce
from tournaments.games.models import Game, GamePlayer
from tournaments.tables.models.sheet import Sheet, StanzaVersion
from tournaments.tables.selectors.stamps import board_stamp, live_stamp
from tournaments.tables.selectors.tables_of_event import tables_of
from tournaments.tables.services.closing import close_game
from tournaments.tables.services.seating import get_up, sit_down
from tournaments.tables.services.stanzas import report_stanza

BOARD = "/events/spring-whoopie/live/"
PART = {"HX-Request": "true"}


@pytest.fixture
def game(cast: Cast) -> Game:
    game = drawn_table(cast, cast.players[:4])
    play(cast, game, 2, Random(1))
    return game


def many_tables(cast: Cast, event: Event, count: int) -> None:
    """Rows as a great event has them, written at once: what is counted here is only how they are read."""
    have = event.games.count()
    games = Game.objects.bulk_create(
        Game(
            event=event,
            number=have + at,
            planned={"stanzas": 9},
            starts_at=MARCH,
            acting_executor=cast.executor_appointment,
            state=Game.State.PLAYING,
            stanzas_played=1,
            opened_by=cast.director,
            opened_at=MARCH,
        )
        for at in range(1, count + 1)
    )
    GamePlayer.objects.bulk_create(
        GamePlayer(game=game, person=person, record_id=person.number, seat=seat)
        for game in games
        for seat, person in enumerate(cast.players[:3], 1)
    )
    numbers = [person.number for person in cast.players[:3]]
    scores = dict(zip(numbers, (1, -2, 3), strict=True))
    Sheet.objects.bulk_create(
        Sheet(
            game=game,
            check_document={"stanzas": [{"scores": scores}], "findings": [], "ranking": []},
            rule_set=cast.rule_set,
            checked_at=MARCH,
        )
        for game in games
    )
    StanzaVersion.objects.bulk_create(
        StanzaVersion(
            game=game,
            number=1,
            version=1,
            body={"cards": 1, "dealer": numbers[2], "bids": [[number, 0] for number in numbers]},
            sha256="",
            outcome={},
            findings=[],
            idempotency_key=f"many/{game.pk}",
            reporter=cast.director,
            rule_set=cast.rule_set,
            received_at=MARCH,
        )
        for game in games
    )
    for game in games:
        game.first_dealer = game.players.all()[0]
    Game.objects.bulk_update(games, ["first_dealer"])


def queries(ask: object) -> int:
    with CaptureQueriesContext(connection) as statements:
        assert ask() is not None  # type: ignore[operator]
    return len(statements)


def test_tables_read_together_say_what_each_says_alone(cast: Cast, game: Game) -> None:
    leaver = cast.players[1]
    get_up(by=cast.director, game=game, person=leaver, at=MARCH)
    sit_down(by=cast.director, game=game, person=cast.players[5], at=MARCH)
    play(cast, game, 3, Random(2), mishaps=0.5)
    alone = table(cast, game)
    [together] = tables_of(game.event, public_name)
    assert alone.due is not None
    assert (together.due, together.dealer, together.cards, together.direction) == (
        alone.due.number,
        alone.due.dealer,
        alone.due.cards,
        alone.due.direction,
    )
    assert {seat.player: seat.score for seat in together.seats} == {
        seat.player: seat.score for seat in alone.seated
    }
    assert list(together.findings) == alone.findings
    best = max(seat.score for seat in alone.seated)
    assert {seat.player for seat in together.leaders} == {s.player for s in alone.seated if s.score == best}


def test_the_board_shows_an_event_in_play_until_its_games_are_closed(cast: Cast, game: Game) -> None:
    public = Client()
    assert [line.slug for line in events_in_play()] == ["spring-whoopie"]
    for page in ("/", "/live/", "/events/spring-whoopie/"):
        assert BOARD in public.get(page).content.decode()
    shown = public.get(BOARD).content.decode()
    assert "Ash" in shown
    assert "Stanza 3: 3&nbsp;cards each" in shown
    close_game(by=cast.director, game=game, sure=True, at=MARCH)
    assert events_in_play() == ()
    assert "Nothing is being played" in public.get("/live/").content.decode()
    assert "No game is being played right now" in public.get(BOARD).content.decode()
    assert public.get("/events/no-such-event/live/").status_code == 404


def test_a_player_is_shown_as_far_as_he_allows(cast: Cast, game: Game) -> None:
    ash = cast.players[0]
    Person.objects.filter(pk=ash.pk).update(publicity=Publicity.NUMBER)
    for page in (BOARD, "/events/spring-whoopie/projector/", "/events/spring-whoopie/games/1/table/"):
        shown = Client().get(page).content.decode()
        assert ash.number in shown
        assert ash.family_name not in shown, page


def test_who_has_most_points_is_ahead_on_every_page_and_leads_on_none(
    cast: Cast, game: Game, sign_in: SignIn
) -> None:
    """To lead is to play the first card, as the pad has it."""
    director = sign_in(cast.director)
    for page in ("live", "projector", "floor"):
        shown = director.get(f"/events/spring-whoopie/{page}/").content.decode()
        assert re.search(r'class="(badge good|mark|mark lead-mark)">ahead<', shown), page
        assert not re.search(r"\blead(s|ing)?\b", re.sub("<[^>]*>", " ", shown)), page


@pytest.mark.both_databases
def test_a_board_that_has_not_changed_says_so_in_two_queries(cast: Cast, game: Game) -> None:
    public = Client()
    for page in (BOARD, "/events/spring-whoopie/projector/", "/live/"):
        first = public.get(page, headers=PART)
        followed = "live" if page == "/live/" else "events/spring-whoopie"
        assert f'data-follows="{followed}"' in first.content.decode()
        assert "<html" not in first.content.decode()
        headers = {**PART, "If-None-Match": first.headers["ETag"]}
        with CaptureQueriesContext(connection) as statements:
            assert public.get(page, headers=headers).status_code == 304
        assert len(statements) <= 2
    stamps = {board_stamp("spring-whoopie")}
    announce(by=cast.director, event=game.event, text="Supper.")
    stamps.add(board_stamp("spring-whoopie"))
    before = live_stamp()
    play(cast, game, 1, Random(3))
    stamps.add(board_stamp("spring-whoopie"))
    assert len(stamps) == 3
    assert live_stamp() != before
    changed = public.get(BOARD, headers={**PART, "If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200
    assert "Supper." in changed.content.decode()


@pytest.mark.both_databases
def test_a_visitors_part_asks_for_no_session_and_is_packed_once(
    cast: Cast, game: Game, sign_in: SignIn
) -> None:
    """In the reader's language, with the headers of any page; who is signed in is asked who they are."""
    taken = {**PART, "Accept-Encoding": "gzip", "Accept-Language": "de"}
    for page in (BOARD, "/events/spring-whoopie/projector/", "/live/"):
        plain = Client().get(page, headers={**PART, "Accept-Language": "de"})
        with CaptureQueriesContext(connection) as statements:
            packed = Client().get(page, headers=taken)
        assert len(statements) <= 2
        assert gzip.decompress(packed.content) == plain.content
        assert (packed["Content-Language"], packed["Content-Encoding"]) == ("de", "gzip")
        assert int(packed["Content-Length"]) == len(packed.content)
        assert {"Cookie", "Accept-Language", "HX-Request"} <= set(re.split(", ?", packed["Vary"]))
        for header in ("Content-Security-Policy", "X-Content-Type-Options", "Cache-Control"):
            assert packed[header], header
        again = {**taken, "If-None-Match": plain["ETag"]}
        assert Client().get(page, headers=again).status_code == 304
    Account.objects.filter(person=cast.director).update(language="de")
    signed_in = sign_in(cast.director).get(BOARD, headers=PART)
    assert signed_in["Content-Language"] == "de"
    assert Client().get("/events/no-such-event/live/", headers=PART).status_code == 404


@pytest.mark.both_databases
def test_a_board_is_drawn_once_for_everybody_and_again_at_every_change(cast: Cast, game: Game) -> None:
    """Whole or in part, in each language: who comes second is given what was drawn for the first."""
    for page in (BOARD, "/events/spring-whoopie/projector/", "/live/"):
        for headers in (PART, {}):
            first = Client().get(page, headers=headers).content
            with CaptureQueriesContext(connection) as statements:
                assert Client().get(page, headers=headers).content == first
            assert len(statements) <= (2 if headers else 3), (page, headers)
        german = Client().get(page, headers={**PART, "Accept-Language": "de"}).content
        assert german != Client().get(page, headers=PART).content, page


def test_a_score_corrected_a_moment_ago_is_on_the_board(cast: Cast, game: Game) -> None:
    def scores() -> list[str]:
        shown = Client().get(BOARD).content.decode()
        return re.findall(r'<span class="n">([^<]+)</span>', shown)

    now = table(cast, game)
    assert now.due is not None
    bodies = [body_for(now, {player: 1}) for player in now.due.order[:2]]
    first = report(cast, game, bodies[0])
    before = scores()
    assert before == scores()
    report_stanza(
        by=cast.director,
        game=game,
        number=first.number,
        body=bodies[1],
        idempotency_key="again",
        replaces=first.version,
        reason="Misread.",
        at=MARCH,
    )
    after = scores()
    assert after != before


def test_the_front_page_says_who_leads_at_the_table_that_reported_last(cast: Cast, game: Game) -> None:
    [line] = events_in_play()
    assert line.latest is not None
    assert (line.latest.stanza, line.latest.last) == (2, 30)
    now = table(cast, game)
    best = max(now.totals.values())
    leader = line.latest.leaders[0]
    assert (leader.place, leader.score, now.totals[leader.number]) == (1, best, best)
    shown = Client().get("/").content.decode()
    assert "stanza 2 of 30" in " ".join(shown.split())
    part = Client().get("/live/latest/", headers=PART)
    assert "".join(part.content.decode().split()) in "".join(shown.split())
    same = {**PART, "If-None-Match": part.headers["ETag"]}
    assert Client().get("/live/latest/", headers=same).status_code == 304
    correct_first_stanza(cast, game)
    assert Client().get("/live/latest/", headers=same).status_code == 200
    [corrected] = events_in_play()
    assert corrected.latest is not None
    totals = table(cast, game).totals
    assert {leader.score for leader in corrected.latest.leaders} <= set(totals.values())
    assert corrected.latest.leaders[0].score == max(totals.values())


def correct_first_stanza(cast: Cast, game: Game) -> None:
    """Everybody who made the bid of it has failed, and the other way round."""
    first = StanzaVersion.objects.get(game=game, number=1)
    body = {name: value for name, value in first.body.items() if name != "taken"}
    order = [player for player, _bid in body["bids"]]
    body["bids"] = [[player, 0] for player in order[:-1]] + [[order[-1], 0]]
    body["made"] = {player: player != order[0] for player in order}
    report_stanza(
        by=cast.director,
        game=game,
        number=1,
        body=body,
        idempotency_key="corrected",
        replaces=first.version,
        reason="Misread.",
        at=MARCH,
    )


def test_three_hundred_tables_take_as_many_queries_as_three(cast: Cast) -> None:
    event = sanctioned_event(cast)
    asks = [
        lambda: projected(event.slug, with_bracket=False),
        lambda: board_stamp(event.slug),
        events_in_play,
        live_stamp,
    ]
    many_tables(cast, event, 3)
    three = [queries(ask) for ask in asks]
    many_tables(cast, event, 297)
    assert [queries(ask) for ask in asks] == three
    assert three[0] <= 11
    shown = projected(event.slug, with_bracket=False)
    assert shown is not None
    assert {(each.due, each.cards, each.dealer) for each in shown.board.tables} == {
        (2, 2, cast.players[0].number),
    }


def test_whether_a_game_is_over_follows_from_what_was_dealt_alone() -> None:
    """The short way says what the long way says, over whole games of every kind of plan."""
    for seed in range(6):
        document = random_game([f"p{at}" for at in range(3 + seed)], seed, stanzas=40, mishaps=0.3)
        record = record_of(document)
        sizes = [(stanza.cards, len(stanza.seated)) for stanza in record.stanzas]
        for planned in ({"stanzas": 40}, {"stanzas": 41}, {"cycles": 1}, {"cycles": 9}, {"until": "22:00"}):
            assert ending.is_over_after(planned, None, sizes) == ending.is_over(planned, document)


def test_a_first_dealer_who_got_up_before_the_first_deal_hands_it_on(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:5])
    assert game.first_dealer is not None
    get_up(by=cast.director, game=game, person=game.first_dealer.person, at=MARCH)
    [shown] = tables_of(game.event, public_name)
    alone = table(cast, game)
    assert alone.due is not None
    assert shown.dealer == alone.due.dealer != game.first_dealer.record_id


def test_the_table_renews_itself_by_its_stamp_and_not_beside_a_refusal(
    cast: Cast, game: Game, sign_in: SignIn
) -> None:
    page = "/events/spring-whoopie/games/1/table/"
    first = Client().get(page, headers=PART)
    same = {**PART, "If-None-Match": first.headers["ETag"]}
    assert Client().get(page, headers=same).status_code == 304
    play(cast, game, 1, Random(4))
    assert Client().get(page, headers=same).status_code == 200
    refused = sign_in(cast.players[0]).post(f"{page}sit/", {"player": "W-999"}).content.decode()
    assert "Nobody has this number." in refused
    assert "hx-trigger" not in refused


@pytest.mark.both_databases
def test_the_page_of_an_event_in_play_begins_with_its_standings(cast: Cast, game: Game) -> None:
    page, now = "/events/spring-whoopie/", "/events/spring-whoopie/now/"
    part = Client().get(now, headers=PART)
    shown = Client().get(page).content.decode()
    assert "".join(part.content.decode().split()) in "".join(shown.split())
    assert "2 of 30 stanzas" in shown
    assert shown.index("Being played now") < shown.index('id="games"')
    same = {**PART, "If-None-Match": part.headers["ETag"]}
    assert Client().get(now, headers=same).status_code == 304
    play(cast, game, 1, Random(2))
    assert "3 of 30 stanzas" in Client().get(now, headers=same).content.decode()
    assert "live-now.js" in Client().get(page).content.decode()
    close_game(by=cast.director, game=game, sure=True, at=MARCH)
    over = Client().get(page).content.decode()
    assert ("live-now.js" in over, "Being played now" in over) == (False, False)


def test_before_an_event_its_page_begins_with_how_to_take_part(cast: Cast) -> None:
    event = sanctioned_event(cast, name="Tomorrow", at=noon(today()) + dt.timedelta(days=1))
    Event.objects.filter(pk=event.pk).update(capacity=4)
    places = (
        "4&nbsp;places left",
        "3&nbsp;places left",
        "2&nbsp;places left",
        "1&nbsp;place left",
        "full: whoever",
    )
    for entered, said in enumerate(places):
        shown = " ".join(Client().get(f"/events/{event.slug}/").content.decode().split())
        assert said in shown
        assert shown.index("Taking part") < shown.index('id="games"')
        enter_event(by=cast.director, event=event, person=cast.players[entered])
