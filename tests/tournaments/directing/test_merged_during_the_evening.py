"""Two records that turn out to be one person while the evening goes on: one line, one name, one place."""

from __future__ import annotations

import re
from functools import partial
from random import Random

import pytest

from sanctioning.identity.names import public_name, telling_apart
from sanctioning.people.models.person import Person, Publicity
from sanctioning.people.services.merging import merge_people
from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.support.play import drawn_table, play
from tests.tournaments.directing.test_floor import evening
from tournaments.calls.services.calls import call_executor
from tournaments.directing.commands import FLOOR_COMMANDS, AskedOnFloor
from tournaments.directing.selectors.floor import floor_of, on_floor, ruled_tables
from tournaments.directing.services.moving_players import send_home
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.entries import entrants, entry_list
from tournaments.events.models.event import Event
from tournaments.rounds.selectors.rounds import games_for_cards, rounds_of, table_cards
from tournaments.rounds.services.rounds import discard_round, plan_round
from tournaments.tables.selectors.tables_of_event import tables_of

pytestmark = pytest.mark.both_databases


@pytest.fixture
def merged(cast: Cast) -> tuple[Event, Person, Person]:
    """The record that is kept was withdrawn; the other is entered, here, and has played a game."""
    event = evening(cast)
    kept, other = cast.players[0], cast.players[9]
    send_home(by=cast.director, event=event, entry=event.entries.get(person=kept), sure=True, at=MARCH)
    first = drawn_table(cast, [other, *cast.players[1:4]], event=event)
    play(cast, first, 1, Random(1))
    Person.objects.filter(pk=other.pk).update(account=None)
    merge_people(by=cast.registrar, kept=kept, merged=other, reason="The same hand.", at=MARCH)
    return event, kept, other


def test_whoever_sits_at_a_table_is_not_without_one_whatever_their_record(
    cast: Cast, merged: tuple[Event, Person, Person]
) -> None:
    event, kept, _other = merged
    drawn_table(cast, cast.players[4:7], event=event)
    FLOOR_COMMANDS["place"].run(cast.director, event, AskedOnFloor(player=kept.number, game="2"))
    floor = floor_of(event, at=MARCH)
    assert [line.name for line in floor.free] == [person.name for person in cast.players[7:9]]
    assert [line.name for line in floor.without_table] == [person.name for person in cast.players[7:9]]
    seen = on_floor(floor, kept)
    assert seen.sits_at is not None
    assert (seen.name, seen.entered, seen.present, seen.sits_at.number) == (kept.name, True, True, 2)
    seated = {seat.name for table in floor.tables for seat in table.table.seats}
    assert kept.name in seated
    assert "(" not in "".join(seated), "one person under two numbers is no namesake"
    home = FLOOR_COMMANDS["withdraw"].run(cast.director, event, AskedOnFloor(player=kept.number, sure="yes"))
    assert home.deed == "withdrawn"


def test_the_withdrawn_entry_of_somebody_who_is_entered_is_in_no_list(
    cast: Cast, merged: tuple[Event, Person, Person], sign_in: SignIn
) -> None:
    event, kept, other = merged
    listed = entry_list(event)
    assert kept.name in {line.name for line in listed.entered}
    assert listed.gone == ()
    door = sign_in(cast.director).get(f"/events/{event.slug}/manage/check-in/").content.decode()
    assert "Withdrawn or absent" not in door
    everybody = sign_in(cast.players[1]).get(f"/events/{event.slug}/entries/").content.decode()
    assert everybody.count(kept.sort_name) == 1
    assert len(entrants(event).rows) == 10 - 1
    entry = event.entries.get(person=other)
    Entry.objects.filter(pk=entry.pk).update(state="withdrawn", checked_in_at=None)
    assert len(entry_list(event).gone) == 2, "none of them counts: both can be restored"


def test_whoever_is_shown_by_the_number_alone_is_not_numbered_twice(
    merged: tuple[Event, Person, Person], cast: Cast
) -> None:
    event, kept, other = merged
    Person.objects.filter(pk=kept.pk).update(publicity=Publicity.NUMBER)
    people = list(Person.objects.filter(pk__in=(kept.pk, other.pk)).select_related("merged_into"))
    drawn_table(cast, [kept, *cast.players[4:7]], event=event)
    names = [seat.name for table in tables_of(event, public_name) for seat in table.seats]
    assert names.count(kept.number) == 2
    assert {telling_apart(public_name, people)(person) for person in people} == {kept.number}
    cards = {seat.name for card in table_cards(games_for_cards(event)) for seat in card.seats}
    assert kept.number in cards
    assert "(" not in "".join(cards)


def test_the_number_and_the_name_of_the_record_that_is_kept_stand_everywhere(
    cast: Cast, merged: tuple[Event, Person, Person], sign_in: SignIn
) -> None:
    event, kept, other = merged
    director, address = sign_in(cast.director), f"/events/{event.slug}/"
    call_executor(by=cast.players[1], game=event.games.get(), kind="score", about="", at=MARCH)
    ruled = ruled_tables(event, cast.executor)
    assert kept.name in {seat.name for table in ruled for seat in table.table.seats}
    assert other.name not in {seat.name for table in ruled for seat in table.table.seats}
    for page in ("manage/", "manage/check-in/", "rounds/", "entries/", "floor/"):
        shown = director.get(address + page).content.decode()
        shown = re.sub(r"<[^>]+>", " ", shown)
        assert other.name not in shown, page
        assert other.number not in shown, page
        assert (kept.name if page == "floor/" else kept.number) in shown, page
    manage = director.get(f"{address}manage/").content.decode()
    boxes = re.findall(r'<input type="checkbox" name="players" value="([^"]+)"', manage)
    assert (kept.number in boxes, other.number in boxes) == (True, False)
    narrowed = director.get(f"{address}manage/?q={other.number}").content.decode()
    assert kept.number in narrowed, "whoever has the old card is found by it"


def test_a_round_by_hand_and_a_game_take_the_number_that_is_kept(
    cast: Cast, merged: tuple[Event, Person, Person], sign_in: SignIn
) -> None:
    event, kept, other = merged
    event.games.update(state="certified")
    here = event.entries.filter(checked_in_at__isnull=False).exclude(person=other)
    numbers = [kept.number, *here.values_list("person__number", flat=True)]
    plan = partial(plan_round, by=cast.director, event=event, planned={"stanzas": 9}, mode="hand", at=MARCH)
    for seated_as in (kept, other):
        tables = [[seated_as.number, *numbers[1:5]], numbers[5:]]
        round = plan(tables=tables)
        assert other.number in round.tables[0], "as they entered"
        shown = {seat.number for table in rounds_of(event)[0].tables for seat in table.seats}
        assert (kept.number in shown, other.number in shown) == (True, False)
        discard_round(by=cast.director, round=round, why="Again.", at=MARCH)
    game = {"kind": "stanzas", "value": "9", "players": numbers[:3]}
    page = sign_in(cast.director).post(f"/events/{event.slug}/manage/games/", game, follow=True)
    assert page.status_code == 200
    assert event.games.latest("number").players.filter(person__in=(kept, other)).exists()
