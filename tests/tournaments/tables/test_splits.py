"""Splits through the services, each answer equal to what `decide` says of the same facts."""

from __future__ import annotations

import datetime as dt
from random import Random
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F

from rules_engine import decide
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.results.models import Certification, Standing
from tests.cast import MARCH, Cast
from tests.support.justice import no_call, overturned, puts_in, ruled
from tests.support.play import body_for, drawn_table, play, report, table
from tests.tournaments.tables.splitting import finish, groups_of, split_in
from tournaments.calls.models import Call
from tournaments.calls.services.calls import call_executor
from tournaments.events.permissions import plays_in, sits_at
from tournaments.games.models import Game, GamePlayer
from tournaments.tables.models.sheet import Sheet, Split
from tournaments.tables.models.stay import Stay
from tournaments.tables.services.authorisations import authorise_extrapolation
from tournaments.tables.services.closing import close_game
from tournaments.tables.services.seating import get_up, sit_down, stop_waiting, wait_at_table
from tournaments.tables.services.splits import decide_split, draw_for_places, undo_split
from tournaments.tables.services.stanzas import report_stanza


def start_in(game: Game) -> dict[str, Any]:
    """The `start` of a group's record."""
    start = Sheet.objects.get(game=game).start
    assert start is not None
    return start


def asked(split: Split) -> dict[str, Any]:
    question = {
        "scores": split.scores,
        "waiting": split.waiting,
        "returning": split.returning,
        "groups": split.group_count,
        "draws": split.draws,
    }
    return decide.answer("split", question)


def test_eight_and_two_waiting_are_split_as_decide_says(cast: Cast, eight: Game) -> None:
    before = table(cast, eight)
    a, b = split_in(cast, eight)
    split = Split.objects.get()
    answer = asked(split)
    assert split.ranking == answer["ranking"]
    for group, members in zip((a, b), answer["groups"], strict=True):
        assert {player.record_id for player in group.players.filter(seat__isnull=False)} == set(members)
        start = start_in(group)
        assert start["scores"] == {player: answer["scores"][player] for player in members}
        assert start["average"] == answer["assigned"]
        assert (start["parent"], start["group"], start["after_stanza"]) == (
            "spring-whoopie/1",
            group.group,
            5,
        )
        assert table(cast, group).totals == start["scores"]
    hands = Sheet.objects.get(game=eight).check_document["player_hands"]
    assert hands == 40
    offspring = decide.answer(
        "offspring",
        {"seated": 8, "cards": 5, "direction": "up", "groups": [5, 5], "player_hands": hands},
    )
    assert before.due is not None
    for group, sizes in zip((a, b), offspring["hand_sizes"], strict=True):  # type: ignore[call-overload]
        play(cast, group, 10, Random(3))
        now = table(cast, group)
        assert [stanza.stanza["cards"] for stanza in now.stanzas] == sizes
        assert now.findings == []
        sheet = Sheet.objects.get(game=group)
        assert sheet.check_document["player_hands"] == offspring["player_hands"] + 50  # type: ignore[operator]
    assert Game.objects.get(pk=eight.pk).state == "split"
    assert (a.planned, a.acting_executor) == ({"stanzas": 25}, eight.acting_executor)


def test_a_split_answers_the_calls_about_seats_and_no_others(cast: Cast, eight: Game) -> None:
    for kind in (Call.Kind.SEATS, Call.Kind.SCORE):
        call_executor(by=None, game=eight, kind=kind, at=MARCH)
    split_in(cast, eight)
    assert dict(eight.calls.values_list("kind", "ended")) == {"seats": "answered", "score": ""}


def test_the_parent_is_neither_played_on_nor_closed(cast: Cast, eight: Game) -> None:
    split_in(cast, eight)
    for act in (
        lambda: close_game(by=cast.director, game=eight, sure=True, at=MARCH),
        lambda: sit_down(by=cast.director, game=eight, person=cast.players[0], at=MARCH),
        lambda: decide_split(by=cast.executor, game=eight, groups=2, at=MARCH),
    ):
        with pytest.raises(Refusal):
            act()
    with pytest.raises(Refusal):
        report_stanza(by=cast.director, game=eight, number=6, body={}, idempotency_key="six", at=MARCH)


