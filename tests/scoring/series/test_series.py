"""Series: from certified results to the places, draws at the line, and who declines."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from functools import partial
from typing import Any

import pytest

from rules_engine.draws import rank_tied, resolve
from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person, PrivateData
from scoring.certificates.models import Certificate
from scoring.ledger.models.ledger import LedgerEntry
from scoring.recordings.services.recordings import record_certificates
from scoring.results.models import Standing
from scoring.series.selectors import SeriesDetail, events_to_add, order_of, series_detail, uncertified_games
from scoring.series.services.places import decline_place, draw_for_places, settle_places
from tests.cast import MARCH, Cast, certified, open_table, sanctioned_event
from tests.fixtures import SignIn
from tests.support.refusals import refusal_of
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.events.services.changes import cancel_event
from tournaments.games.models import Game
from tournaments.series.models import Series
from tournaments.series.services import add_to_series, announce_series, take_out_of_series

DAY = dt.timedelta(days=1)
AFTER = MARCH + DAY


def announced(cast: Cast, **changes: Any) -> Series:
    usual: dict[str, Any] = {
        "by": cast.director,
        "club": cast.club,
        "name": "Arden Series",
        "basis": "points",
        "playoff": 3,
        "consolation": 3,
        "ties": "draw",
        "at": MARCH - 40 * DAY,
    }
    return announce_series(**{**usual, **changes})


def counting(cast: Cast, series: Series, name: str = "Spring Whoopie") -> Event:
    event = sanctioned_event(cast, name=name, level="series-playoff-consolation")
    return add_to_series(by=cast.director, event=event, series=series, part="ordinary", at=MARCH)


def played(cast: Cast, **changes: Any) -> Series:
    """Two certified tables, of four and of three."""
    series = announced(cast, **changes)
    event = counting(cast, series)
    certified(cast, event, cast.players[:4])
    certified(cast, event, cast.players[4:7], name="sample-3-players")
    return series


def shown(series: Series) -> SeriesDetail:
    detail = series_detail(slug=series.slug, asker=None)
    assert detail is not None
    return detail


def parts(series: Series) -> dict[str, list[str]]:
    held: dict[str, list[str]] = {"playoff": [], "consolation": [], "declined": []}
    for qualifier in series.qualifiers.select_related("person").order_by("place", "pk"):
        held["declined" if qualifier.state == "declined" else qualifier.part].append(qualifier.person.number)
    return held


def test_the_order_follows_the_ledger_and_the_certified_places(cast: Cast) -> None:
    series = played(cast, basis="places")
    order = order_of(series)
    first = {ranked.player for ranked in order.ranking if ranked.place == 1}
    assert first == set(Standing.objects.filter(place=1).values_list("person__number", flat=True))
    detail = series_detail(slug=series.slug, asker=None)
    assert detail is not None
    assert len(detail.lines) == 7
    assert sum(line.games for line in detail.lines) == 7


def test_each_event_shows_what_it_brought_and_to_whom(cast: Cast) -> None:
    series = played(cast)
    second = counting(cast, series, name="Summer Whoopie")
    certified(cast, second, cast.players[:3], name="sample-3-players")
    detail = series_detail(slug=series.slug, asker=None)
    assert detail is not None
    assert [event.counts for event in detail.events] == [True, True]
    by_number = {line.number: line for line in detail.lines}
    both, once = cast.players[0].number, cast.players[6].number
    assert None not in by_number[both].won
    assert by_number[once].won[1] is None
    for line in detail.lines:
        assert sum(points or Decimal(0) for points in line.won) == line.points
        assert sum(points is not None for points in line.won) == line.games
    entries = LedgerEntry.objects.filter(
        book=LedgerEntry.Book.AWARDED, award__standing__certification__game__event=second
    )
    assert sum(line.won[1] or Decimal(0) for line in detail.lines) == sum(entry.points for entry in entries)


def test_points_count_once_though_they_are_recorded_too(cast: Cast) -> None:
    series = played(cast)
    before = series_detail(slug=series.slug, asker=None)
    paper = Certificate.objects.filter(kind="rating-points").order_by("-points")[0]
    record_certificates(by=cast.registrar, person=paper.person, codes=[paper.code], at=AFTER)
    after = series_detail(slug=series.slug, asker=None)
    assert before is not None
    assert after is not None
    assert [line.points for line in after.lines] == [line.points for line in before.lines]


def test_places_by_a_recorded_draw(cast: Cast) -> None:
    series = played(cast)
    settle = partial(settle_places, by=cast.director, series=series, at=AFTER)
    refusal = refusal_of(settle)
    assert refusal.code == "draw-open"
    tied = refusal.facts["tied"]
    while order_of(series).open:
        series = draw_for_places(by=cast.director, series=series, seed="1966", at=AFTER)
    assert refusal_of(partial(draw_for_places, by=cast.director, series=series)).code == "no-tie"
    [draw] = series.draws
    assert (draw["seed"], draw["tied"]) == ("1966", tied)
    order = [group[0] for group in rank_tied(draw["tied"], draw["rounds"])]
    assert resolve(draw["rounds"][:1]).scorekeeper in (None, order[0])
    settle()
    held = parts(Series.objects.get(pk=series.pk))
    assert [len(held["playoff"]), len(held["consolation"])] == [3, 3]
    assert order[: 3 - held["playoff"].index(order[0])] == held["playoff"][held["playoff"].index(order[0]) :]


def test_all_who_are_tied_come_in_where_it_was_announced(cast: Cast) -> None:
    series = played(cast, ties="all")
    settle_places(by=cast.director, series=series, at=AFTER)
    assert len(parts(series)["playoff"]) >= 3
    assert order_of(series).open == ()


def test_games_that_are_not_certified_are_waited_for(cast: Cast) -> None:
    series = announced(cast)
    event = counting(cast, series)
    certified(cast, event, cast.players[:4])
    open_table(cast, event, cast.players[4:8])
    refusal = refusal_of(partial(settle_places, by=cast.director, series=series, at=AFTER))
    assert refusal.code == "games-uncertified"
    assert refusal.sentence.startswith("1 of the games")


def test_a_game_that_was_never_played_is_not_waited_for(cast: Cast) -> None:
    series = announced(cast)
    event = counting(cast, series)
    waited_for = open_table(cast, event, cast.players[:4])
    assert uncertified_games(series) == 1
    Game.objects.filter(pk=waited_for.pk).update(state=Game.State.VOID)
    assert uncertified_games(series) == 0


def test_places_wait_for_the_events_to_come(cast: Cast) -> None:
    series = played(cast, ties="all", basis="places")
    later = sanctioned_event(cast, name="Summer Whoopie", at=MARCH + 30 * DAY)
    add_to_series(by=cast.director, event=later, series=series, part="ordinary", at=AFTER)
    refusal = refusal_of(partial(settle_places, by=cast.director, series=series, at=AFTER))
    assert (refusal.code, refusal.facts) == ("events-to-come", {"events": [later.slug]})
    assert "Summer Whoopie" in refusal.sentence
    cancel_event(by=cast.director, event=later, why="The hall is closed.", at=AFTER)
    assert settle_places(by=cast.director, series=series, at=AFTER)


def test_a_cancelled_event_is_not_put_into_a_series(cast: Cast) -> None:
    series = announced(cast)
    event = sanctioned_event(cast, name="Summer Whoopie", at=MARCH + 30 * DAY)
    cancel_event(by=cast.director, event=event, why="The hall is closed.", at=AFTER)
    add = partial(add_to_series, by=cast.director, event=event, series=series, part="ordinary", at=AFTER)
    assert refusal_of(add).code == "event-cancelled"
    assert events_to_add(series) == ()


@pytest.mark.both_databases
def test_an_event_is_taken_out_until_it_begins_or_places_are_given(cast: Cast, sign_in: SignIn) -> None:
    series = played(cast, ties="all", basis="places")
    begun = Event.objects.get(series=series)
    later = sanctioned_event(cast, name="Playoff", level="series-playoff-consolation", at=MARCH + 30 * DAY)
    take_out = partial(take_out_of_series, by=cast.director, series=series, at=AFTER)
    assert refusal_of(take_out, event=later).code == "not-in-this-series"
    later = add_to_series(by=cast.director, event=later, series=series, part="playoff", at=AFTER)
    assert refusal_of(take_out, event=later, by=cast.outsider).code == "not-allowed"
    assert refusal_of(take_out, event=begun).code == "event-begun"
    page = sign_in(cast.director).post(f"/series/{series.slug}/take-out/", {"event": later.slug}, follow=True)
    assert "The event is no longer part of the series." in page.content.decode()
    later.refresh_from_db()
    assert (later.series, later.series_part, later.entry_conditions) == (None, "", [])
    later = add_to_series(by=cast.director, event=later, series=series, part="playoff", at=AFTER)
    settle_places(by=cast.director, series=series, at=AFTER)
    assert refusal_of(take_out, event=later).code == "series-settled"


def test_places_are_given_after_a_question_that_names_who_gets_one(cast: Cast, sign_in: SignIn) -> None:
    series = played(cast, ties="all", basis="places")
    director, address = sign_in(cast.director), f"/series/{series.slug}/settle/"
    asked = director.post(address).content.decode()
    assert f"Give the places of {series.name}?" in asked
    assert "This cannot be undone." in asked
    assert all(line.name in asked for line in shown(series).lines if line.place == 1)
    assert "The places are given." not in director.get("/").content.decode()
    assert not series.qualifiers.exists()
    given = director.post(address, {"sure": "yes"}, follow=True).content.decode()
    assert "The places are given." in given
    assert series.qualifiers.exists()
    assert address not in given
    assert '<option value="ordinary"' not in given


@pytest.mark.both_databases
def test_a_draw_is_asked_once_and_its_order_is_said_and_stays_on_the_page(
    cast: Cast, sign_in: SignIn
) -> None:
    series = played(cast)
    director, address = sign_in(cast.director), f"/series/{series.slug}/draw/"
    tied = [line.name for line in shown(series).lines if line.tied]
    asked = director.post(address).content.decode()
    assert f"Draw among those tied in {series.name}?" in asked
    assert "This cannot be undone." in asked
    assert all(name in asked for name in tied)
    series.refresh_from_db()
    assert series.draws == []
    page = director.post(address, {"sure": "yes"}, follow=True).content.decode()
    [draw] = shown(series).draws
    assert sorted(draw.order) == sorted(tied)
    assert f"Drawn, in this order: {', '.join(draw.order)}." in page
    assert f"gave this order: {', '.join(draw.order)}." in page
    refused = director.post(address, {"sure": "yes"})
    assert (refused.status_code, "Nobody is tied at the line." in refused.content.decode()) == (409, True)
    assert len(shown(series).draws) == 1


@pytest.mark.both_databases
def test_a_draw_for_a_declined_place_says_who_has_it(cast: Cast, sign_in: SignIn) -> None:
    series = played(cast, basis="places", playoff=4, consolation=0)
    settle_places(by=cast.director, series=series, at=AFTER)
    first = series.qualifiers.select_related("person").order_by("place")[0]
    decline_place(by=first.person, qualifier=first, at=AFTER)
    before = set(parts(series)["playoff"])
    director = sign_in(cast.director)
    page = director.post(f"/series/{series.slug}/draw/", {"sure": "yes"}, follow=True).content.decode()
    [gained] = set(parts(series)["playoff"]) - before
    assert f"{Person.objects.get(number=gained).name} has the place now." in page


def test_nobody_draws_while_an_event_that_counts_is_to_come(cast: Cast, sign_in: SignIn) -> None:
    series = played(cast)
    later = sanctioned_event(
        cast, name="Summer Whoopie", level="series-playoff-consolation", at=MARCH + 30 * DAY
    )
    later = add_to_series(by=cast.director, event=later, series=series, part="ordinary", at=MARCH)
    draw = partial(draw_for_places, by=cast.director, series=series, at=AFTER)
    assert refusal_of(draw).code == "events-to-come"
    assert series.draws == []
    take_out_of_series(by=cast.director, event=later, series=series, at=AFTER)
    counted = Event.objects.get(series=series)
    open_table(cast, counted, cast.players[7:10])
    assert refusal_of(draw).code == "games-uncertified"


@pytest.mark.both_databases
def test_a_place_is_given_back_after_a_question_that_says_who_is_next(cast: Cast, sign_in: SignIn) -> None:
    """Seven played; the first three and the next three have places, so one is next."""
    series = played(cast)
    while order_of(series).open:
        series = draw_for_places(by=cast.director, series=series, seed="1966", at=AFTER)
    settle_places(by=cast.director, series=series, at=AFTER)
    held = parts(series)
    first, second, third = (Person.objects.get(number=number) for number in held["consolation"])
    address = f"/series/{series.slug}/decline/"
    page = sign_in(first).post(address, {"number": first.number}).content.decode()
    assert f"Decline the place of {first.name}?" in page
    assert "The next in the order gets it at once." in page
    assert parts(series) == held
    sure = {"number": first.number, "sure": "yes"}
    page = sign_in(first).post(address, sure, follow=True).content.decode()
    [gained] = set(parts(series)["consolation"]) - set(held["consolation"])
    assert f"The place is given back. {Person.objects.get(number=gained).name} has it now." in page
    page = sign_in(second).post(address, {"number": second.number}).content.decode()
    assert "Nobody is next in the order: it stays free." in page
    sure = {"number": second.number, "sure": "yes"}
    page = sign_in(second).post(address, sure, follow=True).content.decode()
    assert "The place is given back. Nobody is next in the order: it stays free." in page
    assert third.number in parts(series)["consolation"]


@pytest.mark.both_databases
def test_only_who_qualified_enters_the_playoff(cast: Cast) -> None:
    series = played(cast, ties="all", basis="places")
    settle_places(by=cast.director, series=series, at=AFTER)
    playoff = sanctioned_event(cast, name="Playoff", level="series-playoff-consolation", at=MARCH + 30 * DAY)
    playoff = add_to_series(by=cast.director, event=playoff, series=series, part="playoff", at=AFTER)
    inside = series.qualifiers.filter(part="playoff").select_related("person")[0].person
    outside = series.qualifiers.filter(part="consolation").select_related("person")[0].person
    assert enter_event(by=inside, event=playoff, person=inside, at=AFTER).state == "entered"
    refusal = refusal_of(partial(enter_event, by=cast.director, event=playoff, person=outside, at=AFTER))
    assert refusal.code == "condition-unmet"
    assert "who qualified for the playoff of Arden Series" in refusal.rule


def test_each_declines_the_own_place_on_the_page_and_the_club_any(cast: Cast, sign_in: SignIn) -> None:
    series = played(cast, ties="all", basis="places")
    settle_places(by=cast.director, series=series, at=AFTER)
    places = series.qualifiers.count()
    qualified = series.qualifiers.select_related("person")[0].person
    for person, offered in ((qualified, 1), (cast.director, places), (cast.outsider, 0)):
        page = sign_in(person).get(f"/series/{series.slug}/").content.decode()
        assert page.count(f'action="/series/{series.slug}/decline/"') == offered


def test_several_events_are_added_together_or_none(cast: Cast, sign_in: SignIn) -> None:
    series, director = announced(cast), sign_in(cast.director)
    slugs = [sanctioned_event(cast, name=f"Evening {number}").slug for number in (1, 2)]
    page = director.get(f"/series/{series.slug}/").content.decode()
    assert page.index(f'value="{slugs[0]}"') < page.index(f'value="{slugs[1]}"')
    sent = {"event": [*slugs, "nowhere"], "part": "ordinary"}
    refused = director.post(f"/series/{series.slug}/add/", sent)
    assert (refused.status_code, Event.objects.filter(series=series).count()) == (422, 0)
    added = director.post(f"/series/{series.slug}/add/", {**sent, "event": slugs}, follow=True)
    assert "2 events are now part of the series." in added.content.decode()
    assert set(Event.objects.filter(series=series).values_list("slug", flat=True)) == set(slugs)


@pytest.mark.both_databases
def test_who_declines_is_replaced_by_the_next_at_once(cast: Cast) -> None:
    series = played(cast)
    while order_of(series).open:
        series = draw_for_places(by=cast.director, series=series, seed="1966", at=AFTER)
    settle_places(by=cast.director, series=series, at=AFTER)
    before = parts(series)
    first = series.qualifiers.get(person__number=before["playoff"][0])
    stranger = next(player for player in cast.players if player.pk != first.person_id)
    decline = partial(decline_place, qualifier=first, why="On holiday.", at=AFTER)
    assert refusal_of(partial(decline, by=stranger)).code == "not-allowed"
    decline(by=first.person)
    after = parts(series)
    assert after["declined"] == [before["playoff"][0]]
    assert set(after["playoff"]) == {*before["playoff"][1:], before["consolation"][0]}
    assert len(after["consolation"]) == 3
    assert refusal_of(partial(decline, by=first.person)).code == "declined-already"


def test_one_may_decline_though_the_next_are_tied(cast: Cast) -> None:
    """Two first and two second places qualify; for one who declines the two third ones draw."""
    series = played(cast, basis="places", playoff=4, consolation=0)
    settle_places(by=cast.director, series=series, at=AFTER)
    first = series.qualifiers.select_related("person").order_by("place")[0]
    decline_place(by=first.person, qualifier=first, at=AFTER)
    assert len(parts(series)["playoff"]) == 3
    assert len(order_of(series).open) == 2
    draw_for_places(by=cast.director, series=series, seed="1966", at=AFTER)
    assert len(parts(series)["playoff"]) == 4


def test_the_page_asks_as_often_with_many_as_with_few(cast: Cast, django_assert_max_num_queries: Any) -> None:
    series = played(cast)
    with django_assert_max_num_queries(12):
        assert series_detail(slug=series.slug, asker=cast.director)


def test_a_playoff_and_a_consolation_of_two_are_refused_at_their_fields(cast: Cast, sign_in: SignIn) -> None:
    director, address = sign_in(cast.director), f"/clubs/{cast.club.slug}/series/new/"
    page = director.get(address).content.decode()
    assert re.search(r'<input[^>]* name="playoff"[^>]* min="3"', page)
    typed = {"name": "Two", "basis": "points", "playoff": "2", "consolation": "2", "ties": "draw"}
    refused = director.post(address, typed)
    page = refused.content.decode()
    assert refused.status_code == 422
    assert 'id="id_playoff_error"' in page
    assert "A consolation needs 3 players, or none." in page
    assert not Series.objects.exists()
    for consolation in ("0", "3"):
        name = f"With {consolation}"
        sent = director.post(address, {**typed, "name": name, "playoff": "3", "consolation": consolation})
        assert sent.status_code == 302


def test_whoever_runs_the_club_reads_full_names_in_a_series_and_on_its_games(
    cast: Cast, sign_in: SignIn
) -> None:
    series, young = played(cast), cast.players[0]
    born = today() - dt.timedelta(days=15 * 365)
    PrivateData.objects.update_or_create(person=young, defaults={"birth_date": born})
    short = f"{young.given_names} {young.family_name[0]}."
    game = Game.objects.get(players__person=young)
    for path in (f"/series/{series.slug}/", f"/events/{game.event.slug}/games/{game.number}/"):
        for person, name, other in ((cast.director, young.name, short), (cast.outsider, short, young.name)):
            page = sign_in(person).get(path).content.decode().partition("<main")[2]
            assert (name in page, f">{other}<" in page) == (True, False), (path, person)
