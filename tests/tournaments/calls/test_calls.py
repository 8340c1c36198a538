"""Calls for the Acting Executor, and announcements to everybody at an event."""

from __future__ import annotations

import datetime as dt
from functools import partial

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH, Cast, make_cast, open_table, sanctioned_event
from tests.support.bid_whist import seat_round, tournament_of
from tests.support.play import drawn_table
from tests.support.racing import all_at_once
from tests.support.refusals import refused
from tests.support.team_events import signed_in
from tournaments.calls.models import Call
from tournaments.calls.selectors import calls_at, calls_of, open_calls_for, open_calls_in
from tournaments.calls.services.calls import answer_call, call_executor, withdraw_call
from tournaments.events.models.announcement import Announcement
from tournaments.events.selectors.announcements import announcements_of
from tournaments.events.services.announcements import announce, take_down
from tournaments.games.models import Game
from tournaments.games.services.games import open_game

SCORE = Call.Kind.SCORE


def test_a_call_is_told_to_the_acting_executor_and_stands_until_he_answers(cast: Cast, game: Game) -> None:
    call = call_executor(
        by=cast.players[0], game=game, kind=SCORE, about="  Ash says 12,  Birch 10. ", stanza=1, at=MARCH
    )
    [message] = Message.objects.filter(kind="executor-called")
    assert (message.to, message.path) == (cast.executor, "/events/spring-whoopie/games/1/calls/")
    assert "A Ash calls you to game 1 of Spring Whoopie" in message.text
    assert "“Ash says 12, Birch 10.”" in message.text
    assert [call.number for call in open_calls_for(person=cast.executor)] == [call.pk]
    answer_call(by=cast.executor, call=call, note="Twelve.", at=MARCH)
    seen = calls_of(game=game, asker=cast.players[1])
    assert seen is not None
    assert seen.open == ()
    [line] = seen.ended
    assert (line.by, line.about, line.stanza) == ("A Ash", "Ash says 12, Birch 10.", 1)
    assert (line.ended, line.ended_by, line.note) == ("answered", cast.executor.name, "Twelve.")
    assert open_calls_for(person=cast.executor) == open_calls_in(event=game.event) == ()
    assert [entry.action for entry in AuditEntry.objects.order_by("-pk")[:2]] == [
        "answer call",
        "call executor",
    ]


def test_a_table_calls_by_its_own_pad_and_a_call_sent_twice_is_one(cast: Cast, game: Game) -> None:
    call = call_executor(by=None, game=game, kind=SCORE, key="pad-1", at=MARCH)
    assert call_executor(by=None, game=game, kind=SCORE, key="pad-1", at=MARCH) == call
    assert [call.by for call in calls_at(game=game).open] == [""]
    [message] = Message.objects.filter(kind="executor-called")
    assert message.text.startswith("Game 1 of Spring Whoopie calls you")
    withdraw_call(by=None, call=call, at=MARCH)
    assert withdraw_call(by=None, call=call, at=MARCH).ended == "withdrawn"
    assert refused("call-ended", partial(answer_call, by=cast.executor, call=call)).status == 409


@pytest.mark.both_databases
def test_who_is_not_at_the_table_neither_calls_nor_sees_nor_answers(cast: Cast, game: Game) -> None:
    refused("not-allowed", call_executor, by=cast.outsider, game=game, kind=SCORE)
    call = call_executor(by=cast.director, game=game, kind=SCORE, at=MARCH)
    for person in (cast.director, cast.players[0], cast.managing):
        refused("not-allowed", answer_call, by=person, call=call)
    refused("not-allowed", withdraw_call, by=cast.outsider, call=call)
    assert [calls_of(game=game, asker=asker) for asker in (None, cast.outsider, cast.registrar)] == [None] * 3


def test_where_the_book_makes_directors_final_they_answer_and_the_words_say_so(cast: Cast) -> None:
    event, teams = tournament_of(cast, 2)
    game = seat_round(cast, event, teams, [{"table": 1, "teams": [1, 2]}])
    call = call_executor(by=cast.players[0], game=game, kind=SCORE, at=MARCH)
    stranger = refused("not-allowed", answer_call, by=cast.players[1], call=call)
    assert "somebody who runs the event and does not play in it" in stranger.remedy + stranger.sentence
    assert stranger.rule.startswith("End of section 6")
    assert refused("call-kind", call_executor, by=cast.director, game=game, kind="x").rule == stranger.rule
    page = signed_in(cast.director).get(f"/events/{event.slug}/games/1/calls/").content.decode()
    assert "<h1>Calls for the director</h1>" in page
    assert answer_call(by=cast.director, call=call, note="Ten.", at=MARCH).ended == "answered"


def test_a_call_says_what_about_and_of_which_stanza(cast: Cast, game: Game) -> None:
    wrong: dict[str, dict[str, object]] = {
        "call-kind": {"kind": "weather"},
        "call-without-words": {"kind": "other", "about": "  "},
        "call-too-long": {"kind": "other", "about": "w" * 301},
        "no-such-stanza": {"kind": "score", "stanza": 2},
    }
    for code, arguments in wrong.items():
        assert refused(code, call_executor, by=cast.players[0], game=game, **arguments).status == 422
    Game.objects.filter(pk=game.pk).update(state="certified")
    refused("game-state", call_executor, by=cast.players[0], game=game, kind=SCORE)


