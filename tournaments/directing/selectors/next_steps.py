"""What comes next at an event, in the order of its life, for whoever runs it.

Invariants: a constant number of queries, however many games and entries; it only says what the services would
allow, and whose turn it is where it is another's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.db.models import Count
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.fees.models import Invoice
from sanctioning.sanctions.models import Sanction
from tournaments.entries.models.entry import Entry
from tournaments.events.entry_conditions import says_to_whom
from tournaments.events.models.event import Event
from tournaments.events.selectors.late_applications import too_late_for_the_event
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.reports.selectors.findings import open_errors_of
from tournaments.rounds.models.round import Round

State = Game.State
MOST_GAMES: Final = 6


@dataclass(frozen=True, slots=True)
class NextStep:
    """A sentence, and where it is done; no link where others do it."""

    sentence: str
    link: str = ""
    path: str = ""


def next_steps(event: Event, games: Sequence[Game]) -> tuple[NextStep, ...]:
    """At most a handful; none once the event is cancelled. Up to four queries."""
    if event.cancelled_at is not None:
        return ()
    sanction = event.sanction
    if sanction is None or sanction.state != Sanction.State.GRANTED:
        step = _of_the_sanction(event, sanction)
        too_late = too_late_for_the_event(event, sanction) if sanction else ""
        return (replace(step, sentence=f"{step.sentence} {too_late}") if too_late else step,)
    waiting = [game for game in games if game.state not in Game.ENDED]
    if waiting:
        return tuple(_of_games(event, waiting))
    return tuple(_of_the_event(event, played=bool(games)))


def _of_the_sanction(event: Event, sanction: Sanction | None) -> NextStep:
    path = reverse("application", kwargs={"slug": event.slug})
    match sanction and sanction.state:
        case Sanction.State.SUBMITTED:
            return NextStep(
                _("The Managing Executor decides on the sanction. We will send you a message."),
                _("Status of the application"),
                path,
            )
        case Sanction.State.RETURNED:
            return NextStep(_("The Managing Executor has a question before deciding."), _("Answer it"), path)
        case Sanction.State.APPROVED:
            return _of_the_fee(event, path)
        case Sanction.State.DRAFT:
            return NextStep(_("The application has not been sent in yet."), _("Send it in"), path)
    return NextStep(
        _("The event has no sanction, and needs one before its first game."),
        _("Look at the application"),
        path,
    )


def _of_the_fee(event: Event, path: str) -> NextStep:
    sentence = _("The application is approved. The sanction is granted as soon as its fee is paid.")
    invoice = Invoice.objects.filter(sanction=event.sanction_id).first()
    if invoice is None:
        return NextStep(sentence, _("Status of the application"), path)
    return NextStep(sentence, _("The invoice, and how to pay it"), reverse("invoice", args=[invoice.number]))


def _of_the_event(event: Event, *, played: bool) -> Iterator[NextStep]:
    """Before the first game, between rounds, and after the last."""
    where = {"slug": event.slug}
    rounds = reverse("rounds", kwargs=where)
    if event.rounds.filter(state=Round.State.PREVIEW).exists():
        yield NextStep(
            _("A round is seated but not confirmed: check its tables."), _("Confirm the round"), rounds
        )
    elif not played:
        yield _of_the_entries(event)
    else:
        yield _after_the_last(event)
        if not format_named(event.format).ends_with_its_game:
            yield NextStep(_("The event can continue."), _("Seat another round"), rounds)


def _after_the_last(event: Event) -> NextStep:
    """The results, or before them who still owes the entry fee."""
    where = {"slug": event.slug}
    entered = event.entries.filter(state=Entry.State.ENTERED, fee_state__in=Entry.OWING)
    owing = sum(entry.owes for entry in entered.only("fee", "late_fee", "fee_state"))
    if owing:
        sentence = ngettext(
            "Every game is certified. %(n)s entry fee is still owed.",
            "Every game is certified. %(n)s entry fees are still owed.",
            owing,
        )
        return NextStep(sentence % {"n": owing}, _("Who owes it"), reverse("manage-event", kwargs=where))
    return NextStep(
        _("Every game is certified. There is nothing left to do. Each winner has a certificate, on My page."),
        _("The results"),
        reverse("event", kwargs=where) + "#games",
    )


def _of_the_entries(event: Event) -> NextStep:
    """Before the first game: entries, the door, seats."""
    where = {"slug": event.slug}
    played_as = format_named(event.format)
    counted = event.entries.filter(state=Entry.State.ENTERED).aggregate(
        all=Count("pk"), present=Count("checked_in_at")
    )
    entered, present = counted["all"], counted["present"]
    if present >= played_as.seating.least:
        return NextStep(
            ngettext(
                "%(count)s player is present: seat the first round.",
                "%(count)s players are present: seat the first round.",
                present,
            )
            % {"count": present},
            _("Seat a round"),
            reverse("rounds", kwargs=where),
        )
    if entered >= played_as.seating.least:
        return NextStep(
            _("When the players arrive, check them in; those who are present are seated."),
            _("Check players in"),
            reverse("check-in", kwargs=where),
        )
    if not says_to_whom(event):
        return NextStep(
            _("The event is restricted: before anyone can enter, say who it is open to."),
            _("Say who may enter"),
            reverse("entry-conditions", kwargs=where),
        )
    if played_as.unit.is_team:
        return NextStep(
            _("Enter the teams, each with its players."),
            _("Enter teams"),
            reverse("teams", kwargs=where),
        )
    return NextStep(
        _("Players enter on the event's page, or you enter them. You need at least three."),
        _("Enter players"),
        reverse("manage-event", kwargs=where) + "#entries",
    )


def _of_games(event: Event, games: Sequence[Game]) -> Iterator[NextStep]:
    """Many that are played, or wait for their executor, are one step; what each needs comes after it."""
    games = list(games)
    if format_named(event.format).has_floor:
        unruled = [game for game in games if game.acting_executor is None]
        played = [game for game in games if game not in unruled and _is_played(game)]
        if len(unruled) > 1:
            yield NextStep(
                _("%(count)s games wait for an Acting Executor: the Managing Executor appoints one.")
                % {"count": len(unruled)}
            )
            games = [game for game in games if game not in unruled]
        if len(played) > 1:
            yield NextStep(
                _("%(count)s games are played: stanzas are reported at the tables, then each is closed.")
                % {"count": len(played)},
                _("To the floor"),
                reverse("floor", kwargs={"slug": event.slug}),
            )
            games = [game for game in games if game not in played]
    yield from _of_each(event, games[:MOST_GAMES])


def _is_played(game: Game) -> bool:
    drawn = game.state == State.OPEN and game.first_dealer_id is not None
    return drawn or game.state in (State.PLAYING, State.SPLITTING)


def _of_each(event: Event, games: Sequence[Game]) -> Iterator[NextStep]:
    reported = [game.pk for game in games if game.state == State.REPORTED]
    errors = open_errors_of(reported) if reported else {}
    for game in games:
        yield from _of_game(event, game, errors.get(game.pk, 0))


def _of_game(event: Event, game: Game, errors: int) -> Iterator[NextStep]:
    label = f"{game.number}{game.group}"
    where = {"slug": event.slug, "game": label}
    named = {"game": game.place, "here": capfirst(game.place)}
    if game.acting_executor is None:
        yield NextStep(_("%(here)s has no Acting Executor yet: the Managing Executor appoints one.") % named)
        return
    named["executor"] = game.acting_executor.person.name
    match game.state:
        case State.OPEN | State.PLAYING if format_named(event.format).hands_in_slips:
            yield NextStep(
                _("The tables hand in slips and a second person signs each; then the event is closed."),
                _("The slips"),
                reverse("slips", kwargs={"slug": event.slug}),
            )
        case State.OPEN if game.first_dealer_id is None:
            yield NextStep(
                _("%(here)s: scorekeeper and First Dealer have not been drawn.") % named,
                _("Draw the cards of %(game)s") % named,
                reverse("opening-draw", kwargs=where),
            )
        case State.OPEN | State.PLAYING | State.SPLITTING:
            yield NextStep(
                _("%(here)s is being played: its stanzas are reported there, and then the game is closed.")
                % named,
                _("Go to %(game)s") % named,
                reverse("table", kwargs=where),
            )
        case State.REPORTED if errors:
            yield NextStep(
                ngettext(
                    "%(here)s is closed, and %(count)s error is not settled. It has to be corrected, or "
                    "settled by %(executor)s, before anyone confirms the final sheet.",
                    "%(here)s is closed, and %(count)s errors are not settled. Each has to be corrected, "
                    "or settled by %(executor)s, before anyone confirms the final sheet.",
                    errors,
                )
                % {**named, "count": errors},
                _("The errors of %(game)s") % named,
                f"{reverse('game', kwargs=where)}#findings",
            )
        case State.REPORTED:
            yield NextStep(
                _(
                    "%(here)s is closed. Somebody who did not report it, a player or somebody who runs "
                    "the club, confirms its final sheet. They will find it on My page."
                )
                % named,
                _("The final sheet of %(game)s") % named,
                reverse("game", kwargs=where),
            )
        case State.CONFIRMED:
            yield NextStep(
                _("%(here)s is confirmed. Its Acting Executor, %(executor)s, certifies it.") % named,
                _("The final sheet of %(game)s") % named,
                reverse("game", kwargs=where),
            )
