"""The Director's call to begin a round or a stage of the playoff of Bid Whist, from which lateness counts."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH, Cast
from tests.support.bid_whist import report_round, seat_round, sheet_typed, tournament_of
from tests.support.team_events import signed_in
from tests.tournaments.formats.bid_whist.test_bid_canons import PLAYED
from tournaments.events.models.event import Event
from tournaments.formats.bid_whist.floor import Beginning, floor_facts
from tournaments.justice.canons.models import CanonStep
from tournaments.justice.canons.services import note_violation
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.slips.event_folders import EventFolder, folder_of
from tournaments.slips.models import Slip
from tournaments.slips.selectors.lateness import Proposal, called_in, proposal_of
from tournaments.slips.selectors.slips import game_of_event
from tournaments.slips.services.lateness import NotedLate, note_late
from tournaments.slips.services.slips import report_slip

MINUTE = dt.timedelta(minutes=1)
DRAWN = MARCH + 180 * MINUTE
CONFIRMED = DRAWN + 20 * MINUTE
CALLED = CONFIRMED + 5 * MINUTE


@pytest.fixture
def event(cast: Cast) -> Event:
    """Two pairs; the first round is played, the second drawn, and its tables confirmed after a while."""
    evening, teams = tournament_of(cast, 2)
    report_round(cast, seat_round(cast, evening, teams, [PLAYED]), 1, [PLAYED])
    tables = [[team.members.get(letter="A").entry.person.number for team in teams]]
    drawn = plan_round(by=cast.director, event=evening, mode="hand", tables=tables, at=DRAWN)
    confirm_round(by=cast.director, round=drawn, at=CONFIRMED)
    return evening


@pytest.fixture
def playoff(cast: Cast) -> Event:
    """Two pairs after four rounds: the final is to come."""
    evening, teams = tournament_of(cast, 2)
    for number in range(1, 5):
        report_round(cast, seat_round(cast, evening, teams, [PLAYED]), number, [PLAYED])
    return evening


def folder(event: Event) -> EventFolder:
    game = game_of_event(event)
    assert game is not None
    return folder_of(game)


def beginning(event: Event, now: dt.datetime = CALLED) -> Beginning:
    facts = floor_facts(folder(event), True, now).beginning
    assert facts is not None
    return facts


def call(cast: Cast, event: Event, place: str, at: dt.datetime, **typed: Any) -> Slip:
    slips = folder(event).slips
    return report_slip(
        by=cast.director,
        game=folder(event).game,
        place=place,
        typed={"begins": "now", **typed},
        idempotency_key=f"{place}/{at}",
        replaces=slips[place].version if place in slips else 0,
        reason="Correct." if place in slips else "",
        at=at,
    )


def proposed(event: Event, came: dt.datetime, **more: Any) -> Proposal:
    return proposal_of(event, **{"team": 1, "letters": "A", "round": None, "came": came, **more})


def noted(cast: Cast, event: Event, came: dt.datetime, **more: Any) -> NotedLate:
    arguments = {"team": 1, "letters": "A", "round": None, "came": came, "at": came, **more}
    return note_late(by=cast.director, event=event, **arguments)


def test_a_round_counts_from_its_call_and_until_then_from_its_confirmed_tables(
    cast: Cast, event: Event
) -> None:
    def counted() -> tuple[dt.datetime, str]:
        proposal = proposed(event, CALLED + 16 * MINUTE)
        return proposal.counts_from, proposal.counts_by

    assert proposed(event, CONFIRMED + 2 * MINUTE).minutes == 2
    assert counted() == (CONFIRMED, "confirmed")
    assert beginning(event).button == "r2-start:begins"
    call(cast, event, "r2-start", CALLED)
    assert counted() == (CALLED, "call")
    quarter = beginning(event).quarter
    assert quarter is not None
    assert quarter.ends == CALLED + 15 * MINUTE
    call(cast, event, "r2-start", CALLED + 4 * MINUTE, ago=6)
    assert counted() == (CALLED - 2 * MINUTE, "call")
    call(cast, event, "r2-start", CALLED + 5 * MINUTE, begins="taken-back")
    assert counted() == (CONFIRMED, "confirmed")
    assert (beginning(event).button, beginning(event).call) == ("", "r2-start")
    proposal = proposed(event, CALLED + 16 * MINUTE, since=CALLED)
    assert (proposal.minutes, proposal.counts_by, proposal.rule) == (16, "said", "B-47/Canon 2")


def test_the_round_begins_by_one_press_on_the_floor(cast: Cast, event: Event) -> None:
    director, page = signed_in(cast.director), f"/events/{event.slug}/slips/"
    assert "The round begins</button>" in director.get(page).content.decode()
    assert director.post(page, {"r2-start:begins": "now", "key": "k"}).status_code == 302
    text = director.get(page).content.decode()
    assert "Called at" in text
    assert "The round begins</button>" not in text
    assert f'href="{page}r2-start/"' in text
    assert director.get(f"{page}r2-start/").status_code == 200
    assert "The round begins</button>" not in signed_in(cast.players[0]).get(page).content.decode()


@pytest.mark.both_databases
def test_the_page_says_from_when_it_counts_and_takes_another_moment(cast: Cast, event: Event) -> None:
    director, page = signed_in(cast.director), f"/events/{event.slug}/lateness/"
    zone = ZoneInfo(event.time_zone)
    at = {
        name: f"{moment.astimezone(zone):%H:%M}" for name, moment in (("came", CALLED), ("since", CONFIRMED))
    }
    query = {"who": "1-A", "came": f"{(CALLED + 20 * MINUTE).astimezone(zone):%H:%M}"}
    text = director.get(page, query).content.decode()
    assert f"to the seat, round 2: from {at['since']}" in text
    assert "counted from when the tables of the round were confirmed" in text
    assert '<input type="hidden" name="round" value="2">' in text
    text = director.get(page, {**query, "since": at["came"]}).content.decode()
    assert "Counted from the moment that you gave." in text
    assert "20&nbsp;minutes after" in text


def test_a_game_that_was_played_is_never_written_over(cast: Cast, event: Event) -> None:
    with pytest.raises(Refusal, match="shows a game that was played") as refused:
        noted(cast, event, event.starts_at + 45 * MINUTE, round=1)
    assert (refused.value.code, refused.value.rule) == ("game-played", "B-8/2")
    assert folder(event).slips["r1-t1"].version == 1
    director, page = signed_in(cast.director), f"/events/{event.slug}/lateness/"
    text = director.get(page, {"who": "1-A", "came": "23:59", "round": "1"}).content.decode()
    assert "shows a game that was played, so it is not changed." in text
    assert "Note it" not in text
    assert proposed(event, event.starts_at + 45 * MINUTE).round == 2
    typed = sheet_typed(PLAYED)
    report_slip(
        by=cast.director, game=folder(event).game, place="r2-t1", typed=typed, idempotency_key="r2", at=CALLED
    )
    with pytest.raises(Refusal, match="all its sheets are reported"):
        proposed(event, CALLED)


def test_who_comes_late_to_the_playoff_loses_the_match_and_no_game_before_it(
    cast: Cast, playoff: Event
) -> None:
    came = CALLED + 16 * MINUTE
    person = cast.players[0]
    note_violation(
        by=cast.director, event=playoff, person=person, kind="late-to-seat", what="Late.", round=2, at=DRAWN
    )
    with pytest.raises(Refusal) as refused:
        noted(cast, playoff, came)
    assert (refused.value.code, refused.value.facts) == ("not-called", {"field": "since"})
    text = signed_in(cast.director).get(f"/events/{playoff.slug}/slips/").content.decode()
    assert "The matches begin</button>" in text
    assert "Who comes late" in text
    call(cast, playoff, "b2-start", CALLED)
    assert [(sitting.number, sitting.title) for sitting in called_in(playoff)][-1] == (5, "Final")
    quarter = beginning(playoff).quarter
    assert quarter is not None
    assert quarter.ends == CALLED + 15 * MINUTE
    before = {place: slip.version for place, slip in folder(playoff).slips.items()}
    lost = noted(cast, playoff, came)
    assert [(step.step, step.round) for step in lost.steps] == [("forfeit", 5)]
    assert lost.slip is not None
    assert (lost.slip.place, lost.slip.body) == ("b2-1", {"forfeit": "1"})
    stands = folder(playoff)
    assert {place: stands.slips[place].version for place in before} == before
    assert stands.slipping.bracket is not None
    [final] = stands.slipping.bracket(stands.head, stands.standing).stages[-1].matches
    assert (final.winner, final.sides[0].absent) == (2, True)
    assert stands.check is not None
    assert stands.check["findings"] == []


def test_a_match_that_was_played_although_it_was_lost_is_found(cast: Cast, playoff: Event) -> None:
    for _violation in range(2):
        note_violation(
            by=cast.director,
            event=playoff,
            person=cast.players[0],
            kind="late-to-seat",
            what="Late.",
            round=5,
            at=DRAWN,
        )
    game = folder(playoff).game
    typed = sheet_typed(PLAYED)
    report_slip(by=cast.director, game=game, place="b2-1", typed=typed, idempotency_key="f", at=CALLED)
    check = folder(playoff).check
    assert check is not None
    [finding] = check["findings"]
    assert (finding["code"], finding["stage"], finding["table"]) == ("canon-forfeit", 1, 1)
    with pytest.raises(Refusal, match="all its sheets are reported"):
        noted(cast, playoff, CALLED)
    assert CanonStep.objects.count() == 2