def test_a_call_from_a_game_without_an_executor_is_told_to_who_appoints_one(cast: Cast) -> None:
    event = sanctioned_event(cast)
    game = open_game(by=cast.director, event=event, planned={"stanzas": 14}, at=MARCH)
    call_executor(by=cast.director, game=game, kind=SCORE, at=MARCH)
    assert not Message.objects.filter(kind="executor-called").exists()
    [message] = Message.objects.filter(kind="call-without-executor")
    assert (message.to, message.path) == (cast.managing, f"/events/{event.slug}/executors/")
    assert "Nobody has been appointed yet" in message.text
    assert len(open_calls_in(event=event)) == 1


@pytest.mark.both_databases
def test_the_database_keeps_a_call_as_it_was_made_and_ended(cast: Cast, game: Game) -> None:
    call = call_executor(by=cast.players[0], game=game, kind=SCORE, at=MARCH)
    rows = Call.objects.filter(pk=call.pk)
    board = announce(by=cast.director, event=game.event, text="Supper.", at=MARCH)
    acts = [
        lambda: rows.update(about="Another matter."),
        rows.delete,
        lambda: rows.update(ended="answered", ended_at=MARCH),
        Announcement.objects.filter(pk=board.pk).delete,
        lambda: Announcement.objects.filter(pk=board.pk).update(text="Dinner."),
    ]
    answered = [lambda: rows.update(note="Another answer.")]
    for act in acts:
        with pytest.raises(DatabaseError), transaction.atomic():
            act()
    answer_call(by=cast.executor, call=rows.get(), at=MARCH)
    for act in answered:
        with pytest.raises(DatabaseError), transaction.atomic():
            act()


def test_calls_take_as_many_queries_with_one_table_as_with_many(cast: Cast) -> None:
    event = sanctioned_event(cast)
    counts = []
    for calls in (1, 9):
        for _ in range(calls):
            call_executor(by=None, game=open_table(cast, event, cast.players[:4]), kind=SCORE, at=MARCH)
        with CaptureQueriesContext(connection) as queries:
            assert open_calls_in(event=event)
            assert open_calls_for(person=cast.executor)
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.both_databases
def test_an_announcement_hangs_until_its_time_or_until_it_is_taken_down(cast: Cast) -> None:
    event, hour = sanctioned_event(cast), dt.timedelta(hours=1)
    supper = announce(by=cast.director, event=event, text=" Supper at\neight. ", at=MARCH)
    announce(by=cast.director, event=event, text="Doors.", until=MARCH + hour, at=MARCH)
    assert [announcement.text for announcement in announcements_of(event=event, at=MARCH)] == [
        "Doors.",
        "Supper at eight.",
    ]
    assert [announcement.text for announcement in announcements_of(event=event, at=MARCH + hour)] == [
        "Supper at eight."
    ]
    take_down(by=cast.director, announcement=supper, at=MARCH + hour)
    assert announcements_of(event=event, at=MARCH + hour) == ()


def test_an_announcement_taken_down_twice_was_taken_down_the_first_time(cast: Cast) -> None:
    board = announce(by=cast.director, event=sanctioned_event(cast), text="Supper.", at=MARCH)
    take_down(by=cast.director, announcement=board, at=MARCH)
    take_down(by=cast.director, announcement=board, at=MARCH + dt.timedelta(minutes=1))
    board.refresh_from_db()
    assert board.taken_down_at == MARCH
    assert AuditEntry.objects.filter(action="take announcement down").count() == 1


def test_only_who_runs_the_event_announces_and_says_something(cast: Cast) -> None:
    event = sanctioned_event(cast)
    refused("not-allowed", announce, by=cast.players[0], event=event, text="Free beer.")
    refused("announcement-words", announce, by=cast.director, event=event, text=" ")
    refused("announcement-words", announce, by=cast.director, event=event, text="w" * 301)
    refused("announcement-over", announce, by=cast.director, event=event, text="Now.", until=MARCH)
    board = announce(by=cast.director, event=event, text="Now.", at=MARCH)
    refused("not-allowed", take_down, by=cast.managing, announcement=board)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_call_answered_and_withdrawn_at_once_ends_once() -> None:
    cast = make_cast()
    call = call_executor(by=None, game=drawn_table(cast, cast.players[:4]), kind=SCORE, at=MARCH)
    answers = all_at_once(
        [
            partial(answer_call, by=cast.executor, call=call, at=MARCH),
            partial(withdraw_call, by=cast.director, call=call, at=MARCH),
            partial(call_executor, by=None, game=call.game, kind=SCORE, key="k", at=MARCH),
            partial(call_executor, by=None, game=call.game, kind=SCORE, key="k", at=MARCH),
        ]
    )
    assert sum(isinstance(answer, Refusal) for answer in answers[:2]) == 1
    assert isinstance(answers[2], Call)
    assert answers[2] == answers[3]
    assert AuditEntry.objects.filter(action__in=("answer call", "withdraw call")).count() == 1
