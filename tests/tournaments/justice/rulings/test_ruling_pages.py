"""Pages of rulings: from a call to the ruling that is kept, and what everybody may read of it."""

from __future__ import annotations

import datetime as dt
import re
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from rules_engine.whoopie.rulings import FORMS
from rules_engine.whoopie.rulings.facts import facts_asked
from sanctioning.kit.clock import today
from sanctioning.kit.sent_once.keys import FIELD
from sanctioning.people.models.person import Person, PrivateData
from tests.cast import Cast
from tests.support.play import body_for, drawn_table, report, table
from tests.tournaments.justice.rulings.ruling_cases import CASES, REVOKE, Case
from tests.tournaments.justice.rulings.test_rule_on import Undone, seats_of
from tournaments.calls.models import Call
from tournaments.calls.services.calls import call_executor
from tournaments.games.models import Game
from tournaments.justice.rulings.forms import (
    COMPUTED,
    SUIT_OR_LEAD,
    WITH_THE_SUIT,
    FactsForm,
    Known,
    as_typed,
)
from tournaments.justice.rulings.irregularities import IRREGULARITIES, asked_as
from tournaments.justice.rulings.models import Amendment, Ruling
from tournaments.justice.rulings.selectors.rulings import people_at
from tournaments.tables.selectors.table import table_of_game

pytestmark = pytest.mark.both_databases

SAID = {"what": "It happened.", "reason": "So says the rule."}


@pytest.fixture
def game(cast: Cast) -> Game:
    return drawn_table(cast, cast.players[:4])


@pytest.fixture
def executor(cast: Cast, client: Client) -> Client:
    return signed_in(cast.executor, client)


def signed_in(person: Person, client: Client | None = None) -> Client:
    assert person.account is not None
    browser = client or Client()
    browser.force_login(person.account)
    return browser


def at(game: Game, page: str = "rule/") -> str:
    return f"/events/{game.event.slug}/games/{game.number}/{page}"


def typed(irregularity: str, facts: dict[str, Any], players: list[str]) -> dict[str, str]:
    """The facts as somebody types them into the form."""
    form: dict[str, str] = {}
    kinds = {fact.name: fact.kind for fact in facts_asked(irregularity)}
    for name, value in facts.items():
        match kinds[name]:
            case "plays":
                for row, (who, card) in enumerate(value):
                    form |= {f"{name}-{row}-player": who, f"{name}-{row}-card": card}
            case "counts":
                form |= {f"{name}-{players.index(who)}": str(count) for who, count in value}
            case "lying":
                form |= {f"{name}-{players.index(who)}": " ".join(cards) for who, cards in value.items()}
            case "cards":
                form[name] = " ".join(value)
            case "flag":
                form |= {name: "on"} if value else {}
            case _:
                form[name] = str(value)
    if form.get("leads"):
        form["led"] = "lead"
    return form


def test_each_irregularity_by_its_own_form(cast: Cast, game: Game, executor: Client) -> None:
    seats = seats_of(game)
    players = list(people_at(game))
    shown: set[str] = set()
    for case in (case.at(seats) for case in CASES):
        form = {
            "irregularity": case.irregularity,
            "stanza": "1",
            "trick": "1",
            **SAID,
            **typed(case.irregularity, case.facts, players),
        }
        with suppress(Undone), transaction.atomic():
            if case.irregularity not in shown:
                weighed = executor.post(at(game), {**form, "do": "weigh", FIELD: "a key"})
                assert weighed.status_code == 200, weighed.content.decode()
                assert "Consequences" in weighed.content.decode()
                assert not Ruling.objects.exists()
                shown.add(case.irregularity)
            answer = executor.post(at(game), {**form, "do": "keep", FIELD: "a key"})
            assert answer.status_code == 302, answer.content.decode()
            ruling = Ruling.objects.get()
            assert {name: ruling.outcome[name] for name in case.says} == case.says, case
            incidents = [incident for amendment in Amendment.objects.all() for incident in amendment.adds]
            assert incidents == case.adds, case
            raise Undone


