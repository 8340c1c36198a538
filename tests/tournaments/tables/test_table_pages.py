"""The pages of a table: from the first stanza to the closed game, as its people see and do it."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.test import Client

from sanctioning.kit.sent_once.keys import FIELD
from sanctioning.templatetags.saas import qr
from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.support.play import body_for, drawn_table, play, random_body, report, table
from tests.support.votes import charged
from tournaments.calls.services.calls import call_executor
from tournaments.games.models import Game
from tournaments.justice.votes.services.votes import demand_vote
from tournaments.reports.models.report import Report
from tournaments.tables.models.authorisation import Authorisation
from tournaments.tables.models.sheet import Split, StanzaVersion
from tournaments.tables.models.stay import Stay
from tournaments.tables.models.table_link import TableLink
from tournaments.tables.selectors.papers import pad_address
from tournaments.tables.services.seating import wait_at_table
from tournaments.tables.services.table_links import secret_of

PAGE = "/events/spring-whoopie/games/1/table/"


@pytest.fixture
def game(cast: Cast) -> Game:
    game = drawn_table(cast, cast.players[:8])
    play(cast, game, 2, Random(1))
    return game


def form_of(body: dict[str, Any], **more: str) -> dict[str, str]:
    """A stanza as the form sends it."""
    post = {"cards": str(body["cards"]), "dealer": body["dealer"], "key": "form", "replaces": "0"}
    post |= {f"bid-{player}": str(bid) for player, bid in body["bids"]}
    post |= {f"taken-{player}": str(taken) for player, taken in body.get("taken", {}).items()}
    made_bids = body.get("made", {})
    return post | {f"made-{player}": "yes" if well else "no" for player, well in made_bids.items()} | more


def test_everybody_sees_the_scores_and_players_their_buttons(cast: Cast, game: Game, sign_in: SignIn) -> None:
    public = Client().get(PAGE).content.decode()
    assert "Running scores" in public
    assert " ".join(re.findall("<title>(.*?)<", public, re.S)[0].split()).startswith(
        "Table of game 1, Spring"
    )
    assert "Report stanza 3" not in public
    mine = sign_in(cast.players[0]).get(PAGE).content.decode()
    assert "Report stanza 3" in mine
    assert "For the Acting Executor" not in mine
    assert "For the Acting Executor" in sign_in(cast.executor).get(PAGE).content.decode()


def test_a_stanza_is_typed_with_the_forbidden_bid_shown(cast: Cast, game: Game, sign_in: SignIn) -> None:
    client, body = sign_in(cast.players[0]), random_body(table(cast, game), Random(2))
    page = f"{PAGE}stanzas/3/"
    assert client.get(page).status_code == 200
    others = {player: 0 for player, _ in body["bids"][:-1]}
    bids = {f"bid-{player}": "0" for player in others}
    shown = client.post(
        page, {"cards": "3", "dealer": body["dealer"], "step": "bids", **bids, FIELD: "a key"}
    )
    assert "may not bid 3" in shown.content.decode()
    assert not StanzaVersion.objects.filter(number=3).exists()
    assert client.post(page, {**form_of(body), FIELD: "a key"}).status_code == 302
    assert StanzaVersion.objects.get(number=3).body == body


def test_made_or_failed_is_enough_and_incidents_go_along(cast: Cast, game: Game, sign_in: SignIn) -> None:
    now = table(cast, game)
    assert now.due is not None
    who = now.due.order[0]
    body = body_for(now, {who: 1})
    typed = form_of(body, **{"kind-0": "no-whoopie-call", "player-0": who, "trick-0": "1"})
    assert sign_in(cast.players[0]).post(f"{PAGE}stanzas/3/", typed).status_code == 302
    kept = StanzaVersion.objects.get(number=3).body
    assert kept["made"] == body["made"]
    assert kept["incidents"] == [{"kind": "no-whoopie-call", "player": who, "trick": 1}]


def test_an_impossible_stanza_is_kept_with_its_errors_and_leads_to_them(
    cast: Cast, game: Game, sign_in: SignIn
) -> None:
    client, body = sign_in(cast.players[0]), random_body(table(cast, game), Random(2))
    wrong = {**body, "dealer": body["bids"][0][0]}
    answer = client.post(f"{PAGE}stanzas/3/", form_of(wrong), follow=True)
    errors = sum(finding["blocks"] for finding in table(cast, game).findings)
    page = answer.content.decode()
    assert errors > 0
    words = f"with {errors} error" + ("s" if errors > 1 else "")
    assert f'<li class="notice warn"><p>Stanza 3 is saved, <a href="{PAGE}#findings">{words}</a>.' in page
    assert "the scores are up to date" not in page
    asked = client.post(f"{PAGE}close/")
    assert f'name="next" value="{PAGE}close/"' in asked.content.decode()
    assert client.get(f"{PAGE}close/").headers["Location"] == PAGE
    assert (asked.status_code, '<a href="#findings">The errors</a>' in asked.content.decode()) == (409, True)
    closed = client.post(f"{PAGE}close/", {"sure": "yes"}, follow=True).content.decode()
    assert f'record checked as a whole, <a href="/events/spring-whoopie/games/1/#findings">{words}' in closed
    assert "must be corrected or settled before the final sheet can be confirmed" in closed
    assert "A second person now confirms it" not in closed
    assert "A second person compares the final sheet" not in closed


def test_who_comes_second_keeps_what_he_typed_and_sees_what_stands(
    cast: Cast, game: Game, sign_in: SignIn
) -> None:
    now = table(cast, game)
    first, second = random_body(now, Random(2)), random_body(now, Random(3))
    report(cast, game, first)
    client, page = sign_in(cast.players[1]), f"{PAGE}stanzas/3/"
    answer = client.post(page, form_of(second))
    shown = answer.content.decode()
    assert answer.status_code == 409
    assert "Current version: version 1" in shown
    for player, bid in second["bids"]:
        assert f'name="bid-{player}" value="{bid}"' in shown
    corrected = client.post(page, form_of(second, replaces="1", key="again", reason="Mine is right."))
    assert corrected.status_code == 302
    assert table(cast, game).stanzas[2].version == 2
    again = client.get(page).content.decode()
    assert "Mine is right." in again
    assert "Version 1" in again


def test_the_stanza_reported_last_is_corrected_from_the_top_of_the_table(
    cast: Cast, game: Game, sign_in: SignIn
) -> None:
    client, page = sign_in(cast.players[0]), f"{PAGE}stanzas/3/"
    body, other = (random_body(table(cast, game), Random(seed)) for seed in (2, 3))
    said = client.post(page, form_of(body), follow=True).content.decode()
    assert "Stanza 3 is saved" in said
    assert said.index(f'href="{page}">Correct stanza 3</a>') < said.index("Report stanza 4")
    assert "Correct stanza" not in Client().get(PAGE).content.decode()
    assert (
        'Reason for the correction <span class="quiet">required</span>' in client.get(page).content.decode()
    )
    correction = form_of(other, replaces="1", key="again", reason="We misread the sheet.")
    said = client.post(page, correction, follow=True).content.decode()
    assert "Stanza 3 is corrected" in said
    assert "Stanza 3 is saved" not in said


def test_nonsense_in_the_form_is_refused_and_kept(cast: Cast, game: Game, sign_in: SignIn) -> None:
    body = random_body(table(cast, game), Random(2))
    who = body["bids"][0][0]
    client = sign_in(cast.players[0])
    for wrong in (
        *({f"bid-{who}": "two"}, {"whole": "{"}, {f"taken-{who}": ""}, {"cards": ""}),
        *({f"bid-{who}": "²"}, {"cards": "²"}, {"cards": "9" * 5000}, {"bid-" + who: "1" * 5000}),
        *({"whole": "[" * 100_000}, {"whole": '{"cards": ' + "9" * 5000 + "}"}),
    ):
        answer = client.post(f"{PAGE}stanzas/3/", form_of(body, **wrong))
        assert answer.status_code in (409, 422), wrong
        assert 'id="refusal"' in answer.content.decode()
    assert client.post(f"{PAGE}stanzas/3/", form_of(body, replaces="²")).status_code == 302
    assert client.get(f"{PAGE}stanzas/9/").status_code == 404


def test_what_is_missing_in_the_form_is_said_of_whom(cast: Cast, game: Game, sign_in: SignIn) -> None:
    body, client = random_body(table(cast, game), Random(2)), sign_in(cast.players[0])
    who = body["bids"][0][0]
    name = table(cast, game).names[who]
    filled = form_of(body, **{f"made-{player}": "yes" for player, _ in body["bids"]})
    for wrong, sentence in (
        ({f"bid-{who}": ""}, f"The bid of {name} is missing"),
        ({f"bid-{who}": "one"}, f"The bid of {name} is missing or is not a whole number"),
        ({f"taken-{who}": "x"}, f"The tricks of {name} are not a whole number"),
        ({f"taken-{who}": "", f"made-{who}": ""}, f"The result of {name} is missing"),
    ):
        answer = client.post(f"{PAGE}stanzas/3/", filled | wrong)
        assert answer.status_code == 422, wrong
        assert sentence in answer.content.decode()
    assert not StanzaVersion.objects.filter(number=3).exists()


def test_coming_going_waiting_splitting_and_closing(cast: Cast, game: Game, sign_in: SignIn) -> None:
    player, executor = sign_in(cast.players[0]), sign_in(cast.executor)

    def act(client: Client, name: str, **typed: str) -> int:
        return int(client.post(f"{PAGE}{name}/", typed).status_code)

    assert act(player, "sit", player=cast.players[8].number, left_of=cast.players[0].number) == 302
    assert act(player, "leave", player=cast.players[8].number) == 302
    assert Stay.objects.filter(player__person=cast.players[8]).count() == 0
    assert act(player, "sit", player="nobody") == 422
    assert act(player, "split", groups="2") == 403
    assert act(executor, "plan", kind="stanzas", value="20", reason="The hall closes.") == 302
    assert act(executor, "plan", kind="stanzas", value="many", reason="The hall closes.") == 422
    assert Authorisation.objects.get().facts["after"] == {"stanzas": 20}
    for newcomer in cast.players[8:10]:
        wait_at_table(by=cast.director, game=game, person=newcomer, at=MARCH)
    assert "Split the game" in executor.get(PAGE).content.decode()
    call_executor(by=cast.director, game=game, kind="seats", about="May it be split?", at=MARCH)
    call_executor(by=cast.director, game=game, kind="score", at=MARCH)
    assert act(executor, "split", groups="2") == 302
    ended = {call.kind: (call.ended, call.note) for call in game.calls.all()}
    assert ended == {"seats": ("answered", "The game is split."), "score": ("", "")}
    while (split := Split.objects.get()).state == "drawing":
        cards = dict(
            zip(split.open, ("2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS"), strict=False)
        )
        assert "Draw for places" in player.get(PAGE).content.decode()
        typed = {f"card-{number}": card for number, card in cards.items()}
        assert act(player, "draw", rounds=str(table(cast, game).split.rounds), **typed) == 302  # type: ignore[union-attr]
    assert "game 1A" in Client().get(PAGE).content.decode()
    assert Client().get("/events/spring-whoopie/games/1A/table/").status_code == 200
    assert act(executor, "undo-split", reason="") == 422
    assert act(executor, "undo-split", reason="They stay together.") == 302
    for page in ("", "table/"):
        void = Client().get(f"/events/spring-whoopie/games/1A/{page}").content.decode()
        assert f'<a href="{PAGE}">the original game</a>' in void
    asked = player.post(f"{PAGE}close/")
    assert asked.status_code == 409
    assert "18 stanzas of the plan have not been played." in asked.content.decode()
    assert "Continue the game" in asked.content.decode()
    assert not Report.objects.exists()
    assert act(player, "close", sure="yes") == 302
    assert Report.objects.get().current
    for page in (PAGE, "/events/spring-whoopie/games/1/"):
        assert "Closed too early?" in player.get(page).content.decode()
        for stranger in (Client(), sign_in(cast.outsider)):
            assert "Closed too early?" not in stranger.get(page).content.decode()
    assert "Continue the game" not in player.get(PAGE).content.decode()
    assert "Continue the game" in executor.get(PAGE).content.decode()
    assert act(executor, "reopen", reason="") == 422
    assert act(executor, "reopen", reason="One more.") == 302
    assert "Closed too early?" not in executor.get(PAGE).content.decode()
    assert act(player, "nonsense") == 404
    assert Client().get("/events/spring-whoopie/games/1/").status_code == 200


def test_a_game_at_its_planned_end_is_closed_where_that_is_said(cast: Cast, sign_in: SignIn) -> None:
    game = drawn_table(cast, cast.players[:4], stanzas=2)
    player, report_next = sign_in(cast.players[0]), re.compile(r'<a\s+class="button"\s+href="[^"]*/stanzas/')
    assert report_next.search(player.get(PAGE).content.decode())
    play(cast, game, 2, Random(1))
    page = player.get(PAGE).content.decode()
    said = page.index("The game has reached its planned end")
    assert said < page.index("<button>Close the game</button>") < page.index("Report stanza 3")
    assert not report_next.search(page)
    assert page.count(f'action="{PAGE}close/"') == 1
    assert "Close the game" not in Client().get(PAGE).content.decode()
    floor = sign_in(cast.director).get("/events/spring-whoopie/floor/").content.decode()
    assert f'href="{PAGE}#close"' in floor


@pytest.mark.both_databases
def test_who_closes_is_led_to_the_votes_where_they_are_open_to_them(
    cast: Cast, game: Game, sign_in: SignIn
) -> None:
    body = random_body(table(cast, game), Random(3))
    report(cast, game, {**body, "dealer": body["bids"][0][0]})
    violation = charged(game, cast.players[0], cast.players[1])
    demand_vote(by=cast.players[0], violation=violation, motion="find-chaotic-action", at=MARCH)
    for person, sees in ((cast.players[2], True), (cast.director, False)):
        asked = sign_in(person).post(f"{PAGE}close/")
        assert asked.status_code == 409
        page = asked.content.decode()
        assert "The errors</a>" in page
        assert ("The votes</a>" in page) is sees


@pytest.mark.both_databases
def test_the_link_to_the_pad_is_given_out_on_the_page_of_the_table(
    cast: Cast, game: Game, sign_in: SignIn
) -> None:
    director, player = sign_in(cast.director), sign_in(cast.players[0])
    assert "Make the link" in director.get(PAGE).content.decode()
    assert director.post(f"{PAGE}link/").status_code == 302
    secret = secret_of(TableLink.objects.get())
    opened = Client().get(f"/pad/{secret}/")
    assert opened.status_code == 200
    assert opened.headers["Referrer-Policy"] == "no-referrer"
    shown = director.get(PAGE).content.decode()
    assert f"/pad/{secret}/" in shown
    assert "last used" in shown
    mine = player.get(PAGE).content.decode()
    assert secret not in mine
    assert "Open the pad" in mine
    assert "Renew the link" in shown
    assert not [words for words in ("Make the link", "Renew the link") if words in mine]
    assert player.get("/pad/spring-whoopie/1/").status_code == 200
    assert Client().get("/pad/spring-whoopie/1/").status_code == 302
    cards = "/events/spring-whoopie/cards/"
    printed = director.get(cards, headers={"Host": "localhost:8000"}).content.decode()
    assert "for this table only" in printed
    assert qr(pad_address(secret)) in printed, "phones do not reach the address that the director has"
    assert "for this table only" not in player.get(cards).content.decode()
    asked = director.post(f"{PAGE}withdraw-link/").content.decode()
    assert "The code on printed table cards stops working" in asked
    assert "This cannot be undone." in asked
    assert Client().get(f"/pad/{secret}/").status_code == 200
    assert director.post(f"{PAGE}withdraw-link/", {"sure": "yes"}).status_code == 302
    closed = Client().get(f"/pad/{secret}/")
    assert closed.status_code == 403
    assert "This link was withdrawn" in closed.content.decode()
    assert Client().get("/pad/no-such-secret/").status_code == 404
    worker = Client().get("/pad/worker.js")
    assert worker.headers["Content-Type"].startswith("text/javascript")
    assert b"js/pad/law.js" in worker.content