def test_ties_are_drawn_in_rounds(cast: Cast, many: list[Person]) -> None:
    game = drawn_table(cast, many[:8])
    now = table(cast, game)
    assert now.due is not None
    report(cast, game, body_for(now, {}))
    for person in many[8:10]:
        wait_at_table(by=cast.director, game=game, person=person, at=MARCH)
    split = decide_split(by=cast.executor, game=game, groups=2, at=MARCH)
    assert set(split.open) == {person.number for person in many[:10]}
    assert not groups_of(game)
    open_now = list(split.open)
    cards = dict(zip(open_now, ["KS", "KH", "KD", "2S", "3S", "4S", "5S", "6S", "7S", "8S"], strict=True))
    with pytest.raises(Refusal) as refusal:
        draw_for_places(by=cast.executor, game=game, cards={open_now[0]: "KS"}, at=MARCH)
    assert refusal.value.code == "draw-unreadable"
    split = draw_for_places(by=cast.executor, game=game, cards=cards, rounds=0, at=MARCH)
    assert split.open == open_now[:3]
    with pytest.raises(Refusal) as refusal:
        draw_for_places(by=cast.executor, game=game, cards=cards, rounds=0, at=MARCH)
    assert refusal.value.code == "round-drawn"
    with pytest.raises(Refusal) as refusal:
        report(cast, game, body_for(now, {}))
    assert refusal.value.code == "game-state"
    split = draw_for_places(
        by=cast.players[0], game=game, cards=dict(zip(open_now[:3], ["2S", "9S", "*"], strict=True)), at=MARCH
    )
    assert split.open == []
    assert split.ranking[:3] == [open_now[2], open_now[1], open_now[0]]
    assert split.ranking == asked(split)["ranking"]
    assert len(groups_of(game)) == 2


@pytest.mark.both_databases
def test_nine_may_not_split(cast: Cast, eight: Game, many: list[Person]) -> None:
    stop_waiting(by=many[8], game=eight, person=many[8], at=MARCH)
    with pytest.raises(Refusal) as refusal:
        decide_split(by=cast.executor, game=eight, groups=2, at=MARCH)
    assert refusal.value.code == "split-refused"
    with pytest.raises(Refusal) as refusal:
        decide_split(by=cast.director, game=eight, groups=2, at=MARCH)
    assert refusal.value.code == "not-allowed"


@pytest.mark.both_databases
def test_who_sat_down_since_the_last_stanza_waits_for_his_group(
    cast: Cast, eight: Game, many: list[Person]
) -> None:
    sit_down(by=cast.director, game=eight, person=many[8], at=MARCH)
    split_in(cast, eight)
    split = Split.objects.get()
    assert set(split.waiting) == {many[8].number, many[9].number}


def test_a_leaver_belongs_to_the_average(cast: Cast, eight: Game, many: list[Person]) -> None:
    """The average is that of the stanza, in which he played; he is no more among those ranked."""
    last = table(cast, eight).totals
    get_up(by=cast.director, game=eight, person=many[0], at=MARCH)
    wait_at_table(by=cast.director, game=eight, person=many[10], at=MARCH)
    a, _ = split_in(cast, eight)
    split = Split.objects.get()
    assert split.average == sum(last.values()) // 8
    assert many[0].number not in split.scores
    assert split.carried == [[many[0].number, eight.pk, 5]]
    assert start_in(a)["scores"][many[0].number] == last[many[0].number]
    assert start_in(a)["average"] == split.average


@pytest.mark.both_databases
def test_a_split_is_undone_until_a_group_plays(cast: Cast, eight: Game, many: list[Person]) -> None:
    before = table(cast, eight)
    a, b = split_in(cast, eight)
    sit_down(by=cast.director, game=a, person=many[11], at=MARCH)
    left = GamePlayer.objects.filter(game=b, person__in=many[:8]).first()
    assert left is not None
    get_up(by=cast.director, game=b, person=left.person, at=MARCH)
    undo_split(by=cast.executor, game=eight, reason="They stay together.", at=MARCH)
    after = table(cast, eight)
    assert [seat.player for seat in after.seated] == [
        seat.player for seat in before.seated if seat.player != left.record_id
    ]
    assert {seat.player for seat in after.waiting} == {person.number for person in (*many[8:10], many[11])}
    assert groups_of(eight) == []
    a, b = split_in(cast, eight)
    assert Game.objects.filter(parent=eight).count() == 2
    play(cast, a, 1, Random(1))
    with pytest.raises(Refusal) as refusal:
        undo_split(by=cast.executor, game=eight, reason="Too late.", at=MARCH)
    assert refusal.value.code == "groups-playing"


