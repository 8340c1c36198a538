"""A round in one step: confirmed with draws, links, papers and messages, completed later, and taken back."""

from __future__ import annotations

import datetime as dt
import re
from functools import partial
from typing import Any

import pytest

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import noon, today
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.messages.models import Message
from sanctioning.kit.waiting.registry import WaitingLine, holder_of, waiting_for
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast, sanctioned_event
from tests.fixtures import SignIn
from tests.support.refusals import refusal_of
from tests.support.team_events import enter_teams, team_event
from tournaments.directing.selectors.begun_rounds import begun_round
from tournaments.directing.services.beginning_rounds import begin_round, complete_round
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_for_event
from tournaments.games.models import Game
from tournaments.rounds.models.round import Round
from tournaments.rounds.selectors.seating import seating_of
from tournaments.rounds.services.games_of_round import take_back_round
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.tables.models.table_link import TableLink
from tournaments.tables.services.papers import PAPERS_JOB

pytestmark = pytest.mark.both_databases

COLUMBUS = {"games": 6, "qualifiers": 2, "pot_cents": 500}


def seated(cast: Cast, *, at: dt.datetime = MARCH, players: int = 8) -> tuple[Event, Round]:
    """An event with a round that is not confirmed yet."""
    event = sanctioned_event(cast, at=at)
    for person in cast.players[:players]:
        entry = enter_event(by=cast.director, event=event, person=person, at=at - dt.timedelta(days=2))
        check_in(by=cast.director, entry=entry, at=at)
    round = plan_round(by=cast.director, event=event, planned={"stanzas": 9}, preferred=4, at=at)
    return event, round


def tables_waiting_for(person: Person) -> tuple[WaitingLine, ...]:
    return next((waits.lines for waits in waiting_for(holder_of(person)) if waits.kind == "seats"), ())


@pytest.mark.both_databases
def test_everything_comes_with_the_confirmation(cast: Cast) -> None:
    event, round = seated(cast)
    begun = begin_round(by=cast.director, round=round, at=MARCH)
    assert (begun.drawn, begun.linked, begun.told, begun.unruled) == (2, 2, 8, 2)
    games = list(event.games.all())
    assert all(game.scorekeeper and game.first_dealer for game in games)
    assert TableLink.objects.filter(game__in=games, withdrawn_at=None).count() == 2
    papers = Job.objects.filter(kind=PAPERS_JOB)
    assert sorted(papers.values_list("payload__paper", flat=True)) == ["cards", "scoresheets"]
    [message] = Message.objects.filter(to=cast.players[0], kind="seated")
    [sits] = [sits for sits in seating_of(round) if sits.name == cast.players[0].sort_name]
    assert f"You sit at table {sits.table}, seat {sits.seat}, in round 1 of Spring Whoopie" in message.text
    assert message.path == f"/events/{event.slug}/games/{sits.table}/table/"


def test_in_one_step_or_not_at_all(cast: Cast) -> None:
    _event, round = seated(cast)
    strangers = refusal_of(begin_round, by=cast.outsider, round=round, at=MARCH)
    assert strangers.code == "not-allowed"
    confirm_round(by=cast.director, round=round, at=MARCH)
    assert refusal_of(begin_round, by=cast.director, round=round, at=MARCH).code == "round-settled"
    assert not Message.objects.filter(kind="seated").exists()
    assert not TableLink.objects.exists()


def test_each_part_can_be_left_out_and_made_up_for_and_nothing_is_done_twice(cast: Cast) -> None:
    _event, round = seated(cast)
    plain = begin_round(by=cast.director, round=round, draw=False, link=False, tell=False, at=MARCH)
    assert (plain.drawn, plain.linked, plain.told) == (0, 0, 0)
    lacks = begun_round(plain.round)
    assert (lacks.to_draw, lacks.to_link, lacks.to_tell) == (2, 2, 8)
    complete = partial(complete_round, by=cast.director, round=round, at=MARCH)
    drawn = complete(link=False, tell=False)
    assert (drawn.drawn, drawn.linked, drawn.told) == (2, 0, 0)
    rest = complete()
    assert (rest.drawn, rest.linked, rest.told) == (0, 2, 8)
    again = complete()
    assert (again.drawn, again.linked, again.told) == (0, 0, 0)
    has = begun_round(again.round)
    assert (has.to_draw, has.to_link, has.to_tell, has.unruled) == (0, 0, 0, 2)


def test_a_round_that_waits_cannot_be_completed(cast: Cast) -> None:
    _event, round = seated(cast)
    assert refusal_of(complete_round, by=cast.director, round=round, at=MARCH).code == "round-settled"


