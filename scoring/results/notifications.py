"""Who is told what came of a ruling, a vote, a decision or an order for results and points: each once."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.services.messages import MessageTo, send, send_each
from sanctioning.offices.models.office import CLUB_OFFICES, Appointment
from sanctioning.people.models.person import Person
from scoring.results.models import Certification
from scoring.results.selectors.consequences import consequences_of
from tournaments.events.addresses import game_path
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.reports.models.report import Confirmation


def tell_of_certified_event(*, at: dt.datetime, certification: Certification) -> None:
    """Whoever runs the club hears when no game of the event waits any more, and where the results are."""
    event = certification.game.event
    if Game.objects.filter(event=event).exclude(state__in=Game.ENDED).exists():
        return
    send(
        to=_running(event, at),
        kind="event-certified",
        about=certification,
        path=f"{reverse('event', kwargs={'slug': event.slug})}#games",
        context={"event": event},
        at=at,
    )


def tell_of_amended_result(*, at: dt.datetime, certification: Certification) -> None:
    """Each whom a corrected result touches reads what changed for him, and why."""
    game = certification.game
    messages = [
        MessageTo(
            to=touched.person,
            about=certification,
            path=game_path(game),
            context={"touched": touched, "game": game, "event": game.event},
        )
        for touched in consequences_of(certification)
    ]
    send_each(messages, kind="result-amended", at=at)


def tell_of_waiting_again(*, at: dt.datetime, game: Game, confirmation: Confirmation, why: str) -> None:
    """The final sheet that somebody confirmed has changed: he and whoever runs the club look at it again."""
    people = {*_running(game.event, at), confirmation.confirmer}
    send(
        to=sorted(people, key=lambda person: person.pk),
        kind="confirmation-again",
        about=confirmation,
        path=game_path(game),
        context={"game": game, "event": game.event, "why": why},
        at=at,
    )


def _running(event: Event, at: dt.datetime) -> list[Person]:
    """Whoever runs the club of the event, each once."""
    running = Appointment.objects.on(day_of(at)).filter(office__in=CLUB_OFFICES, club=event.club)
    people = {appointment.person for appointment in running.select_related("person")}
    return sorted(people, key=lambda person: person.pk)