def test_every_form_has_its_words() -> None:
    assert set(IRREGULARITIES) == set(FORMS)
    for slug in FORMS:
        form = FactsForm(slug, {"a": "Ann", "b": "Bob"})
        assert [part["label"] for part in form.parts] == [
            asked_as(slug, fact.name)
            for fact in facts_asked(slug)
            if fact.name not in COMPUTED and not (slug == SUIT_OR_LEAD and fact.name in WITH_THE_SUIT)
        ]


def test_a_call_is_ruled_and_what_was_typed_is_kept_where_something_is_wrong(
    cast: Cast, game: Game, executor: Client
) -> None:
    call = call_executor(
        by=cast.players[0], game=game, kind=Call.Kind.IRREGULARITY, about="No heart.", stanza=1
    )
    desk = executor.get("/executor/").content.decode()
    assert f"{at(game)}?call={call.pk}&amp;stanza=1" in desk
    chosen = executor.get(f"{at(game)}?call={call.pk}&stanza=1&q=revoke").content.decode()
    assert f"?irregularity=revoke&amp;stanza=1&amp;call={call.pk}" in chosen
    assert "irregularity=misdeal" not in chosen
    case = Case("", "revoke", {**REVOKE, "next_plays": [["{E}", "3D"]]}, {}).at(seats_of(game))
    form: dict[str, str] = {"irregularity": "revoke", "call": str(call.pk), "stanza": "1", "trick": "3"}
    form |= typed("revoke", case.facts, [])
    shown = executor.post(at(game), {**form, "do": "weigh"}).content.decode()
    assert "No heart.</textarea>" in shown
    assert "loses 4 points." in shown
    assert "fails, whatever was taken." in shown
    wrong = executor.post(at(game), {**form, "do": "keep", "what": "No heart.", "card": "QZ"})
    assert (wrong.status_code, Ruling.objects.count()) == (422, 0)
    assert "No heart." in wrong.content.decode()
    named = {**form, "do": "keep", **SAID, "public": "on", "words": "Then Ash led."}
    refused = executor.post(at(game), named).content.decode()
    assert "name “Ash”" in refused
    assert "Then Ash led." in refused
    answer = executor.post(at(game), {**named, "words": "The third player did not follow.", "key": "k"})
    assert answer["Location"] == at(game, "rulings/1/")
    call.refresh_from_db()
    assert call.ended == "answered"


def test_who_sees_a_ruling_whole_and_what_everybody_sees(cast: Cast, game: Game, executor: Client) -> None:
    seats = seats_of(game)
    facts = typed("revoke", Case("", "revoke", REVOKE, {}).at(seats).facts, [])
    words = {"public": "on", "words": "The leader's neighbour held a heart."}
    form = {"irregularity": "revoke", "stanza": "1", "trick": "1", **facts, **SAID}
    executor.post(at(game), {**form, **words, "do": "keep"})
    ruling = Ruling.objects.get()
    whole = signed_in(cast.players[1])
    page = whole.get(at(game, "rulings/1/")).content.decode()
    assert "It happened." in page
    assert "Penalty cards of" in page
    assert "Replace this ruling" not in page
    assert "Replace this ruling" in executor.get(at(game, "rulings/1/")).content.decode()
    public = Client()
    assert public.get(at(game, "rulings/1/"))["Location"] == f"/rulings/{ruling.pk}/"
    case = public.get(f"/rulings/{ruling.pk}/").content.decode()
    assert "Player 1 loses 1 point." in case
    for hidden in ("It happened.", game.event.name, *(player.family_name for player in cast.players[:4])):
        assert hidden not in case
    assert Client().get(at(game, "rulings/")).status_code == 302
    outsider = signed_in(cast.outsider)
    assert outsider.get(at(game, "rulings/")).status_code == 403
    assert outsider.get(at(game)).status_code == 403