@pytest.mark.both_databases
def test_taken_back_everything_that_came_with_it_goes(cast: Cast) -> None:
    event, round = seated(cast)
    begin_round(by=cast.director, round=round, at=MARCH)
    secret = TableLink.objects.order_by("pk").first()
    take_back_round(by=cast.director, round=round, why="Two came late.", at=MARCH)
    assert not TableLink.objects.filter(withdrawn_at=None).exists()
    assert AuditEntry.objects.filter(action="withdraw table link").count() == 2
    corrections = Message.objects.filter(kind="seats-taken-back")
    assert set(corrections.values_list("to", flat=True)) == {person.pk for person in cast.players[:8]}
    assert "Two came late." in corrections[0].text
    assert set(event.games.values_list("state", flat=True)) == {Game.State.VOID}
    assert not event.games.filter(first_dealer__isnull=False).exists()
    begun = begin_round(by=cast.director, round=round, at=MARCH + dt.timedelta(minutes=5))
    assert (begun.drawn, begun.linked, begun.told) == (2, 2, 8)
    assert Message.objects.filter(to=cast.players[0], kind="seated").count() == 2
    assert secret is not None
    secret.refresh_from_db()
    assert secret.withdrawn_at is not None


def test_whoever_was_told_nothing_hears_of_no_correction(cast: Cast) -> None:
    _event, round = seated(cast)
    begin_round(by=cast.director, round=round, tell=False, at=MARCH)
    take_back_round(by=cast.director, round=round, why="Two came late.", at=MARCH)
    assert not Message.objects.filter(kind__in=("seated", "seats-taken-back")).exists()


def test_an_event_that_is_one_game_tells_everybody_their_table(cast: Cast) -> None:
    event = team_event(cast, "columbus-whist", "columbus-first-club-2016")
    enter_teams(cast, event, 4)
    appoint_for_event(by=cast.managing, event=event, appointment=cast.executor_appointment, at=MARCH)
    round = plan_round(by=cast.director, event=event, planned=COLUMBUS, at=MARCH)
    begun = begin_round(by=cast.director, round=round, at=MARCH)
    assert (begun.drawn, begun.linked, begun.told, begun.unruled) == (0, 0, 8, 0)
    [message] = Message.objects.filter(to=cast.players[0], kind="seated")
    assert re.search(r"You sit at table \d in round 1 of Evening of columbus-whist", message.text)
    assert {sits.team for sits in seating_of(begun.round)} == {f"{n}. Team {n}" for n in range(1, 5)}
    assert begun_round(begun.round).executor == "Edgar Hale"


def test_the_list_for_the_wall_is_in_the_order_of_names(cast: Cast) -> None:
    _event, round = seated(cast)
    confirm_round(by=cast.director, round=round, at=MARCH)
    names = [sits.name for sits in seating_of(round)]
    assert names == sorted(names, key=str.casefold)
    assert len(names) == 8


def test_a_player_finds_the_table_on_their_own_page(cast: Cast, sign_in: SignIn) -> None:
    event, round = seated(cast, at=noon(today()) - dt.timedelta(hours=2))
    assert tables_waiting_for(cast.players[0]) == ()
    begin_round(by=cast.director, round=round)
    [line] = tables_waiting_for(cast.players[0])
    assert re.match(r"Table \d, seat \d: Spring Whoopie, round 1, ", line.name)
    assert tables_waiting_for(cast.outsider) == ()
    page = sign_in(cast.players[0]).get("/me/").content.decode()
    assert "Your table" in page
    assert line.path in page
    take_back_round(by=cast.director, round=round, why="Too early.")
    assert tables_waiting_for(cast.players[0]) == ()
    assert event.games.exists()


