"""A disputed entry is ruled on: who is let in is in, who is kept out stays out, and who may rule."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules_engine.justice.bar_reach import Target
from sanctioning.bars.services import impose_bar
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast, make_cast, open_table, sanctioned_event
from tests.support.keyed import keyed
from tests.support.racing import all_at_once
from tests.support.refusals import refused
from tests.support.team_events import signed_in
from tournaments.calls.models import Call
from tournaments.calls.services.calls import call_executor
from tournaments.entries.models.ruling import EntryRuling
from tournaments.entries.selectors.rulings import entry_rulings_of
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.conditions import set_entry_conditions
from tournaments.entries.services.entries import enter_event, withdraw_entry
from tournaments.entries.services.rulings import rule_on_entry
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.games.services.games import seat_players
from tournaments.justice.rulings.models import Ruling

SAID: dict[str, Any] = {
    "what": "He has moved here; the register has his old club.",
    "reason": "He showed it.",
}
EVERYTHING = [Target("everything")]
KEPT_OUT: dict[str, Any] = {"what": "The invitation was another's.", "reason": "The letter names her."}


@pytest.fixture
def event(cast: Cast) -> Event:
    """Open to two who are invited."""
    event = sanctioned_event(cast)
    people = [player.number for player in cast.players[:2]]
    conditions = [{"kind": "invitation", "people": people}]
    return set_entry_conditions(by=cast.director, event=event, conditions=conditions, at=MARCH)


def table_at(cast: Cast, event: Event) -> Game:
    return open_table(cast, event, cast.players[4:8])


def let_in(by: Person, event: Event, person: Person, **details: Any) -> EntryRuling:
    return rule_on_entry(by=by, event=event, person=person, admitted=True, at=MARCH, **{**SAID, **details})


def kept_out(by: Person, event: Event, person: Person, **details: Any) -> EntryRuling:
    return rule_on_entry(
        by=by, event=event, person=person, admitted=False, at=MARCH, **{**KEPT_OUT, **details}
    )


def test_who_is_ruled_to_meet_the_conditions_is_entered_by_it(cast: Cast, event: Event) -> None:
    game, elm = table_at(cast, event), cast.players[3]
    refused("condition-unmet", enter_event, by=elm, event=event, person=elm)
    call = call_executor(by=cast.players[4], game=game, kind=Call.Kind.SEATS, at=MARCH)
    admitted = let_in(cast.executor, event, elm, call=call, key="k")
    assert let_in(cast.executor, event, elm, key="k") == admitted
    ruling = admitted.ruling
    assert ruling is not None
    assert (ruling.kind, ruling.section, ruling.game, ruling.call) == (
        *("entry", "II/Adding new players", game),
        call,
    )
    assert ruling.what == f"{elm.name} is let in. {SAID['what']}"
    entry = event.entries.get(person=elm)
    assert (entry.state, entry.requirements_met_by) == ("entered", cast.executor)
    assert {message.to for message in Message.objects.filter(kind="entry-ruled")} == {elm}
    assert {message.to for message in Message.objects.filter(kind="entry-ruled-here")} == {cast.director}
    withdraw_entry(by=elm, entry=entry, at=MARCH)
    assert enter_event(by=elm, event=event, person=elm, at=MARCH).state == "entered"


def test_who_is_kept_out_is_withdrawn_and_neither_enters_nor_sits_down(cast: Cast, event: Event) -> None:
    game, ash = table_at(cast, event), cast.players[0]
    enter_event(by=ash, event=event, person=ash, at=MARCH)
    ruling = kept_out(cast.executor, event, ash)
    assert event.entries.get(person=ash).state == "withdrawn"
    refusal = refused("kept-out", enter_event, by=ash, event=event, person=ash)
    assert refusal.rule == "II/Adding new players: The letter names her."
    refused("kept-out", seat_players, by=cast.director, game=game, people=[ash])
    anew = let_in(cast.executor, event, ash)
    ruling.refresh_from_db()
    assert (ruling.ended_at, anew.ended_at) == (MARCH, None)
    assert event.entries.get(person=ash).state == "entered"


def test_requirements_in_words_are_ruled_to_be_met(cast: Cast, event: Event) -> None:
    table_at(cast, event)
    Event.objects.filter(pk=event.pk).update(entry_requirements="A beginner.")
    entry = enter_event(by=cast.players[0], event=event, person=cast.players[0], at=MARCH)
    refused("requirements-open", check_in, by=cast.director, entry=entry)
    let_in(cast.executor, event, cast.players[0])
    assert check_in(by=cast.director, entry=entry, at=MARCH).is_present


def test_the_managing_executor_rules_while_no_game_has_an_acting_executor(cast: Cast, event: Event) -> None:
    for stranger in (cast.executor, cast.director, cast.players[0]):
        assert refused_to(stranger, event, cast.players[3]) == "not-allowed"
    ruling = let_in(cast.managing, event, cast.players[3])
    assert (ruling.ruling, ruling.by.person) == (None, cast.managing)
    table_at(cast, event)
    assert refused_to(cast.managing, event, cast.players[2]) == "not-allowed"


def refused_to(by: Person, event: Event, person: Person) -> str:
    with pytest.raises(Refusal) as caught:
        let_in(by, event, person)
    return caught.value.code


def test_what_no_ruling_on_an_entry_can_do(cast: Cast, event: Event) -> None:
    table_at(cast, event)
    impose_bar(
        by=cast.managing,
        person=cast.players[3],
        reach=EVERYTHING,
        first_day=MARCH.date(),
        last_day=None,
        why="A test.",
        at=MARCH,
    )
    assert refused_to(cast.executor, event, cast.players[3]) == "barred"
    assert refused_to(cast.executor, event, cast.executor) == "own-cause"
    for field in ("what", "reason"):
        with pytest.raises(Refusal) as caught:
            let_in(cast.executor, event, cast.players[2], **{field: " "})
        assert caught.value.facts == {"field": field}
    with pytest.raises(Refusal) as caught:
        kept_out(cast.executor, event, cast.players[4])
    assert caught.value.code == "plays-already"
    assert not EntryRuling.objects.exists()
    assert not Ruling.objects.exists()


@pytest.mark.both_databases
def test_a_ruling_on_an_entry_stays_as_it_was_made(cast: Cast, event: Event) -> None:
    ruling = let_in(cast.managing, event, cast.players[3])
    rows = EntryRuling.objects.filter(pk=ruling.pk)
    for change in (lambda: rows.update(admitted=False), lambda: rows._raw_delete("default")):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_who_reads_the_rulings_in_how_many_queries(cast: Cast, event: Event) -> None:
    assert entry_rulings_of(event=event, asker=cast.players[0]) is None

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            entry_rulings_of(event=event, asker=cast.director)
        return len(queries)

    let_in(cast.managing, event, cast.players[2])
    once = asked()
    for player in cast.players[3:7]:
        let_in(cast.managing, event, player)
    assert asked() == once
    lines = entry_rulings_of(event=event, asker=cast.director)
    assert lines is not None
    assert [line.name for line in lines][-1] == cast.players[2].name


@pytest.mark.both_databases
def test_pages_and_programs_rule_alike(cast: Cast, event: Event, client: Client) -> None:
    game = table_at(cast, event)
    call = call_executor(by=cast.players[4], game=game, kind=Call.Kind.OTHER, about="May Elm play?", at=MARCH)
    elm = cast.players[3]
    assert cast.executor.account is not None
    client.force_login(cast.executor.account)
    path = f"/events/{event.slug}/entry-rulings/"
    chosen = client.get(f"/events/{event.slug}/games/{game.number}/rule/?call={call.pk}").content.decode()
    assert f"{path}?call={call.pk}" in chosen
    assert "May Elm play?" in client.get(f"{path}?call={call.pk}").content.decode()
    typed = {"player": elm.number, "outcome": "kept-out", **KEPT_OUT, "call": str(call.pk)}
    wrong = client.post(path, {**typed, "player": "W-999", "reason": ""})
    assert (wrong.status_code, b"Nobody has this number" in wrong.content) == (422, True)
    unsaid = client.post(path, {**typed, "reason": ""})
    assert (unsaid.status_code, b"A ruling has a reason." in unsaid.content) == (422, True)
    assert b"The invitation was another" in unsaid.content
    assert client.post(path, typed).status_code == 302
    shown, manage = client.get(path).content.decode(), f'href="/events/{event.slug}/manage/"'
    assert "kept out" in shown
    assert manage not in shown
    assert manage in signed_in(cast.director).get(path).content.decode()
    sent = {"person": elm.number, "admitted": True, **SAID}
    answer = client.post(f"/api/v1{path}", sent, content_type="application/json", **keyed())
    assert answer.status_code == 201, answer.content
    listed = client.get(f"/api/v1{path}").json()
    assert [(line["admitted"], line["stands"]) for line in listed] == [(True, True), (False, False)]
    assert elm.account is not None
    client.force_login(elm.account)
    own = client.get(f"/events/{event.slug}/entry/").content.decode()
    assert "It was ruled that you meet the conditions" in own
    assert client.get(path).status_code == 403


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_executors_who_rule_on_one_entry_at_once_leave_one_that_stands() -> None:
    cast = make_cast()
    event = sanctioned_event(cast)
    table_at(cast, event)
    ash = cast.players[0]
    acts = [
        lambda: let_in(cast.executor, event, ash),
        lambda: kept_out(cast.executor, event, ash),
        lambda: enter_event(by=ash, event=event, person=ash, at=MARCH),
    ]
    ended = all_at_once(acts)
    assert all(not isinstance(answer, Exception) or isinstance(answer, Refusal) for answer in ended), ended
    standing = EntryRuling.objects.standing().get()
    assert (event.entries.get(person=ash).state == "entered") == standing.admitted