def test_a_finding_leads_to_its_irregularity(cast: Cast, game: Game, executor: Client) -> None:
    report(cast, game, body_for(table(cast, game), {}))
    page = executor.get(f"{at(game)}?finding=revoke&stanza=1&trick=1").content.decode()
    assert "<h1>A revoke</h1>" in page
    assert re.search(r'value="check"[^>]* checked', page)


def test_a_finding_that_is_no_irregularity_is_another_question(game: Game, executor: Client) -> None:
    page = executor.get(f"{at(game)}?finding=score-mismatch&stanza=1").content.decode()
    assert "<h1>Another question</h1>" in page


@pytest.mark.parametrize("finding", ["revoke", "score-mismatch"])
def test_what_a_finding_leads_to_may_be_something_else(game: Game, executor: Client, finding: str) -> None:
    page = executor.get(f"{at(game)}?finding={finding}&stanza=1&trick=1").content.decode()
    elsewhere = re.search(r'href="(\?[^"]+)"[^>]*>It is something else', page)
    assert elsewhere
    chooser = executor.get(f"{at(game)}{elsewhere[1].replace('&amp;', '&')}").content.decode()
    assert "<h1>What happened?</h1>" in chooser
    assert f"irregularity=misdeal&amp;stanza=1&amp;trick=1&amp;finding={finding}" in chooser


def test_a_call_is_read_where_its_irregularity_is_chosen(cast: Cast, game: Game, executor: Client) -> None:
    call = call_executor(by=cast.players[0], game=game, kind=Call.Kind.SCORE, about="She bid two, not three.")
    chooser = executor.get(f"{at(game)}?call={call.pk}").content.decode()
    head = chooser.partition('type="search"')[0]
    assert "“She bid two, not three.”" in head
    assert "Rule on another question" in head, "a dispute about a score is no irregularity"


def test_the_stanza_in_play_fills_in_its_cards_and_its_dealer(game: Game, executor: Client) -> None:
    dealer, _another = dealer_and_another(game)
    page = executor.get(f"{at(game)}?irregularity=bid-out-of-turn").content.decode()
    assert re.search(r'name="cards" value="1"', page)
    assert "The dealer bid out of turn" not in page, "who deals is known"
    misdeal = executor.get(f"{at(game)}?irregularity=misdeal").content.decode()
    assert re.search(rf'name="dealer" value="{dealer}"[^>]* checked', misdeal)
    ahead = executor.get(f"{at(game)}?irregularity=misdeal&stanza=7").content.decode()
    assert not re.search(r'name="dealer"[^>]* checked', ahead), "nobody knows of a stanza to come"


def test_the_dealer_of_a_bid_is_whoever_deals_that_stanza(game: Game, executor: Client) -> None:
    dealer, other = dealer_and_another(game)
    form = {"irregularity": "bid-out-of-turn", "stanza": "1", "bid": "1", "cards": "1", **SAID}
    for player, turn, void in ((dealer, other, True), (other, dealer, False)):
        with suppress(Undone), transaction.atomic():
            sent = {**form, "player": player, "turn": turn, "do": "keep", FIELD: "a key"}
            assert executor.post(at(game), sent).status_code == 302
            ruling = Ruling.objects.get()
            assert ruling.facts["dealer"] is void
            assert (ruling.outcome["bid"] == "void") is void
            raise Undone


def test_what_follows_is_shown_while_the_facts_are_told(game: Game, executor: Client) -> None:
    seats = seats_of(game)
    form = {"irregularity": "revoke", "stanza": "1", "trick": "1", "do": "weigh"}
    part = {"HX-Request": "true", "HX-Target": "so-far"}
    begun = executor.post(at(game), {**form, "player": seats["S"]}, headers=part)
    assert (begun.status_code, "Consequences" in begun.content.decode()) == (200, False)
    facts = typed("revoke", Case("", "revoke", REVOKE, {}).at(seats).facts, [])
    told = executor.post(at(game), {**form, **facts}, headers=part).content.decode()
    assert told.strip().startswith('<div id="so-far"')
    assert "loses 1 point." in told
    assert "data-ready" in told
    name = people_at(game)[seats["S"]]
    assert f'data-what="A revoke. Who did not follow suit: {name}. The wrong card: nine of clubs.' in told
    wrong = executor.post(at(game), {**form, **facts, "trick": "60"}, headers=part).content.decode()
    assert "There is no trick 60 in this stanza." in wrong
    assert not Ruling.objects.exists()


