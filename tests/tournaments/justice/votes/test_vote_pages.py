"""The pages of charges and votes, as a table and its Acting Executor use them, and the same for programs."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, transaction

from tests.cast import Cast
from tests.fixtures import SignIn
from tests.support.play import drawn_table
from tests.support.votes import charged, opened, violation_found
from tournaments.justice.votes.models import Violation, Vote, Voter
from tournaments.justice.votes.services.votes import demand_vote

pytestmark = pytest.mark.both_databases

EVENT = "/events/spring-whoopie/"
GAME = f"{EVENT}games/1/"
VIOLATIONS = f"{GAME}violations/"
SURE = {"sure": "yes"}


def test_an_executor_says_who_charges_and_nobody_is_chosen_before(cast: Cast, sign_in: SignIn) -> None:
    drawn_table(cast, cast.players[:4])
    page = sign_in(cast.executor).get(VIOLATIONS).content.decode()
    assert ">Who charges</label>" in page
    choice = page[page.index('name="for_player"') :].partition("</select>")[0]
    assert "required" in choice
    assert "selected" not in choice.replace('<option value="" selected', "")
    assert "choose who charges" in choice


def test_the_question_names_who_charges_and_who_demands_the_vote(cast: Cast, sign_in: SignIn) -> None:
    players = cast.players[:4]
    drawn_table(cast, players)
    player, executor = sign_in(players[0]), sign_in(cast.executor)
    act = {"kind": "chaotic-action", "stanza": "1", "act": "He sang.", "offenders": players[1].number}
    spoken = {"for_player": players[2].number}
    assert f"{players[2].name} charges." in executor.post(VIOLATIONS, {**act, **spoken}).content.decode()
    assert "You charge." in player.post(VIOLATIONS, act).content.decode()
    executor.post(VIOLATIONS, {**act, **spoken, **SURE, "key": "a"})
    demand, motion = f"{VIOLATIONS}{Violation.objects.get().pk}/demand/", {"motion": "find-chaotic-action"}
    asked = executor.post(demand, {**motion, **spoken}).content.decode()
    assert f"{players[2].name} demands it." in asked
    assert "You demand it." in player.post(demand, motion).content.decode()


def test_a_charge_is_voted_on_by_phones_and_by_roll_call(cast: Cast, sign_in: SignIn) -> None:
    players = cast.players[:4]
    drawn_table(cast, players)
    player, executor = sign_in(players[0]), sign_in(cast.executor)
    assert VIOLATIONS in player.get(f"{GAME}table/").content.decode()
    form = {"kind": "chaotic-action", "stanza": "1", "act": " ", "offenders": players[1].number, "key": "a"}
    wrong = player.post(VIOLATIONS, form)
    assert wrong.status_code == 422
    assert f'value="{players[1].number}" checked' in wrong.content.decode()
    asked = player.post(VIOLATIONS, {**form, "act": "He sang."}).content.decode()
    assert f"Charge {players[1].name} with a violation?" in asked
    assert not Violation.objects.exists()
    for _ in range(2):
        assert player.post(VIOLATIONS, {**form, **SURE, "act": "He sang."}).status_code == 302
    violation = Violation.objects.get()
    demand = f"{VIOLATIONS}{violation.pk}/demand/"
    assert "The act was chaotic" in player.get(demand).content.decode()
    assert "¾ or more of the players at the table" in (
        player.get(demand, {"motion": "find-chaotic-action"}).content.decode()
    )
    assert "Demand this vote?" in player.post(demand, {"motion": "find-chaotic-action"}).content.decode()
    assert not Vote.objects.exists()
    sent = player.post(demand, {**SURE, "motion": "find-chaotic-action", "key": "b"})
    vote = Vote.objects.get()
    page = f"{GAME}votes/{vote.pk}/"
    assert sent.headers["Location"] == page
    assert player.post(demand, {"motion": "find-chaotic-action"}).status_code == 409
    assert "1 vote to hold" in executor.get("/me/").content.decode()
    assert "Nothing prevents it" in executor.get(page).content.decode()
    said = executor.post(f"{page}open/", {"penalised_by": ""}, follow=True).content.decode()
    assert "The vote is open. The table is told." in said
    assert "Ruling 1: A vote is held" in executor.get(f"{GAME}rulings/").content.decode()
    assert "1 vote to answer" in player.get("/me/").content.decode()
    refreshed = player.get(f"{page}?state=demanded", headers={"HX-Request": "true"})
    assert refreshed.headers["HX-Refresh"] == "true"
    part = player.get(f"{page}?state=open", headers={"HX-Request": "true"})
    again = {"HX-Request": "true", "If-None-Match": part.headers["ETag"]}
    assert player.get(f"{page}?state=open", headers=again).status_code == 304
    player.post(f"{page}answer/", {"answer": "aye"})
    assert player.get(f"{page}?state=open", headers=again).status_code == 200
    assert player.post(f"{page}answer/", {"answer": "no"}).status_code == 409
    for voter in players[1:]:
        answer = "no" if voter == players[1] else "aye"
        called = {"player": voter.number, "answer": answer}
        if voter == players[-1]:
            asked = executor.post(f"{page}enter/", called).content.decode()
            assert f"{voter.name}: {answer}. It is the last answer" in asked
            assert "Take it back" in executor.get(page).content.decode()
            called |= {"sure": "yes"}
        assert executor.post(f"{page}enter/", called).status_code == 302
    shown = player.get(page).content.decode()
    assert "Carried: 3 ayes; ¾ of the 4 current players is 3." in shown
    assert "type-2-points" in player.get(VIOLATIONS).content.decode()
    assert sign_in(cast.outsider).get(page).status_code == 403


def test_each_motion_has_a_form_of_its_own(cast: Cast, sign_in: SignIn) -> None:
    players = cast.players[:4]
    violation = violation_found(cast, drawn_table(cast, players), players, players[1])
    player, executor = sign_in(players[0]), sign_in(cast.executor)
    demand = f"{VIOLATIONS}{violation.pk}/demand/"
    forms: dict[str, dict[str, str]] = {
        "type-2-points": {"points": "2"},
        "type-2-adjusted-score": {"points": "3", "injured": players[0].number},
        "type-2-bar": {"rest": "yes", "clubs": cast.club.slug, "last_day": "2099-01-01"},
        "type-2-bar-with-playoffs": {"rest": "yes", "letter": "yes"},
    }
    for motion, typed in forms.items():
        assert player.get(demand, {"motion": motion}).status_code == 200
        assert player.post(demand, {**SURE, "motion": motion, **typed}).status_code == 302
    fields = [
        player.get(f"{GAME}votes/{vote.pk}/").content.decode() for vote in Vote.objects.order_by("pk")[1:]
    ]
    for page, words in zip(
        fields,
        (
            "The offender loses 2 points.",
            "A Ash gets 3 points.",
            "all games of Arden Whoopie Club",
            "A Letter of Particulars and Complaint",
        ),
        strict=True,
    ):
        assert words in page
    bar = Vote.objects.get(motion="type-2-bar")
    executor.post(f"{GAME}votes/{bar.pk}/open/", {"secret": "yes"})
    assert "The vote is secret" in player.get(f"{GAME}votes/{bar.pk}/").content.decode()


def test_programs_charge_demand_and_vote_too(cast: Cast, sign_in: SignIn) -> None:
    players = cast.players[:4]
    game = drawn_table(cast, players)
    player, executor = sign_in(players[0]), sign_in(cast.executor)
    body = {"kind": "intentional-revoke", "stanza": 1, "act": "So.", "offenders": [players[1].number]}
    for _ in range(2):
        answer = player.post(
            f"/api/v1{VIOLATIONS}", body, "application/json", headers={"Idempotency-Key": "k"}
        )
    assert answer.status_code == 201
    [violation] = answer.json()["violations"]
    demanded = player.post(
        f"/api/v1{VIOLATIONS}{violation['number']}/votes/",
        {"motion": "find-intentional-revoke"},
        "application/json",
    ).json()
    page = f"/api/v1{GAME}votes/{demanded['vote']['number']}/"
    assert demanded["vote"]["needs"] == "⅔ or more of the players at the table"
    opened = executor.post(f"{page}open/", {}, "application/json").json()
    assert (opened["vote"]["state"], opened["vote"]["needed"]) == ("open", 3)
    player.post(f"{page}answer/", {"answer": "aye"}, "application/json")
    closed = executor.post(f"{page}close/", {}, "application/json").json()["vote"]
    assert (closed["outcome"], closed["absent"]) == ("not carried", 3)
    other = charged(game, players[0], players[2])
    vote = demand_vote(by=players[0], violation=other, motion="find-chaotic-action")
    refused = executor.post(
        f"/api/v1{GAME}votes/{vote.pk}/open/", {"penalised_by": "II/Revokes"}, "application/json"
    ).json()["vote"]
    assert (refused["state"], "II/Revokes" in refused["reason"]) == ("refused", True)
    assert player.get(page).json()["vote"]["sum"] == "1 aye; ⅔ of the 4 current players is 3"


def test_what_was_noted_wrongly_at_the_roll_call_is_taken_back_until_the_vote_closes(
    cast: Cast, sign_in: SignIn
) -> None:
    players = cast.players[:4]
    game = drawn_table(cast, players)
    vote = opened(cast, charged(game, players[0], players[1]), players[0], "find-chaotic-action")
    page, executor = f"{GAME}votes/{vote.pk}/", sign_in(cast.executor)
    sign_in(players[0]).post(f"{page}answer/", {"answer": "aye"})
    own = {"player": players[0].number}
    assert "No answer of this player was noted" in executor.post(f"{page}take-back/", own).content.decode()
    called = {"player": players[1].number}
    executor.post(f"{page}enter/", {**called, "answer": "aye"})
    executor.post(f"{page}take-back/", called)
    executor.post(f"{page}enter/", {**called, "answer": "no"})
    assert [voter.answer for voter in vote.roll.order_by("place")[:2]] == ["aye", "no"]
    for voter in players[2:]:
        executor.post(f"{page}enter/", {"player": voter.number, "answer": "no", "sure": "yes"})
    assert executor.post(f"{page}take-back/", called).status_code == 409
    for changed in ({"answer": "aye"}, {"answered": False, "answer": ""}):
        with pytest.raises(DatabaseError), transaction.atomic():
            Voter.objects.filter(vote=vote, player__record_id=players[1].number).update(**changed)
