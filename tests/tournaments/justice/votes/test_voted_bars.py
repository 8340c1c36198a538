"""Voted bars: at a table of three, at entries and seats, and in secret."""

from __future__ import annotations

import datetime as dt
import html
from random import Random
from typing import Any

import pytest
from django.test import Client

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH, Cast, sanctioned_event
from tests.support.play import drawn_table, play
from tests.support.refusals import refused
from tests.support.votes import ACT, BAR, POINTS, answered, charged, opened, violation_found
from tournaments.entries.services.entries import enter_event
from tournaments.games.models import Game
from tournaments.games.services.games import open_game, seat_players
from tournaments.justice.votes.models import SecretBallot, Vote
from tournaments.justice.votes.selectors.votes import matters_of, vote_page
from tournaments.justice.votes.services.ballots import answer_vote, enter_answer
from tournaments.justice.votes.services.votes import demand_vote, open_vote
from tournaments.tables.services.seating import sit_down


@pytest.mark.both_databases
def test_three_at_a_table_find_together_and_two_may_bar(cast: Cast) -> None:
    players = cast.players[:3]
    game = drawn_table(cast, players)
    play(cast, game, 2, Random(1))
    violation = charged(game, players[0], players[1], stanza=2)
    assert not answered(cast, opened(cast, violation, players[0], "find-chaotic-action"), players, 2).carried
    violation = violation_found(cast, game, players, players[1], stanza=2)
    bar = opened(cast, violation, players[0], "type-2-bar", BAR)
    assert (bar.electorate, bar.needed, bar.seated) == (2, 2, 3)
    assert answered(cast, bar, [players[0], players[2]], 2).carried
    game.refresh_from_db()
    assert game.planned == {"stanzas": 2}
    with pytest.raises(Refusal) as refusal:
        sit_down(by=cast.director, game=game, person=players[1], at=MARCH)
    assert refusal.value.code == "barred"
    after = opened(cast, violation, players[0], "type-2-points", POINTS)
    assert "Fewer than 3 sit" in after.reason


def test_a_voted_bar_is_kept_at_entries_and_seats_and_reaches_no_special_event(cast: Cast) -> None:
    players = cast.players[:4]
    game = drawn_table(cast, players)
    play(cast, game, 1, Random(1))
    later: dict[str, Any] = {"at": MARCH + dt.timedelta(days=40)}
    named = sanctioned_event(cast, name="Named", **later)
    club = sanctioned_event(cast, name="Of The Club", **later)
    special = sanctioned_event(cast, name="The Special", level="special-event", **later)
    final = sanctioned_event(cast, name="The Final", level="series-playoff-consolation", **later)
    enter_event(by=cast.director, event=named, person=players[1], at=MARCH)
    violation = violation_found(cast, game, players, players[1])
    scope = [
        {"kind": "rest-of-game"},
        {"kind": "event", "id": named.slug},
        {"kind": "club", "id": cast.club.slug},
    ]
    terms = {"scope": scope, "last_day": "2025-12-31"}
    vote = answered(
        cast, opened(cast, violation, players[0], "type-2-bar", terms), [players[0], *players[2:]], 3
    )
    assert (vote.carried, vote.seated, vote.electorate, vote.needed) == (True, 4, 3, 3)
    [bar] = vote.bars.all()
    assert (bar.person, bar.first_day, bar.last_day) == (players[1], MARCH.date(), dt.date(2025, 12, 31))
    assert Message.objects.filter(kind="entered-player-barred", to=cast.director).count() == 1
    assert Message.objects.filter(kind="bar-imposed", to=players[1]).exists()
    with pytest.raises(Refusal) as refusal:
        enter_event(by=cast.director, event=club, person=players[1], at=MARCH)
    assert refusal.value.code == "barred"
    for event in (special, final):
        assert enter_event(by=cast.director, event=event, person=players[1], at=MARCH).state == "entered"
    game.refresh_from_db()
    table = matters_of(game=game, asker=players[1])
    assert table is not None
    with pytest.raises(Refusal) as refusal:
        sit_down(by=cast.director, game=game, person=players[1], at=MARCH)
    assert refusal.value.code == "barred"
    assert game.planned != {"stanzas": 1}
    seats = {
        event: open_game(by=cast.director, event=event, planned={"stanzas": 4}, at=MARCH)
        for event in (club, special)
    }
    offered: dict[str, Any] = {"by": cast.director, "people": [players[1]], "at": MARCH}
    with pytest.raises(Refusal) as refusal:
        seat_players(game=seats[club], **offered)
    assert refusal.value.code == "barred"
    assert seat_players(game=seats[special], **offered)


@pytest.mark.both_databases
def test_pages_say_why_somebody_is_barred(cast: Cast, game: Game, client: Client) -> None:
    players = cast.players[:4]
    play(cast, game, 1, Random(1))
    violation = violation_found(cast, game, players, players[1])
    terms = {"scope": [{"kind": "rest-of-game"}, {"kind": "event", "id": game.event.slug}]}
    others = [players[0], *players[2:]]
    assert answered(cast, opened(cast, violation, players[0], "type-2-bar", terms), others, 3).carried
    table = f"/events/{game.event.slug}/games/{game.number}/table"
    for person, path, typed in (
        (players[1], f"/events/{game.event.slug}/entry/", {"act": "enter"}),
        (cast.director, f"{table}/sit/", {"player": players[1].number}),
    ):
        assert person.account is not None
        client.force_login(person.account)
        text = html.unescape(client.post(path, typed, follow=True).content.decode())
        assert f"{players[1].name} is barred from" in text
        assert ACT in text


def test_a_secret_ballot_cannot_be_led_back(cast: Cast, game: Game) -> None:
    players = cast.players[:4]
    violation = violation_found(cast, game, players, players[1])
    entries = AuditEntry.objects.count()
    vote = demand_vote(by=players[0], violation=violation, motion="type-2-bar", terms=BAR, at=MARCH)
    vote = open_vote(by=cast.executor, vote=vote, secret=True, at=MARCH)
    refused("secret-vote", enter_answer, by=cast.executor, vote=vote, player=players[0].number, answer="aye")
    answer_vote(by=players[0], vote=vote, answer="aye", at=MARCH)
    refused("answered-already", answer_vote, by=players[0], vote=vote, answer="aye")
    page = vote_page(vote=Vote.objects.get(pk=vote.pk), asker=cast.executor)
    assert page is not None
    assert (page.vote.ayes, page.vote.answered) == (None, 1)
    vote = answered(cast, vote, players[2:4], 2)
    assert vote.carried
    assert sorted(vote.ballots.values_list("answer", flat=True)) == ["aye", "aye", "aye"]
    assert {field.name for field in SecretBallot._meta.concrete_fields} == {"id", "vote", "answer"}
    assert {(voter.answered, voter.answer, voter.entered_by) for voter in vote.roll.all()} == {
        (True, "", None)
    }
    written = AuditEntry.objects.order_by("pk")[entries:]
    assert "answer vote" not in {entry.action for entry in written}
    refused("answered-already", answer_vote, by=players[0], vote=vote, answer="no")


def test_only_the_bars_are_voted_in_secret(cast: Cast, game: Game) -> None:
    violation = charged(game, cast.players[0], cast.players[1])
    vote = demand_vote(by=cast.players[0], violation=violation, motion="find-chaotic-action", at=MARCH)
    refused("vote-is-open", open_vote, by=cast.executor, vote=vote, secret=True)