def test_a_ruling_on_facts_that_nobody_disputes_is_saved_at_once(game: Game, executor: Client) -> None:
    seats = seats_of(game)
    form = {"irregularity": "improper-information", "stanza": "1", "what": "", "reason": ""}
    form |= {"player": seats["N"], "act": "looked", FIELD: "a key"}
    assert executor.post(at(game), {**form, "do": "keep"}).status_code == 422
    assert executor.post(at(game), {**form, "do": "undisputed"}).status_code == 302
    ruling = Ruling.objects.get()
    assert ruling.reason == "Nobody at the table disputes the facts."
    assert ruling.what.startswith("Looking at another player's hand")
    said = f"Who looked or showed on purpose: {people_at(game)[seats['N']]}."
    assert f"{said} What was done: looked at another's closed hand." in ruling.what


def test_the_next_player_is_meant_where_nobody_is_named(game: Game) -> None:
    players = people_at(game)
    first, second, third, fourth = players
    known = Known(seated=tuple(players))
    out = {"plays-0-player": fourth, "plays-0-card": "kh", "plays-1-card": "2H", "turn": second}
    form = FactsForm("played-out-of-turn", players, out, known=known)
    assert form.is_valid(), form.errors
    assert form.plain["plays"] == [[fourth, "KH"], [first, "2H"]]
    after = {"player": first, "card": "9C", "led": "H", "found_by": "another"}
    rows = {"after-0-card": "2H", "after-1-card": "3H", "next_plays-0-card": "AS"}
    revoke = FactsForm("revoke", players, {**after, **rows}, known=known)
    assert revoke.is_valid(), revoke.errors
    assert revoke.plain["after"] == [[second, "2H"], [third, "3H"]]
    assert revoke.plain["next_plays"] == [["", "AS"]], "who won the trick is not known"


def test_whether_a_suit_could_be_followed_is_read_off_the_card(game: Game) -> None:
    players = people_at(game)
    form = {"player": next(iter(players)), "card": "5H", "lying": "9H"}
    told = (
        ("lead", True, False, "*"),
        ("H", False, True, "H"),
        ("C", False, False, "C"),
        ("*", False, False, "*"),
    )
    for led, leads, can_follow, kept in told:
        facts = FactsForm("older-penalty-card", players, {**form, "led": led})
        assert facts.is_valid(), facts.errors
        plain = facts.plain
        assert (plain["leads"], plain["can_follow"], plain["led"]) == (leads, can_follow, kept)
        assert as_typed("older-penalty-card", plain, players)["led"] == led


def test_whoever_names_the_card_that_they_meant_laid_it_in_turn(game: Game) -> None:
    players = people_at(game)
    sent = {"player": next(iter(players)), "cards": "9D 9S", "meant": "9D"}
    facts = FactsForm("exposed-card", players, sent)
    assert facts.is_valid(), facts.errors
    assert facts.plain["in_turn"] is True


def dealer_and_another(game: Game) -> tuple[str, str]:
    now = table_of_game(game=game, asker=None)
    assert now is not None
    assert now.due is not None
    return now.due.dealer, now.due.order[0]


def test_whoever_rules_reads_the_full_name_of_a_minor_in_the_form(
    cast: Cast, game: Game, executor: Client
) -> None:
    young = cast.players[0]
    born = today() - dt.timedelta(days=15 * 365)
    PrivateData.objects.update_or_create(person=young, defaults={"birth_date": born})
    page = executor.get(f"{at(game)}?irregularity=bid-out-of-turn").content.decode()
    initial = f"{young.given_names} {young.family_name[0]}."
    assert (young.name in page, initial in page) == (True, False)
    assert initial in people_at(game).values(), "others read what is allowed"
