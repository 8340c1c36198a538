"""A table that has voted its bar, and an appeal that found an act not disruptive."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sanctioning.kit.sequences.services import next_number
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from sanctioning.terms.services import appoint
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast, account, open_table, sanctioned_event
from tests.support.kept_steps import kept_step
from tournaments.games.models import Game, GamePlayer
from tournaments.justice.appeals.models import Appeal, AppealStep
from tournaments.justice.cases.models import Case, Letter
from tournaments.justice.cases.services.letters import draft_letter, file_letter, sign_letter
from tournaments.justice.cases.services.opening import open_case_of_letter
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.votes.models import Offender, Violation, Vote, Voter

ACT = "Threw the last trick over the table and would not say whose it was."
CHARGE = "That he disrupted the game on purpose."
BAR = Vote.Motion.TYPE_2_BAR_WITH_PLAYOFFS


@dataclass(frozen=True)
class Table:
    """`offender` sits at the table with those who voted, in the order of the roll."""

    game: Game
    vote: Vote
    offender: Person
    ayes: tuple[Person, ...]


@kept_step
def barred_table(
    cast: Cast,
    *,
    players: Sequence[Person] = (),
    offenders: int = 1,
    at: dt.datetime = MARCH,
    motion: str = BAR,
    **vote: Any,
) -> Table:
    """A table of five of which the last was barred by all others, who asked for a Letter."""
    seated = list(players or cast.players[:5])
    event = sanctioned_event(cast, name=vote.pop("name", "Spring Whoopie"), at=at)
    game = open_table(cast, event, seated, at=at)
    sat = {player.person_id: player for player in game.players.select_related("person")}
    roll = [sat[person.pk] for person in seated[:-offenders]]
    violation = Violation.objects.create(
        game=game, kind="chaotic-action", stanza=3, act=ACT, charged_by=roll[0], at=at, found_at=at
    )
    for stay in seated[-offenders:]:
        Offender.objects.create(violation=violation, player=sat[stay.pk])
    reach: dict[str, Any] = {
        "terms": {
            "scope": [{"kind": "rest-of-game", "id": f"{event.slug}/{game.number}"}],
            "letter": True,
            "last_day": "2025-12-31",
        },
        "carried": True,
        **vote,
    }
    bar_vote = closed_vote(violation, motion, roll, ["aye"] * len(roll), at=at, seated=len(seated), **reach)
    return Table(game, bar_vote, seated[-1], tuple(voter.person for voter in roll))


def closed_vote(
    violation: Violation,
    motion: str,
    roll: Sequence[GamePlayer],
    answers: Sequence[str],
    *,
    at: dt.datetime = MARCH,
    **details: Any,
) -> Vote:
    executor = violation.game.acting_executor
    assert executor is not None
    ruling = Ruling.objects.create(
        game=violation.game,
        number=violation.game.rulings.count() + 1,
        kind=Ruling.Kind.VOTE,
        section="III/Penalties",
        what="A vote is demanded.",
        reason="Nothing stands against it.",
        by=executor,
        at=at,
    )
    vote = Vote.objects.create(
        violation=violation,
        motion=motion,
        state=Vote.State.OPEN,
        demanded_by=roll[0],
        demanded_at=at,
        opened_at=at,
        ruling=ruling,
        secret=details.pop("secret", False),
        terms=details.pop("terms", {}),
    )
    for place, (player, answer) in enumerate(zip(roll, answers, strict=True), 1):
        shown = "" if vote.secret else answer
        Voter.objects.create(vote=vote, player=player, place=place, answered=True, answer=shown)
    counts = {name: list(answers).count(answer) for name, answer in COUNTED.items()}
    facts = {"seated": len(roll), "needed": len(roll), "carried": True, "absent": 0, **counts, **details}
    state = facts.pop("state", Vote.State.CLOSED)
    if state == Vote.State.CLOSED:
        Vote.objects.filter(pk=vote.pk).update(state=state, closed_at=at, electorate=len(roll), **facts)
    return Vote.objects.get(pk=vote.pk)


COUNTED = {"ayes": "aye", "noes": "no", "abstained": "abstain"}


def not_disruptive(cast: Cast, *, final: bool = True, at: dt.datetime = MARCH, **details: Any) -> AppealStep:
    """Five voted on a charge of chaotic action, four aye; the Managing Executor found it not disruptive."""
    event = sanctioned_event(cast, name="Quiet Whoopie", at=at)
    game = open_table(cast, event, cast.players[:6], at=at)
    sat = list(game.players.order_by("seat"))
    violation = Violation.objects.create(
        game=game, kind="chaotic-action", stanza=2, act="Hummed.", charged_by=sat[0], at=at, found_at=at
    )
    Offender.objects.create(violation=violation, player=sat[5])
    answers = ["aye", "aye", "aye", "aye", "no", "abstain"]
    vote = closed_vote(violation, Vote.Motion.FIND_CHAOTIC_ACTION, sat, answers, at=at)
    points = closed_vote(violation, Vote.Motion.TYPE_2_POINTS, sat, answers, at=at, terms={"points": 4})
    assert vote.carried
    assert points.carried
    appeal = Appeal.objects.create(
        number=next_number("appeal"), vote=points, appellant=sat[5], bundle={}, bundle_sha256="0" * 64, at=at
    )
    facts = {"office": "Managing", "decision": "overturned", "not_disruptive": True, **details}
    step = AppealStep.objects.create(
        appeal=appeal,
        place=1,
        taken_by=sat[5],
        taken_at=at,
        grounds="It was a tune.",
        until=at.date(),
        reasons="A tune disrupts nothing.",
        decided_by=cast.managing,
        decided_at=at,
        **facts,
    )
    if final:
        Appeal.objects.filter(pk=appeal.pk).update(ended="final", ended_at=at)
    return AppealStep.objects.get(pk=step.pk)


@kept_step
def filed_letter(cast: Cast, **details: Any) -> Letter:
    """Of a barred table, signed by the first and filed without the others."""
    table = barred_table(cast, **details)
    drafter, at = table.ayes[0], details.get("at", MARCH)
    letter = draft_letter(by=drafter, vote=table.vote, against=table.offender, complaint="He shouted.", at=at)
    sign_letter(by=drafter, letter=letter, at=at)
    return file_letter(by=drafter, letter=letter, missing="They left.", at=at)


@kept_step
def opened_case(
    cast: Cast, letter: Letter, judge: Appointment, *, charge: str = CHARGE, at: dt.datetime = MARCH
) -> Case:
    return open_case_of_letter(by=cast.managing, letter=letter, charge=charge, judge=judge, at=at)


@kept_step
def holder(cast: Cast, name: str, office: str = Office.ASSOCIATE_EXECUTOR) -> Appointment:
    """Somebody who holds an office of the authority, with an account."""
    person = register_person(
        by=cast.managing,
        given_names=name,
        family_name="Oaks",
        account=account(f"{name.lower()}@example.org"),
        at=JANUARY,
    )
    return appoint(by=cast.managing, person=person, office=office, first_day=FIRST_DAY, at=JANUARY)


def on_paper(cast: Cast, name: str) -> Person:
    """A player without an account."""
    return register_person(
        by=cast.registrar, given_names=name, family_name="Paper", home_club=cast.club, at=JANUARY
    )
