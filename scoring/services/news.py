"""Who is told what of certificates, recordings, degrees and rosters."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.urls import reverse

from sanctioning.clock import day_of
from sanctioning.models import Appointment, Person
from sanctioning.models.office import CLUB_OFFICES
from sanctioning.services.post import Letter, send, send_letters
from scoring.degrees import full_style
from scoring.models import Certificate, DegreeHeld, Roster, Submission
from scoring.selectors.roster_sheets import lines


def tell_of_certificates(*, at: dt.datetime, certificates: Sequence[Certificate]) -> None:
    """Each player hears of the certificate of a game, or of the one issued in place of another."""
    letters = [
        Letter(to=one.person, about=one, path=reverse("my-page"), context={"facts": one.facts})
        for one in certificates
    ]
    send_letters(letters, kind="certificate-issued", at=at)


def tell_of_submission(*, at: dt.datetime, submission: Submission) -> None:
    """What was sent in was recorded, or was not and why."""
    send(
        to=submission.person,
        kind=f"submission-{submission.state}",
        about=submission,
        path=reverse("my-page"),
        at=at,
    )


def tell_of_degrees(*, at: dt.datetime, held: Sequence[DegreeHeld]) -> None:
    letters = [
        Letter(
            to=one.person,
            about=one,
            path=reverse("my-page"),
            context={"style": full_style(one.degree, one.card_game), "certificate": one.certificate},
        )
        for one in held
    ]
    send_letters(letters, kind="degree-reached", at=at)


def tell_of_lost_degrees(*, at: dt.datetime, held: Sequence[DegreeHeld], why: str) -> None:
    letters = [
        Letter(
            to=one.person,
            about=one,
            path=reverse("my-page"),
            context={"style": full_style(one.degree, one.card_game), "why": why},
        )
        for one in held
    ]
    send_letters(letters, kind="degree-lost", at=at)


def tell_of_roster(*, at: dt.datetime, roster: Roster) -> None:
    """Whoever runs a club that the roster names people of hears that it is published."""
    listed = {line.club for line in lines(roster)}
    running = Appointment.objects.on(day_of(at)).filter(office__in=CLUB_OFFICES, club__name__in=listed)
    send(
        to=Person.objects.filter(pk__in=running.values("person")),
        kind="roster-published",
        about=roster,
        path=reverse("roster", args=[roster.key]),
        at=at,
    )