@pytest.mark.both_databases
def test_a_family_of_games_from_the_first_deal_to_certificates(cast: Cast, many: list[Person]) -> None:
    """A table of eight with two waiting, split; a group split again; a returner from one branch to another;
    an early leaver extrapolated into a paid place; each person ranked once."""
    game = drawn_table(cast, many[:8], stanzas=30)
    early = many[0]
    for stanza in range(1, 4):
        report(cast, game, body_for(table(cast, game), {early.number: stanza}))
    at_leaving = table(cast, game).totals
    assert at_leaving[early.number] == 12
    get_up(by=cast.director, game=game, person=early, at=MARCH)
    sit_down(by=cast.director, game=game, person=many[8], at=MARCH)
    for stanza in range(4, 7):
        report(cast, game, body_for(table(cast, game), {many[8].number: stanza % 3, many[1].number: 1}))
    for person in many[9:11]:
        wait_at_table(by=cast.director, game=game, person=person, at=MARCH)
    a, b = split_in(cast, game)
    assert early.number in start_in(a)["scores"]
    assert early.number not in start_in(b)["scores"]
    assert plays_in(early, a)
    assert not sits_at(early, a)
    play(cast, b, 2, Random(8))
    # Group B splits again: five seated, five more wait.
    for person in many[11:16]:
        wait_at_table(by=cast.director, game=b, person=person, at=MARCH)
    ba, bb = split_in(cast, b)
    assert (ba.group, bb.group, start_in(bb)["parent"]) == ("BA", "BB", "spring-whoopie/1B")
    play(cast, a, 2, Random(9))
    play(cast, ba, 2, Random(10))
    play(cast, bb, 3, Random(11))
    # A player of A goes over to BB with his score, and plays on there.
    mover = a.players.exclude(person=early).filter(seat__isnull=False).order_by("seat")[0].person
    score = table(cast, a).totals[mover.number]
    get_up(by=cast.director, game=a, person=mover, at=MARCH)
    sit_down(by=cast.director, game=bb, person=mover, at=MARCH)
    seat = next(seat for seat in table(cast, bb).seated if seat.player == mover.number)
    assert (seat.score, seat.returns) == (score, True)
    play(cast, bb, 2, Random(12))
    authorise_extrapolation(
        by=cast.executor, game=a, player=early.number, reason="A train to catch.", at=MARCH
    )
    stays = [
        player.record_id for player in a.players.filter(seat__isnull=False) if player.person_id != mover.pk
    ]
    for stanza in range(4):
        report(cast, a, body_for(table(cast, a), {stays[stanza % len(stays)]: 1}))
    finals = table(cast, a).totals
    lineup = Sheet.objects.get(game=a).lineups[-1]
    question = {
        "score": 12,
        "last_stanza_scores": [at_leaving[player.number] for player in many[:8]],
        "final_scores": [finals[number] for number in lineup],
        "authorised": True,
    }
    answer = decide.answer("extrapolation", question)
    certification = finish(cast, a)
    standing = Standing.objects.get(certification=certification, person=early)
    assert (standing.score, standing.extrapolated) == (answer["final"], answer["adjustment"])
    assert answer["adjustment"] > 0  # type: ignore[operator]
    assert hasattr(standing, "award")
    assert not Standing.objects.filter(certification=certification, person=mover).exists()
    with pytest.raises(Refusal) as refusal:
        sit_down(by=cast.director, game=bb, person=early, at=MARCH)
    assert refusal.value.code == "ranked-already"
    finish(cast, ba)
    finish(cast, bb)
    ranked = list(Standing.objects.values_list("person_id", flat=True))
    assert sorted(ranked) == sorted(set(ranked))
    assert set(ranked) == {person.pk for person in many[:16]}
    assert Standing.objects.get(person=mover).certification.game == bb
    for certified in Certification.objects.all():
        award_scores = [standing.score for standing in certified.standings.order_by("place", "id")]
        assert award_scores == sorted(award_scores, reverse=True)
        assert certified.standings.order_by("place")[0].place == 1


