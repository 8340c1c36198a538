"""Withdrawing by somebody who sits at a table: asked once, gone from the table, and the director is told."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from tests.cast import MARCH, Cast, open_table
from tests.fixtures import SignIn
from tests.support.play import drawn_table, play, random_body, report, table
from tests.support.refusals import refusal_of
from tests.tournaments.directing.test_floor import evening, seats
from tournaments.calls.selectors import calls_of
from tournaments.calls.services.calls import call_executor
from tournaments.directing.selectors.floor import floor_of
from tournaments.directing.services.moving_players import send_home
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.entries import enter_event, mark_absent, withdraw_entry
from tournaments.entries.services.restoring import restore_entry
from tournaments.entries.services.withdrawals import withdraw
from tournaments.events.models.event import Event
from tournaments.events.permissions import sits_at
from tournaments.games.models import Game
from tournaments.games.selectors.seats import seat_in
from tournaments.reports.permissions import may_confirm
from tournaments.tables.selectors.table import table_of_game
from tournaments.tables.services.closing import close_game
from tournaments.tables.services.seating import get_up, sit_down, wait_at_table


def entry_of(event: Event, person: Person) -> Entry:
    entry: Entry = event.entries.get(person=person)
    return entry


@pytest.mark.both_databases
def test_the_first_dealer_who_withdraws_leaves_the_table_and_another_deals(cast: Cast) -> None:
    event = evening(cast)
    game = drawn_table(cast, cast.players[:4], event=event)
    drawn = Game.objects.get(pk=game.pk).first_dealer
    assert drawn is not None
    dealer = drawn.person
    entry = entry_of(event, dealer)
    asked = refusal_of(partial(withdraw, by=dealer, entry=entry, at=MARCH))
    assert (asked.code, asked.facts) == ("sits-at-a-table", {"game": "1"})
    assert entry_of(event, dealer).state == "entered"
    assert refusal_of(partial(withdraw_entry, by=dealer, entry=entry, at=MARCH)).code == "sits-at-a-table"
    assert refusal_of(partial(mark_absent, by=cast.director, entry=entry, at=MARCH)).code == "sits-at-a-table"
    assert refusal_of(partial(withdraw, by=cast.outsider, entry=entry, at=MARCH)).status == 403
    withdraw(by=dealer, entry=entry, sure=True, at=MARCH)
    assert entry_of(event, dealer).state == "withdrawn"
    assert seat_in(event, dealer) is None
    [message] = Message.objects.filter(kind="player-left-table")
    assert message.to == cast.director
    now = table(cast, game)
    assert now.due is not None
    on_floor = floor_of(event, at=MARCH).tables[0].table.seats
    assert dealer.number not in [seat.player for seat in on_floor]
    assert [seat.player for seat in on_floor if seat.deals] == [now.due.dealer]
    play(cast, game, 1, Random(1))
    body, played = random_body(table(cast, game), Random(2)), Game.objects.get(pk=game.pk)
    for act, what in (
        (partial(report, cast, played, body, by=dealer), "report stanzas of this game"),
        (partial(close_game, by=dealer, game=played, sure=True, at=MARCH), "close this game"),
        (partial(call_executor, by=dealer, game=played, kind="score", at=MARCH), "call"),
        (partial(get_up, by=dealer, game=played, person=cast.players[2], at=MARCH), "write down who"),
    ):
        refused = refusal_of(act)
        assert (refused.status, what in refused.sentence) == (403, True)
        assert refused.remedy.startswith("Ask a player at the table")
    seen = table_of_game(game=played, asker=dealer)
    assert seen is not None
    assert (seen.acts.keep, seen.acts.report, seen.acts.correct, seen.acts.close) == (False,) * 4
    assert calls_of(game=played, asker=dealer) is not None
    restore_entry(by=cast.director, entry=entry_of(event, dealer), at=MARCH)
    sit_down(by=cast.director, game=played, person=dealer, at=MARCH)
    report(cast, played, random_body(table(cast, game), Random(2)), by=dealer)
    get_up(by=dealer, game=played, person=dealer, at=MARCH)
    newcomer = cast.players[7]
    sit_down(by=cast.director, game=played, person=newcomer, at=MARCH)
    assert sits_at(newcomer, played)
    get_up(by=newcomer, game=played, person=newcomer, at=MARCH)
    assert [sits_at(person, played) for person in (*cast.players[:4], newcomer)] == [
        person != dealer for person in cast.players[:4]
    ] + [False]
    closed = close_game(by=cast.director, game=Game.objects.get(pk=game.pk), sure=True, at=MARCH)
    day = MARCH.date()
    assert may_confirm(dealer, day, closed.game, closed)
    assert not may_confirm(cast.outsider, day, closed.game, closed)


def test_before_the_draw_the_seat_is_taken_away_and_the_director_is_not_told_of_his_own_act(
    cast: Cast,
) -> None:
    event = evening(cast)
    game = open_table(cast, event, cast.players[:4])
    withdraw(by=cast.players[1], entry=entry_of(event, cast.players[1]), sure=True, at=MARCH)
    assert seats(game) == ["Ash", "Cedar", "Dogwood"]
    assert Message.objects.filter(kind="player-left-table").count() == 1
    entry = entry_of(event, cast.players[2])
    asked = refusal_of(partial(withdraw, by=cast.director, entry=entry, at=MARCH))
    assert asked.sentence == "C Cedar sits at game 1."
    withdraw(by=cast.director, entry=entry, sure=True, at=MARCH)
    assert Message.objects.filter(kind="player-left-table").count() == 1


@pytest.mark.both_databases
def test_a_place_that_somebody_waits_for_is_given_away_only_when_it_is_meant(
    cast: Cast, sign_in: SignIn
) -> None:
    event = evening(cast)
    Event.objects.filter(pk=event.pk).update(capacity=len(cast.players))
    newcomer = register_person(by=cast.registrar, given_names="Nell", family_name="Late")
    enter_event(by=cast.director, event=event, person=newcomer, at=MARCH)
    gone, own, home = (entry_of(event, person) for person in cast.players[:3])
    for ask in (
        partial(withdraw, by=cast.director, entry=gone, at=MARCH),
        partial(send_home, by=cast.director, event=event, entry=home, at=MARCH),
    ):
        asked = refusal_of(ask)
        assert asked.code == "place-goes-on"
        assert "Nell Late is next on the waiting list" in asked.sentence
    director = sign_in(cast.director)
    page = director.post(f"/events/{event.slug}/floor/withdraw/", {"player": cast.players[2].number})
    assert b"Give the place away?" in page.content
    managed = director.post(f"/events/{event.slug}/manage/withdraw/", {"entry": gone.pk})
    assert b"Give the place away?" in managed.content
    withdraw(by=cast.players[1], entry=own, at=MARCH)
    assert entry_of(event, newcomer).state == Entry.State.ENTERED
    withdraw(by=cast.director, entry=gone, at=MARCH)


@pytest.mark.both_databases
def test_who_waits_at_a_table_and_withdraws_waits_no_more(cast: Cast) -> None:
    """Whichever way their entry goes, and whatever has become of the table."""
    event = evening(cast)
    game = drawn_table(cast, cast.players[:4], event=event)
    withdrawn, sent_home, absent, newcomer, left = cast.players[4:9]
    for person in (withdrawn, sent_home, absent, newcomer, left):
        wait_at_table(by=cast.director, game=game, person=person, at=MARCH)
    sit_down(by=cast.director, game=game, person=newcomer, at=MARCH)
    assert all(sits_at(person, game) for person in (*cast.players[:4], newcomer))
    assert {seat_in(event, person) for person in (*cast.players[:4], newcomer)} == {game}
    withdraw(by=withdrawn, entry=entry_of(event, withdrawn), at=MARCH)
    send_home(by=cast.director, event=event, entry=entry_of(event, sent_home), at=MARCH)
    mark_absent(by=cast.director, entry=entry_of(event, absent), at=MARCH)
    waiting = game.waiting.filter(ended_at__isnull=True)
    assert [stay.person for stay in waiting] == [left]
    Game.objects.filter(pk=game.pk).update(state=Game.State.REPORTED)
    withdraw(by=left, entry=entry_of(event, left), at=MARCH)
    assert not waiting.all().exists()
    noted = AuditEntry.objects.filter(action="stop waiting", thing_id=str(game.pk)).order_by("pk")
    assert [(entry.after or {})["player"] for entry in noted] == [
        person.number for person in (withdrawn, sent_home, absent, left)
    ]
    assert not Message.objects.filter(kind="player-left-table").exists()
