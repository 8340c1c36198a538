"""Clubs: registered by anybody, asked about, approved or refused by the Managing Executor, closed and opened.

Purpose: every step of `CLUB_STEPS`, each in one transaction under the lock of the club.
Rule section: IV (the authority and its system).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.clubs.models import CLUB_STEPS, CLUB_TURNS, Club, ClubQuestion
from sanctioning.clubs.notifications import tell_of_club
from sanctioning.clubs.permissions import keeps_club, may_approve_club, may_close_club
from sanctioning.fees.services.club_accounts import locked_club
from sanctioning.hooks import CLUB_CLOSING
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import authority_zone_name, day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.services import next_number
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import address_of, require_reason, require_words, visible, zone_named
from sanctioning.law.articles import read_articles
from sanctioning.law.selectors.in_force import articles_in_force
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.permissions import is_managing_executor, require
from sanctioning.people.models.person import Person
from sanctioning.terms.services import appoint

State = Club.State


@looks_again
def register_club(
    *,
    by: Person,
    name: str,
    place: str = "",
    time_zone: str = "",
    officers: Sequence[Person] = (),
    at: dt.datetime | None = None,
) -> Club:
    """Anybody may register a club; it holds events once it is approved.

    Who registers it is its first officer unless others are named; the Managing Executor may write one
    down without.

    Raises:
        Refusal: `club-name-taken`, `name-invisible`, `name-unreadable`, `time-zone-unknown`.
    """
    at = moment(at)
    time_zone = time_zone or authority_zone_name()
    zone_named(time_zone, _("A club"))
    name, place = visible(name, "name"), visible(place, "place")
    slug = address_of(name, 60)
    if Club.objects.filter(slug=slug).exists():
        raise Refusal(
            code="club-name-taken",
            sentence=_("The name “%(name)s” is taken.") % {"name": name},
            rule=_("A club has a name of its own."),
            remedy=_("Choose another name, perhaps with the town in it."),
        )
    club = Club.objects.create(
        number=next_number("club"),
        name=name,
        slug=slug,
        place=place,
        time_zone=time_zone,
        registered_at=at,
        registered_by=by,
        turn_until=_until(State.APPLIED, at),
    )
    first = officers or ([] if is_managing_executor(by, day_of(at)) else [by])
    club.officers_to_be.set(first)
    after = {"name": name, "place": place, "officers": [person.number for person in first]}
    entry = note(by=by, at=at, action="register club", thing=club, after=after)
    tell_of_club(by=by, at=at, club=club, entry=entry)
    return club


@transaction.atomic
def ask_club(*, by: Person, club: Club, question: str, at: dt.datetime | None = None) -> Club:
    """Ask those who registered a club before deciding on it.

    Raises:
        Refusal: `club-state`, `not-allowed`, `question-missing`.
    """
    at = moment(at)
    _require_authority(by, at)
    question = require_words(question, "question-missing", _("Ask the club a question first."))
    moved = _move(by=by, at=at, club=club, action="ask club", why=question)
    ClubQuestion.objects.create(club=moved, question=question, asked_by=by, asked_at=at)
    return moved


@transaction.atomic
def answer_for_club(*, by: Person, club: Club, answer: str, at: dt.datetime | None = None) -> Club:
    """What the club answers to a question about its application.

    Raises:
        Refusal: `answer-missing`, `club-state`, `not-allowed`.
    """
    at = moment(at)
    _require_keeper(by, at, club)
    answer = require_words(answer, "answer-missing", _("The question has not been answered yet."))
    moved = _move(by=by, at=at, club=club, action="answer for club", why=answer)
    ClubQuestion.objects.filter(club=moved, answered_at__isnull=True).update(
        answer=answer, answered_by=by, answered_at=at
    )
    return moved


@transaction.atomic
def approve_club(*, by: Person, club: Club, at: dt.datetime | None = None) -> Club:
    """Approve it; its officers to be hold their office from this day on.

    Raises:
        Refusal: `appointed-already`, `appointment-impossible`, `club-state`, `not-allowed`.
    """
    at = moment(at)
    _require_authority(by, at)
    moved = _move(by=by, at=at, club=club, action="approve club", approved_at=at)
    held = Appointment.objects.filter(office=Office.CLUB_OFFICER, club=moved).values("person")
    for person in moved.officers_to_be.exclude(pk__in=held).order_by("pk"):
        appoint(by=by, person=person, office=Office.CLUB_OFFICER, club=moved, first_day=day_of(at), at=at)
    return moved


@transaction.atomic
def refuse_club(*, by: Person, club: Club, why: str, at: dt.datetime | None = None) -> Club:
    """Say no to an application, and why.

    Raises:
        Refusal: `club-state`, `not-allowed`, `reason-missing`.
    """
    at = moment(at)
    _require_authority(by, at)
    why = require_reason(why, _("Refusing a club needs a reason."))
    return _move(by=by, at=at, club=club, action="refuse club", why=why, reason=why)


@transaction.atomic
def withdraw_club(*, by: Person, club: Club, why: str = "", at: dt.datetime | None = None) -> Club:
    """The club takes its application back.

    Raises:
        Refusal: `club-state`, `not-allowed`.
    """
    at = moment(at)
    _require_keeper(by, at, club)
    return _move(by=by, at=at, club=club, action="withdraw club", why=why)


@transaction.atomic
def apply_again(*, by: Person, club: Club, why: str = "", at: dt.datetime | None = None) -> Club:
    """After a refusal or a withdrawal, with what has changed.

    Raises:
        Refusal: `club-state`, `not-allowed`.
    """
    at = moment(at)
    _require_keeper(by, at, club)
    return _move(by=by, at=at, club=club, action="apply again for club", why=why, reason="")


@transaction.atomic
def close_club(*, by: Person, club: Club, why: str, at: dt.datetime | None = None) -> Club:
    """Close a club that holds no more events; its records and members stay. The layers above may object.

    Raises:
        Refusal: `club-state`, `not-allowed`, `reason-missing`.
    """
    at = moment(at)
    require(
        may_close_club(by, day_of(at), club),
        what=_("close this club"),
        who=_("an officer of the club or the Managing Executor"),
        rule="IV",
    )
    why = require_reason(why, _("Closing a club needs a reason."))
    moved = _move(by=by, at=at, club=club, action="close club", why=why, reason=why)
    for object_to in CLUB_CLOSING.values():
        object_to(moved, at)
    return moved


@transaction.atomic
def open_again(*, by: Person, club: Club, why: str = "", at: dt.datetime | None = None) -> Club:
    """Open a club that was closed.

    Raises:
        Refusal: `club-state`, `not-allowed`.
    """
    at = moment(at)
    _require_authority(by, at)
    return _move(by=by, at=at, club=club, action="open club again", why=why, reason="")


def _move(*, by: Person, at: dt.datetime, club: Club, action: str, why: str = "", **changes: Any) -> Club:
    """Take one step under the lock of the club, as `CLUB_STEPS` allows."""
    step = CLUB_STEPS[action]
    before = locked_club(club.pk).state
    if before not in step.sources:
        raise Refusal(
            code="club-state",
            sentence=_("%(club)s is %(label)s and cannot become %(target)s.")
            % {"club": club.name, "label": State(before).label, "target": step.target.label},
            rule="IV",
            remedy=_("Look at the club as it is now."),
        )
    club.refresh_from_db()
    changes = {**changes, "state": step.target, "turn_until": _until(step.target, at)}
    for name, value in changes.items():
        setattr(club, name, value)
    club.save(update_fields=list(changes))
    entry = note(
        by=by,
        at=at,
        action=action,
        thing=club,
        why=why,
        before={"state": before},
        after={"state": step.target},
    )
    tell_of_club(by=by, at=at, club=club, entry=entry)
    return club


def _until(state: str, at: dt.datetime) -> dt.date | None:
    """The last day of the turn that begins, by the Articles of this day if there are any yet."""
    turn = CLUB_TURNS.get(state)
    if turn is None:
        return None
    try:
        body = articles_in_force(day_of(at)).body
    except Refusal:
        body = {}
    return day_of(at) + dt.timedelta(days=read_articles(body).days_of(turn.days))


def _require_authority(by: Person, at: dt.datetime) -> None:
    require(
        may_approve_club(by, day_of(at)), what=_("decide on clubs"), who=_("the Managing Executor"), rule="IV"
    )


def _require_keeper(by: Person, at: dt.datetime, club: Club) -> None:
    require(
        keeps_club(by, day_of(at), club),
        what=_("act for this club"),
        who=_("the person who registered it, or one of its officers"),
        rule="IV",
    )
