"""Letters of the demo season: a table bars two of its players and complains of both.

Of one the Letter is filed, and a case is heard by the Managing Executor: answered, with a hearing that was
moved. The other Letter still waits for the player with a login, and for signatures on paper.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from sanctioning.kit.clock import noon
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.whoopie.game_families import Evening, by_number
from tournaments.games.models import Game
from tournaments.justice.cases.models import Case, Letter
from tournaments.justice.cases.services.hearings import set_hearing
from tournaments.justice.cases.services.judging import answer_charge
from tournaments.justice.cases.services.letters import draft_letter, sign_letter
from tournaments.justice.cases.services.opening import open_case_of_letter
from tournaments.justice.votes.models import Violation, Vote
from tournaments.justice.votes.services.ballots import answer_vote, enter_answer
from tournaments.justice.votes.services.charges import charge
from tournaments.justice.votes.services.votes import demand_vote, open_vote
from tournaments.tables.services.closing import close_game

DAY, HOUR, MINUTE = dt.timedelta(days=1), dt.timedelta(hours=1), dt.timedelta(minutes=1)
PLAYED: Final = dt.date(2026, 11, 13)
HEARD: Final = dt.date(2026, 12, 4)
ACT: Final = "They told each other their hands in a language that nobody else at the table speaks."
COMPLAINT: Final = (
    "It was no slip: they were asked to stop after the first trick, laughed, and went on until the last.\n\n"
    "We ask that {name} be heard, and that it be said at other tables what came of it."
)


def complain_of_two(authority: DemoAuthority) -> None:
    evening = Evening(authority, "Wetherby Martinmas Table 2026", PLAYED, by_number(authority)[:5], planned=3)
    game = evening.table(5)
    evening.play(game, 1)
    with_login_first = sorted(evening.people, key=lambda person: (person.account is None, person.number))
    player, drafter, third, *offenders = with_login_first
    vote = _barred(evening, game, [drafter, player, third], offenders)
    evening.play(game, 2)
    close_game(by=evening.director, game=game, sure=True, at=evening.at)
    filed, _waiting = (_letter(evening, vote, drafter, offender) for offender in offenders)
    _sign(evening, filed)
    _case(authority, filed, evening.at + 2 * DAY)


def _barred(evening: Evening, game: Game, ayes: list[Person], offenders: list[Person]) -> Vote:
    """Found chaotic by roll call, at which one of the two owns up; barred by all the others."""
    executor, denies = evening.executor.person, offenders[0].number
    accused = [offender.number for offender in offenders]
    act = charge(
        by=ayes[0], game=game, kind="chaotic-action", stanza=1, act=ACT, offenders=accused, at=evening.at
    )
    chaotic = _opened(evening, act, ayes[0], "find-chaotic-action", {})
    for number in (*(aye.number for aye in ayes), *accused):
        answer = "no" if number == denies else "aye"
        chaotic = enter_answer(
            by=executor, vote=chaotic, player=number, answer=answer, at=evening.at + MINUTE
        )
    bar = {"scope": [{"kind": "rest-of-game"}], "letter": True}
    vote = _opened(evening, act, ayes[1], "type-2-bar-with-playoffs", bar)
    evening.at += 2 * MINUTE
    for voter in ayes:
        vote = answer_vote(by=voter, vote=vote, answer="aye", at=evening.at)
    return vote


def _opened(evening: Evening, act: Violation, by: Person, motion: str, terms: dict[str, object]) -> Vote:
    vote = demand_vote(by=by, violation=act, motion=motion, terms=terms, at=evening.at)
    return open_vote(by=evening.executor.person, vote=vote, at=evening.at)


def _letter(evening: Evening, vote: Vote, drafter: Person, against: Person) -> Letter:
    at = evening.at + HOUR
    complaint = COMPLAINT.format(name=against.name)
    return draft_letter(by=drafter, vote=vote, against=against, complaint=complaint, at=at)


def _sign(evening: Evening, letter: Letter) -> None:
    """Who has a login there, the others on paper with the Acting Executor."""
    at, executor = evening.at + DAY, evening.executor.person
    for voter in letter.vote.roll.select_related("player__person").order_by("place"):
        at += HOUR
        person = voter.player.person
        if person.account is None:
            sign_letter(by=executor, letter=letter, player=voter.player_id, at=at)
        else:
            sign_letter(by=person, letter=letter, at=at)


def _case(authority: DemoAuthority, letter: Letter, at: dt.datetime) -> Case:
    judge = authority.managing.appointments.get(office=Office.MANAGING_EXECUTOR)
    charge = "That he disrupted the game on purpose, after he had been asked to stop."
    case = open_case_of_letter(by=authority.managing, letter=letter, charge=charge, judge=judge, at=at)
    text = "We spoke of the weather. Nobody had told us that only English may be spoken at a table."
    answer_charge(by=letter.against, case=case, text=text, at=at + DAY)
    place = "Reading Room, Wetherby"
    first = set_hearing(
        by=authority.managing, case=case, hearing_at=noon(HEARD, 19), place=place, at=at + 2 * DAY
    )
    set_hearing(
        by=authority.managing,
        case=case,
        hearing_at=noon(HEARD, 19) + 7 * DAY,
        place=place,
        text="The accused is at sea until then.",
        moves=first.pk,
        at=at + 3 * DAY,
    )
    return case