class TestPages:
    def test_what_was_unticked_is_remembered_for_this_event_alone(self, cast: Cast, sign_in: SignIn) -> None:
        event, round = seated(cast)
        director, session = sign_in(cast.director), "parts-of-a-round"
        path = f"/events/{event.slug}/rounds/"
        director.post(f"{path}{round.pk}/begin/", {"link": "on", "tell": "on"})
        assert director.session[session] == {"event": event.slug, "draw": False, "link": True, "tell": True}
        director.post(f"{path}{round.pk}/take-back/", {"why": "Two came late."})
        assert director.get(path).context["parts"]["draw"] is False
        changed = director.session
        changed[session] = {**changed[session], "event": "another"}
        changed.save()
        assert director.get(path).context["parts"]["draw"] is True

    def test_from_confirming_to_the_papers(self, cast: Cast, sign_in: SignIn) -> None:
        event, round = seated(cast)
        director, path = sign_in(cast.director), f"/events/{event.slug}/rounds/"
        assert "At the same time" in director.get(path).content.decode()
        everything = {"draw": "on", "link": "on", "tell": "on"}
        page = director.post(f"{path}{round.pk}/begin/", everything, follow=True).content.decode()
        assert "2 games are open; the authority appoints their Acting Executors." in page
        assert "Every table has a link to its pad" in page
        assert f"{path}{round.pk}/cards.pdf" in page
        listed = director.get(f"{path}{round.pk}/seats/").content.decode()
        assert cast.players[0].sort_name in listed
        screen = director.get(f"{path}{round.pk}/screen/").content.decode()
        assert cast.players[0].sort_name in screen
        back = director.post(f"{path}{round.pk}/take-back/", {"why": "Two came late."}, follow=True)
        assert "The round is taken back" in back.content.decode()
        assert director.get(f"{path}{round.pk}/ready/").status_code == 302
        assert director.get(f"{path}{round.pk}/seats/").status_code == 404

    def test_a_second_director_who_confirms_is_told_who_did(self, cast: Cast, sign_in: SignIn) -> None:
        event, round = seated(cast)
        path = f"/events/{event.slug}/rounds/{round.pk}/"
        sign_in(cast.director).post(f"{path}begin/", {"draw": "on"})
        answer = sign_in(cast.director).post(f"{path}begin/", {"draw": "on"}, follow=True)
        assert answer.redirect_chain[-1][0] == f"{path}ready/"
        page = answer.content.decode()
        assert re.search(rf"Round 1 was confirmed already, by {cast.director.name} at ", page)
        assert 'id="refusal"' not in page

    def test_what_was_not_ticked_is_remembered_and_made_up_for(self, cast: Cast, sign_in: SignIn) -> None:
        event, round = seated(cast)
        director, path = sign_in(cast.director), f"/events/{event.slug}/rounds/{round.pk}/"
        page = director.post(f"{path}begin/", {"tell": "on"}, follow=True).content.decode()
        assert "2&nbsp;tables have not drawn their cards." in page
        drawn = director.post(f"{path}complete/", {"part": "draw"}, follow=True).content.decode()
        assert "Cards are drawn at 2 tables." in drawn
        again = director.post(f"{path}complete/", {"part": "draw"}, follow=True).content.decode()
        assert "Nothing was missing." in again
        assert director.post(f"{path}complete/", {"part": "dance"}).status_code == 404
        plan_round(by=cast.director, event=event, planned={"stanzas": 9}, preferred=4, at=MARCH)
        rounds = director.get(f"/events/{event.slug}/rounds/").content.decode()
        assert {name: "checked" in box for name, box in re.findall(r'id="part-(\w+)"([^>]*)', rounds)} == {
            "draw": False,
            "link": False,
            "tell": True,
        }

    def test_a_refusal_keeps_the_page(self, cast: Cast, sign_in: SignIn) -> None:
        event, first = seated(cast)
        begin_round(by=cast.director, round=first, at=MARCH)
        second = plan_round(by=cast.director, event=event, planned={"stanzas": 9}, preferred=4, at=MARCH)
        director, path = sign_in(cast.director), f"/events/{event.slug}/rounds/{second.pk}/begin/"
        refused = director.post(path, {"draw": "on"})
        assert refused.status_code == 409
        assert "Round 1 is not over" in refused.content.decode()


@pytest.mark.parametrize(
    ("sent", "drawn"), [({}, True), ({"draw": False, "link": False, "tell": False}, False)]
)
def test_programs_begin_and_complete_a_round(
    cast: Cast, sign_in: SignIn, sent: dict[str, Any], drawn: bool
) -> None:
    event, round = seated(cast)
    director, path = sign_in(cast.director), f"/api/v1/events/{event.slug}/rounds/{round.pk}/"
    assert director.get(f"{path}seats/").status_code == 404
    begun = director.post(f"{path}begin/", sent, content_type="application/json").json()
    assert [bool(table["first_dealer"]) for table in begun["tables"]] == [drawn, drawn]
    assert (begun["to_link"] == 0) is drawn
    completed = director.post(f"{path}complete/", {}, content_type="application/json").json()
    assert (completed["to_draw"], completed["to_link"], completed["to_tell"]) == (0, 0, 0)
    assert len(director.get(f"{path}seats/").json()) == 8


def test_the_floor_leads_to_the_papers_of_the_latest_round(cast: Cast, sign_in: SignIn) -> None:
    event, round = seated(cast)
    director, floor = sign_in(cast.director), f"/events/{event.slug}/floor/"
    papers = f"/events/{event.slug}/rounds/{round.pk}/ready/"
    assert papers not in director.get(floor).content.decode()
    begin_round(by=cast.director, round=round, at=MARCH)
    assert papers in director.get(floor).content.decode()