def test_a_corrected_stanza_of_the_parent_reaches_its_groups(cast: Cast, eight: Game) -> None:
    a, _ = split_in(cast, eight)
    play(cast, a, 2, Random(4))
    close_game(by=cast.director, game=a, sure=True, at=MARCH)
    first = a.reports.get(current=True)
    now = table(cast, eight).stanzas[4]
    player = a.players.filter(seat__isnull=False, person__in=cast.players[:8])[0].record_id
    body = dict(now.stanza)
    body["incidents"] = [{"kind": "no-whoopie-call", "player": player, "trick": 1}]
    before = start_in(a)["scores"][player]
    report_stanza(
        by=cast.director,
        game=eight,
        number=5,
        body=body,
        idempotency_key="correction",
        replaces=1,
        reason="A call was not heard.",
        at=MARCH,
    )
    assert start_in(a)["scores"][player] == before - 1
    second = a.reports.get(current=True)
    assert (first.version, second.version) == (1, 2)
    finals = (first.check_document["final"][player], second.check_document["final"][player])
    assert finals[1] == finals[0] - 1


def test_a_ruling_on_the_parent_reaches_its_certified_groups(cast: Cast, eight: Game) -> None:
    player = eight.players.order_by("seat")[0].record_id
    ruling = ruled(cast, eight, puts_in(5, no_call(player)))
    a, _ = split_in(cast, eight)
    group = a if player in start_in(a)["scores"] else groups_of(eight)[1]
    other = next(candidate for candidate in groups_of(eight) if candidate != group)
    for certified in (group, other):
        play(cast, certified, 2, Random(4))
        finish(cast, certified)
    before = Standing.objects.get(certification__game=group, record_id=player).score
    overturned(cast, ruling, at=MARCH)
    after = Certification.objects.get(game=group, current=True)
    assert (after.version, after.report.from_sheet) == (2, True)
    assert after.standings.get(record_id=player).score == before + 1
    assert start_in(group)["average"] == start_in(other)["average"]


def test_stays_tell_where_everybody_came_from(cast: Cast, eight: Game) -> None:
    a, b = split_in(cast, eight)
    came = Stay.objects.filter(player__game__in=(a, b))
    assert came.filter(came_from=eight, came_after=5).count() == 8
    assert came.filter(came_from__isnull=True).count() == 2


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "changes",
    [
        {"scores": {"W-00001-A": 99}},
        {"groups": [["W-00001-A"]]},
        {"ranking": []},
        {"draws": [{"tied": [], "rounds": []}]},
        {"decided_at": MARCH + dt.timedelta(days=1)},
        {"state": "drawing"},
    ],
)
def test_the_database_keeps_a_split_as_it_was_decided_and_drawn(
    cast: Cast, eight: Game, changes: dict[str, Any]
) -> None:
    split_in(cast, eight)
    with pytest.raises(IntegrityError, match="stays as it was decided"), transaction.atomic():
        Split.objects.update(**changes)
    with pytest.raises(IntegrityError, match="stays as it was decided"), transaction.atomic():
        Split.objects.all().delete()


@pytest.mark.both_databases
def test_an_undone_split_stays_undone(cast: Cast, eight: Game) -> None:
    split_in(cast, eight)
    undo_split(by=cast.executor, game=eight, reason="They stay together.", at=MARCH)
    with pytest.raises(IntegrityError, match="stays as it was decided"), transaction.atomic():
        Split.objects.update(reason="Nobody undid it.")


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"since": 3}, "never changed"),
        ({"sat_at": MARCH + dt.timedelta(days=1)}, "never changed"),
        ({"returns": True}, "never changed"),
        ({"left_of": F("player")}, "never changed"),
        ({"until": 2}, "stanzas that were played"),
    ],
)
def test_the_database_keeps_a_stay_of_which_a_stanza_was_played(
    cast: Cast, eight: Game, changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(IntegrityError, match=sentence), transaction.atomic():
        Stay.objects.update(**changes)
    with pytest.raises(IntegrityError, match="never deleted"), transaction.atomic():
        Stay.objects.all().delete()


@pytest.mark.both_databases
def test_a_stay_that_ended_before_the_last_stanza_never_goes_on(cast: Cast, eight: Game) -> None:
    get_up(by=cast.director, game=eight, person=cast.players[0], at=MARCH)
    play(cast, eight, 1, Random(2))
    with pytest.raises(IntegrityError, match="stanzas that were played"), transaction.atomic():
        Stay.objects.filter(player__person=cast.players[0]).update(until=None)
