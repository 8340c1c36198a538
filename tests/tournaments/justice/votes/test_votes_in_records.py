"""What was carried stands in the record with the roll of its opening, whoever came or left since the act."""

from __future__ import annotations

from random import Random

from rules_engine.whoopie.random.game import random_game
from scoring.demo.sample_records import as_file
from tests.cast import MARCH, Cast, open_table, reported, sanctioned_event
from tests.support.play import drawn_table, play
from tests.support.votes import POINTS, answered, charged, opened
from tournaments.formats.record_check import check_of_record
from tournaments.games.models import Game
from tournaments.reports.models.report import ReportFinding
from tournaments.tables.models.sheet import Sheet
from tournaments.tables.services.closing import close_game
from tournaments.tables.services.seating import get_up, sit_down


def violation_found(game: Game) -> list[str]:
    """What the running check finds in the votes."""
    findings = Sheet.objects.get(game=game).check_document["findings"]
    return [finding["message"] for finding in findings if finding["code"] == "incident-unsupported"]


def test_the_check_holds_a_vote_against_the_roll_that_was_fixed_when_it_was_opened(cast: Cast) -> None:
    ash, birch, cedar, dogwood, elm, fir = cast.players[:6]
    game = drawn_table(cast, [ash, birch, cedar, dogwood], stanzas=4)
    play(cast, game, 1, Random(1))
    violation = charged(game, ash, birch)
    get_up(by=cast.director, game=game, person=dogwood, at=MARCH)
    sit_down(by=cast.director, game=game, person=elm, at=MARCH)
    finding = opened(cast, violation, ash, "find-chaotic-action")
    assert answered(cast, finding, [ash, birch, cedar, elm], 3).carried
    assert violation_found(game) == []
    play(cast, game, 1, Random(2))
    sit_down(by=cast.director, game=game, person=fir, at=MARCH)
    points = opened(cast, violation, ash, "type-2-points", POINTS)
    assert answered(cast, points, [ash, birch, cedar, elm, fir], 3).carried
    play(cast, game, 2, Random(3))
    get_up(by=cast.director, game=game, person=cedar, at=MARCH)
    terms = {"points": 2, "injured": ash.number}
    adjusted = opened(cast, violation, ash, "type-2-adjusted-score", terms)
    assert answered(cast, adjusted, [ash, birch, elm, fir], 3).carried
    assert violation_found(game) == []
    assert [vote.opened_after for vote in (finding, points, adjusted)] == [1, 2, 4]
    close_game(by=cast.director, game=game, sure=True, at=MARCH)
    assert not ReportFinding.objects.filter(code="incident-unsupported").exists()


def test_a_record_that_is_sent_does_not_choose_the_majority_of_its_votes(cast: Cast) -> None:
    """One aye of four, the others abstaining, is enough of the votes cast; the Articles ask for more."""
    people = cast.players[:4]
    ash, birch = people[0].number, people[1].number
    everybody = {person.number: "aye" for person in people}
    record = random_game([person.number for person in people], 8, stanzas=2)
    guilty = {"kind": "type-2-finding", "player": birch, "grounds": "chaotic-action", "roll": everybody}
    alone = {**dict.fromkeys(everybody, "abstain"), ash: "aye"}
    taken = {"kind": "type-2-penalty", "player": birch, "points": 4, "roll": alone, "majority_of": "cast"}
    record["stanzas"][1].setdefault("incidents", []).extend([guilty, taken])
    game = open_table(cast, sanctioned_event(cast), people, stanzas=2)
    reported(cast, game, record)
    findings = ReportFinding.objects.filter(code="incident-unsupported", report__current=True)
    assert [finding.message for finding in findings] == [
        "The record counts a majority of the votes cast; the Articles ask for one of those entitled."
    ]
    event, escaped = game.event, as_file(record).replace(b'"roll"', rb'"r\u006fll"')
    assert b'"roll"' not in escaped
    assert event.sanction is not None
    assert event.sanction.articles is not None
    event.sanction.articles.body["simple_majority_of"] = "cast"
    for data in (as_file(record), escaped):
        checked = check_of_record(event, data).document
        assert not [finding for finding in checked["findings"] if finding["code"] == "incident-unsupported"]


def test_of_a_game_reported_in_one_piece_those_of_its_last_stanza_vote(cast: Cast) -> None:
    people = cast.players[:5]
    *seats, newcomer = [person.number for person in people]
    game = open_table(cast, sanctioned_event(cast), people, stanzas=6)
    record = random_game(seats, 8, stanzas=6, changes=True, newcomers=[newcomer])
    reported(cast, game, record)
    last = {player for player, _bid in record["stanzas"][-1]["bids"]}
    voters = [person for person in people if person.number in last]
    assert newcomer in last
    assert len(voters) < len(people)
    game.refresh_from_db()
    violation = charged(game, voters[0], voters[1], stanza=2)
    vote = opened(cast, violation, voters[0], "find-chaotic-action")
    assert {voter.player.person for voter in vote.roll.all()} == set(voters)
    assert answered(cast, vote, voters, len(voters)).carried
    findings = ReportFinding.objects.filter(code="incident-unsupported", report__current=True)
    assert [finding.message for finding in findings] == []
