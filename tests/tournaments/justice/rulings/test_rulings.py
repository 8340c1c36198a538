"""Rulings as they are kept: by whom, until when, in what words, and who hears of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from rules_engine.whoopie.rulings.facts import read_facts
from rules_engine.whoopie.rulings.outcome import plain_outcome
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH, Cast
from tournaments.calls.models import Call
from tournaments.calls.services.calls import call_executor, withdraw_call
from tournaments.games.models import Game, GamePlayer
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.outcomes import effect_of
from tournaments.justice.rulings.selectors.rulings import earlier_on, rulings_of
from tournaments.justice.rulings.services.rulings import keep_ruling

SAID = {"section": "II/Played Cards", "what": "The dealer's ace slipped.", "reason": "It touched the table."}


def ruled(cast: Cast, game: Game, **more: Any) -> Ruling:
    facts = {"by": cast.executor, "kind": Ruling.Kind.PLAY, **SAID, **more}
    return keep_ruling(game=game, at=MARCH, **facts)


def refused(code: str, cast: Cast, game: Game, **more: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        ruled(cast, game, **more)
    assert caught.value.code == code
    return caught.value


def test_a_ruling_answers_its_call_and_is_told_to_those_concerned(cast: Cast, game: Game) -> None:
    call = call_executor(by=cast.players[0], game=game, kind=Call.Kind.IRREGULARITY, at=MARCH)
    concerned = list(game.players.all()[:2])
    ruling = ruled(cast, game, call=call, concerned=concerned, stanza=1, key="k-1")
    assert (ruling.number, ruling.by) == (1, cast.executor_appointment)
    call.refresh_from_db()
    assert (call.ended, call.ended_by, call.note) == ("answered", cast.executor, "Ruling 1.")
    messages = Message.objects.filter(kind="ruling-given").order_by("to__family_name")
    assert [message.to for message in messages] == list(cast.players[:2])
    assert "It is about stanza 1." in messages[0].text
    assert "Why: It touched the table." in messages[0].text
    assert AuditEntry.objects.filter(action="rule", thing_id=str(ruling.pk)).get().by == cast.executor
    assert ruled(cast, game, key="k-1") == ruling
    assert refused("call-ruled", cast, game, call=call).status == 409
    assert ruled(cast, game).number == 2


def test_a_withdrawn_call_can_still_be_ruled_on(cast: Cast, game: Game) -> None:
    call = call_executor(by=cast.players[0], game=game, kind=Call.Kind.SCORE, at=MARCH)
    withdraw_call(by=cast.players[0], call=call, at=MARCH)
    assert ruled(cast, game, call=call).call == call
    call.refresh_from_db()
    assert call.ended == "withdrawn"


def test_only_who_rules_the_game_rules_and_not_after_the_certification(cast: Cast, game: Game) -> None:
    for person in (cast.director, cast.players[0], cast.managing, cast.outsider):
        assert refused("not-allowed", cast, game, by=person).status == 403
    game.state = Game.State.CERTIFIED
    refused("game-state", cast, game)


@pytest.mark.parametrize("field", ["section", "what", "reason"])
def test_a_ruling_cites_its_rule_and_says_what_and_why(cast: Cast, game: Game, field: str) -> None:
    refusal = refused(f"{field}-missing", cast, game, **{field: "  "})
    assert (refusal.status, refusal.facts) == (422, {"field": field})


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("Then ASH bid four.", "ASH"),
        ("Then B Birch led.", "B Birch"),
        ("The dealer's bid; Dogwood spoke first.", "Dogwood"),
        ("The dealer bid before the player at his left.", ""),
        ("An ash-coloured card, and ashes; a cedar box.", ""),
    ],
)
def test_words_for_the_case_book_name_no_participant(cast: Cast, game: Game, words: str, named: str) -> None:
    if not named:
        assert ruled(cast, game, words=words, public=True).public
        return
    refusal = refused("words-name-somebody", cast, game, words=words, public=True)
    assert refusal.facts["name"] == named
    assert named in refusal.sentence


def test_a_public_ruling_has_words(cast: Cast, game: Game) -> None:
    refused("words-missing", cast, game, public=True)


def test_a_ruling_is_replaced_once_and_by_one_of_its_game(cast: Cast, game: Game) -> None:
    first = ruled(cast, game)
    second = ruled(cast, game, supersedes=first)
    refused("ruling-superseded", cast, game, supersedes=first)
    assert ruled(cast, game, supersedes=second).number == 3


@pytest.mark.both_databases
def test_the_database_itself_keeps_a_ruling_as_it_was_made(cast: Cast, game: Game) -> None:
    ruling = ruled(cast, game, concerned=game.players.all()[:1])
    changes = (
        lambda: Ruling.objects.filter(pk=ruling.pk).update(reason="another"),
        lambda: Ruling.objects.filter(pk=ruling.pk)._raw_delete("default"),
        lambda: ruling.concerned.remove(*ruling.concerned.all()),
    )
    for change in changes:
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert GamePlayer.objects.filter(rulings=ruling).count() == 1


def test_what_a_ruling_brings_names_cards_and_does_not_spell_them() -> None:
    """A person reads of the jack of diamonds, a program of JD."""
    taken_back = brings(
        "played-card", {"player": "ann", "card": "JD", "touched_table": False, "meant": True, "named_by": 1}
    )
    assert "Ann takes back jack of diamonds." in taken_back
    plays = [["ann", "JD"], ["ann", "9C"]]
    lying = brings("played-out-of-turn", {"plays": plays, "turn": "bob", "scored": False})
    assert "Penalty cards of Ann: jack of diamonds, nine of clubs." in lying


def brings(irregularity: str, facts: dict[str, Any]) -> tuple[str, ...]:
    outcome = read_facts(irregularity, facts, ("ann", "bob", "cat")).ruled()
    return effect_of(plain_outcome(outcome), str.title).in_words


def test_what_another_act_keeps_as_its_outcome_is_no_effect_of_section_ii(cast: Cast, game: Game) -> None:
    ruled(cast, game, kind=Ruling.Kind.VOTE, outcome={"opened": True}, words="A vote.", public=True)
    rulings = rulings_of(game=game, asker=cast.players[0])
    assert rulings is not None
    assert [ruling.said for ruling in rulings] == [()]
    assert [ruling.said for ruling in earlier_on("II/Played Cards")] == [()]
