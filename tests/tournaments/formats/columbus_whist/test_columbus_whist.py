"""Columbus Whist on the site: a whole event, sheets that two signatures lock, the line, the pot."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import pytest

from rules_engine.columbus_whist.check.event import check_record
from rules_engine.columbus_whist.random.event import random_event
from rules_engine.columbus_whist.reader.event import record_of
from rules_engine.columbus_whist.record import GAMES
from scoring.results.models import Standing
from scoring.results.services.advancing import take_over
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import MARCH, Cast, sanctioned_event
from tests.support.columbus import LATER, PLAN, columbus_event, hand_in, seat, typed_of
from tests.support.refusals import refusal_of, refused
from tests.support.team_events import newcomers, signed_in
from tests.tournaments.slips.test_team_event_pages import read, send
from tournaments.entries.services.check_in import check_in_all, settle_entry_fee
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.hooks import TILL
from tournaments.justice.rulings.services.rulings import rule_on
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.slips.event_folders import folder_of, record_so_far
from tournaments.slips.selectors.team_boards import team_board
from tournaments.slips.services.slips import close_event, report_slip, sign_slip
from tournaments.teams.models.team import Team
from tournaments.teams.services.substitutes import substitute


def play(cast: Cast, document: dict[str, Any]) -> tuple[Game, list[Team]]:
    """An event as a record of the engine tells it, up to the sixth game."""
    event, teams = columbus_event(cast, len(document["teams"]))
    [leaver] = [row for row in document.get("leavers", ()) if "substitute" not in row] or [None]
    for number, games in enumerate(document["rounds"], start=1):
        game = seat(
            cast, event, teams, [played["teams"] for played in games], qualifiers=document["qualifiers"]
        )
        for table, played in enumerate(games, start=1):
            here = leaver is not None and leaver["team"] in played["teams"]
            if here and leaver["round"] < number:
                continue
            left = leaver if here and leaver["round"] == number else None
            of_table = [teams[team - 1] for team in played["teams"]]
            hand_in(game, f"g{number}-t{table}", of_table, typed_of(played, left))
    return game, teams


@pytest.mark.parametrize("seed", [75, 134])
def test_an_event_of_the_engine_ends_on_the_site_as_in_the_engine(cast: Cast, seed: int) -> None:
    document = random_event(6, seed, mishaps=1.0)
    del document["boston"]
    game, teams = play(cast, document)
    line = report_slip(
        by=cast.director,
        game=game,
        place="line",
        typed={"qualifiers": document["qualifiers"]},
        idempotency_key="line",
        at=MARCH,
    )
    sign_slip(by=cast.players[0], slip=line, at=MARCH)
    for playoff in document.get("playoffs", ()):
        if "games" in playoff:
            [played] = playoff["games"]
            hand_in(game, "q-1", [teams[team - 1] for team in played["teams"]], typed_of(played))
            continue
        order = {f"place-{team}": str(at) for at, team in enumerate(playoff["order"], start=1)}
        typed = order | {"why": playoff["ruling"]}
        ruled = report_slip(
            by=cast.director, game=game, place="q-ruling", typed=typed, idempotency_key="q", at=MARCH
        )
        sign_slip(by=cast.players[0], slip=ruled, at=MARCH)
    assert list(folder_of(game).due)[-1] in ("line", "q-1", "q-ruling")
    report = close_event(by=cast.director, game=game, at=MARCH)
    answered = check_record(record_of(document))
    assert [finding.message for finding in report.findings.all()] == [
        finding.message for finding in answered.findings
    ]
    assert report.check_document["standings"] == [
        [place, team, won, points] for place, team, _name, won, points in answered.ranking
    ]
    assert report.check_document["qualified"] == document["qualified"]
    confirm_result(by=cast.players[0], game=game, at=MARCH)
    certify_result(by=cast.executor, game=game, at=MARCH)
    assert Standing.objects.count() == 2 * len(teams)
    goes_on_to_the_playoff_round(cast, game.event, [teams[team - 1].name for team in document["qualified"]])


def goes_on_to_the_playoff_round(cast: Cast, event: Event, names: list[str]) -> None:
    """C-4: the pages of the event lead to a later one of the club, which takes those who qualified over."""
    director = signed_in(cast.director)
    page = read(director, f"/events/{event.slug}/advancing/")
    assert "Register the event they advance to" in page
    assert page.index(names[0]) < page.index(names[-1]) or names == names[:1]
    new = read(director, f"/clubs/{event.club.slug}/events/new/?format=columbus-whist")
    assert 'value="columbus-whist" selected' in new
    later = sanctioned_event(cast, name="Playoff round", format_slug="columbus-whist", at=LATER)
    away = sanctioned_event(cast, name="Before", format_slug="columbus-whist", at=MARCH)
    take = partial(take_over, by=cast.director, source=event, at=MARCH)
    assert refusal_of(partial(take, event=away)).code == "other-level"
    address = f"/events/{later.slug}/advancing/"
    assert event.name in read(director, address)
    send(director, address, source=event.slug)
    assert [team.name for team in later.teams.order_by("number")] == names
    first = later.teams.get(number=1)
    assert first.facts == {"origin": event.name, "place": 1}
    assert refusal_of(partial(take, event=later)).code == "nobody-goes-on"
    entries = list(later.entries.all())
    check_in_all(by=cast.director, event=later, entries=entries, requirements_met=True, at=LATER)
    page = read(director, f"/events/{later.slug}/rounds/")
    assert '<option value="1" selected>one game: a playoff round' in page
    assert f'name="qualifiers" value="{max(1, len(names) // 2)}"' in page


def test_a_substitute_plays_on_and_a_leaver_without_one_forfeits_what_is_left(cast: Cast) -> None:
    event, teams = columbus_event(cast, 4)
    won = {"hands": [{"bid": "5", "by": "1", "books": 11}]}
    game = seat(cast, event, teams, [(1, 2), (3, 4)])
    hand_in(game, "g1-t1", teams[:2], won)
    hand_in(game, "g1-t2", teams[2:], {"left": "2", "hands": [{"bid": "3", "by": "4", "books": 9}]})
    [stands_in] = newcomers(cast, 1)
    substitute(
        by=cast.director,
        team=teams[0],
        letter="B",
        comes=stands_in,
        why="He was ill.",
        from_round=2,
        at=MARCH,
    )
    seat(cast, event, teams, [(1, 2), (4, 3)])
    assert list(folder_of(game).due) == ["g1-t1", "g1-t2", "g2-t1", "g2-start", "pot"]
    hand_in(game, "g2-t1", teams[:2], won)
    game.refresh_from_db()
    check = game.sheet.check_document
    assert check["findings"] == []
    assert [game["ending"] for game in check["rounds"][0]] == ["points", "left"]
    assert [(game["ending"], game["winner"], game["points"]) for game in check["rounds"][1]] == [
        ("points", 1, [5, 0]),
        ("left", 3, [0, 5]),
    ]
    document = record_so_far(folder_of(game))
    left, replaced = document["leavers"]
    assert (left["team"], left["round"], "substitute" in left) == (4, 1, False)
    assert (replaced["team"], replaced["substitute"]) == (1, stands_in.number)
    assert document["rounds"][replaced["round"] - 1][0]["players"][2] == stands_in.number


def test_nobody_comes_for_a_player_of_a_signed_game(cast: Cast) -> None:
    event, teams = columbus_event(cast, 4)
    game = seat(cast, event, teams, [(1, 2), (3, 4)])
    come = partial(substitute, by=cast.director, team=teams[0], letter="B", why="He was ill.", at=MARCH)
    first, second = newcomers(cast, 2)
    hand_in(game, "g1-t1", teams[:2], {"hands": [{"bid": "5", "by": "1", "books": 11}]})
    refusal = refusal_of(partial(come, comes=first, from_round=1))
    assert (refusal.code, refusal.rule, "Table 1" in refusal.sentence) == ("seat-signed", "C-31/41", True)
    assert refusal_of(partial(come, comes=first)).code == "seat-signed"
    come(comes=first, from_round=2)
    seat(cast, event, teams, [(1, 2), (3, 4)])
    come(comes=second, from_round=2)


WON: dict[str, Any] = {"bid": "5", "books": 11}


def test_the_till_holds_the_pot_and_keeps_what_a_leaver_paid(cast: Cast) -> None:
    event, teams = columbus_event(cast, 4)
    game = seat(cast, event, teams, [(1, 2), (3, 4)])
    assert "GBP\u00a020.00" in TILL.only()(event).lines[0]
    conduct = {"hand": 1, "kind": "conduct", "by": "2", "note": "The deck flew."}
    hand_in(game, "g1-t1", teams[:2], {"hands": [{**WON, "by": "1"}], "wrong": [conduct]})
    hand_in(game, "g1-t2", teams[2:], {"left": "4"})
    seat(cast, event, teams, [(1, 3), (2, 4)])
    beside = {"kind": "conduct", "by": "3", "note": "He would not sit down."}
    hand_in(game, "g2-t1", [teams[0], teams[2]], {"ending": "points", "winner": "1", "wrong": [beside]})
    game.refresh_from_db()
    assert [row["team"] for row in record_so_far(folder_of(game))["disorderly"]] == [2, 3]
    for team, rule in ((4, "C-32/42"), (2, "C-33/CLOSING"), (3, "C-33/CLOSING"), (1, None)):
        entry = teams[team - 1].members.get(letter="A").entry
        settle_entry_fee(by=cast.director, entry=entry, to="paid", at=MARCH)
        take_back = partial(settle_entry_fee, by=cast.director, entry=entry, to="unpaid", at=MARCH)
        if rule is None:
            take_back()
        else:
            assert refused("fee-kept", take_back).rule == rule


def test_the_till_keeps_what_a_team_paid_whose_conduct_the_director_ruled_disorderly(cast: Cast) -> None:
    event, teams = columbus_event(cast, 2)
    game = seat(cast, event, teams, [(1, 2)])
    ruled = partial(
        rule_on,
        by=cast.director,
        game=game,
        irregularity="columbus-whist-conduct",
        what="He shouted.",
        reason="Twice.",
        at=MARCH,
    )
    assert refusal_of(partial(ruled, facts={"disorderly": "yes"})).facts == {"field": "team"}
    ruled(facts={"team": "1", "disorderly": "no"})
    assert not TILL.only()(event).kept
    ruled(facts={"team": "2", "disorderly": "yes"})
    players = {member.entry.person.number for member in teams[1].members.all()}
    assert dict.fromkeys(players, "C-33/CLOSING") == {
        player: rule for player, (rule, _words) in TILL.only()(event).kept.items()
    }
    assert record_so_far(folder_of(game))["disorderly"][0]["team"] == 2


def test_a_pot_without_a_boston_is_split_to_the_cent_once_each_team_has_had_four_games(cast: Cast) -> None:
    event, teams = columbus_event(cast, 5)
    for number in range(1, 5):
        game = seat(cast, event, teams, [(1, 2), (3, 4), (5,)], pot_cents=333)
        for table, (first, other) in enumerate(((1, 2), (3, 4)), start=1):
            of_table = [teams[first - 1], teams[other - 1]]
            hand_in(game, f"g{number}-t{table}", of_table, {"hands": [{**WON, "by": str(first)}]})
    [note] = team_board(folder_of(Game.objects.get(pk=game.pk))).notes
    assert note.endswith("it is decided once every team has had its fourth game.")
    out = partial(report_slip, game=game, place="pot", idempotency_key="pot", at=MARCH)
    out(by=cast.director, typed={"out": "4 5"})
    game = Game.objects.select_related("event", "sheet").get(pk=game.pk)
    assert game.sheet.check_document["boston"] == {"winners": [1, 3], "share": 499, "left": 1, "hit": False}
    board = team_board(folder_of(game))
    assert [line.figures for line in board.lines[:3]] == [(4, 20, 4), (4, 20, 4), (4, 0, 0)]
    assert all(words in board.notes[0] for words in ("Team 1, Team 3", "9.99", "4.99", "0.01"))


def test_the_officials_say_who_did_not_put_into_the_pot(cast: Cast) -> None:
    event, teams = columbus_event(cast, 4)
    game = seat(cast, event, teams, [(1, 2), (3, 4)])
    put = partial(report_slip, game=game, place="pot", idempotency_key="pot", at=MARCH)
    for typed, words in (("9", "“9” is not the number"), ("1 2 3, 4", "No team would be")):
        refusal = refusal_of(partial(put, by=cast.director, typed={"out": typed}))
        assert (refusal.rule, refusal.facts) == ("C-30/40", {"field": "out"})
        assert words in refusal.sentence
    assert refusal_of(partial(put, by=cast.players[0], typed={"out": "1"})).status == 403
    assert put(by=cast.director, typed={"out": "3, 1"}).body == {"out": "1 3"}
    assert record_so_far(folder_of(game))["boston"] == {"cents": 1000, "teams": [2, 4]}
    [words] = TILL.only()(event).lines
    assert "GBP\u00a010.00" in words
    assert "2 of the 4 teams" in words


def test_rounds_are_seated_until_an_odd_number_of_teams_has_had_six_games(cast: Cast) -> None:
    event, teams = columbus_event(cast, 3)
    plan = partial(plan_round, by=cast.director, event=event, planned=PLAN, at=MARCH)
    director, rounds = signed_in(cast.director), f"/events/{event.slug}/rounds/"
    for number in range(1, 10):
        [game] = confirm_round(
            by=cast.director, round=plan(seed=f"game {number}"), why="Typed in later.", at=MARCH
        )
        if number == 1:
            appointment = cast.executor_appointment
            appoint_acting_executor(by=cast.managing, game=game, appointment=appointment, at=MARCH)
        two = folder_of(game).head.rounds[-1][0]
        won = {"hands": [{"bid": "5", "by": str(two[0]), "books": 11}]}
        hand_in(game, f"g{number}-t1", [teams[team - 1] for team in two], won)
        if number == GAMES:
            page = read(director, rounds)
            assert "These teams have had fewer than their 6 games: Team 1 4, Team 2 4, Team 3 4." in page
            assert "Seat it</button>" in page
    refusal = refused("no-further-round", plan)
    assert "Every team has its 6 games." in refusal.sentence
    assert "how many advance" in refusal.remedy
    assert "Seat it</button>" not in read(director, rounds)
    played = folder_of(game)
    assert [slip.place for slip in played.missing] == ["line"]
    assert check_record(record_of(record_so_far(played))).findings == ()


def test_an_odd_team_sits_out_and_few_meet_again(cast: Cast) -> None:
    event, teams = columbus_event(cast, 5)
    met: Counter[frozenset[int]] = Counter()
    out: list[int] = []
    for number in range(1, 6):
        this_round = plan_round(
            by=cast.director, event=event, planned=PLAN, mode="balanced", seed=f"game {number}", at=MARCH
        )
        [game] = confirm_round(by=cast.director, round=this_round, why="Typed in later.", at=MARCH)
        *tables, (alone,) = folder_of(game).head.rounds[-1]
        met.update(frozenset(table) for table in tables)
        out.append(alone)
    assert sorted(out) == [team.number for team in teams]
    assert len(met) == 10
