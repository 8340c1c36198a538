"""The Managing Executor's desk: applications to decide, games that need an Acting Executor."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from sanctioning.clubs.selectors import count_clubs_to_decide_on
from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import money
from sanctioning.offices.permissions import is_managing_executor, require
from sanctioning.people.models.person import Person
from sanctioning.people_search.meant import meant
from sanctioning.sanctions.services.applications import approve_sanction, refuse_sanction
from tournaments.events.selectors.events import executors_on, game_at, waiting_for_authority
from tournaments.executors.selectors.proposals import games_to_rule, proposals_and_troubled
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.executors.views.after_appointing import after_appointing


@require_safe
@signed_in
def desk(request: HttpRequest, person: Person) -> HttpResponse:
    return _desk(request, person)


@require_POST
@signed_in
def decide(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """Decide in favour of an event, subject to its fee where it has one, or refuse it with a reason."""
    event = next((event for event in waiting_for_authority().events if event.slug == slug), None)
    if event is None or event.sanction is None:
        raise Http404(_("No application of this event needs a decision."))
    sanction, why = event.sanction, request.POST.get("why", "")
    if request.POST.get("act") == "grant":
        return _act(
            request,
            person,
            lambda: approve_sanction(by=person, sanction=sanction),
            _("%(event)s is approved. It is granted when %(amount)s is paid.")
            % {"event": event.name, "amount": money(sanction.fee)}
            if sanction.fee
            else _("The sanction of %(event)s is granted.") % {"event": event.name},
        )
    return _act(
        request,
        person,
        lambda: refuse_sanction(by=person, sanction=sanction, why=why),
        _("The application of %(event)s is refused.") % {"event": event.name},
        {"typed_event": event.pk, "typed_why": why},
    )


@require_POST
@signed_in
def appoint(request: HttpRequest, person: Person, slug: str, number: int, group: str = "") -> HttpResponse:
    """Appoint an executor to a game."""
    game = game_at(event_slug=slug, number=number, group=group)
    if game is None:
        raise Http404(_("There is no such game."))
    day = game.event.local_day(game.starts_at)
    running = executors_on([day])[day]
    text = request.POST.get("number", "").strip()
    answer = meant(asker=person, text=text)
    if text and answer.person is None:
        at = f"{slug}-{number}{group}"
        return _desk(request, person, typed={"unclear": {"number": answer}, "unclear_at": at})
    named = answer.person.number if answer.person else ""
    wanted = request.POST.get("executor")
    chosen = next((term for term in running if str(term.pk) == wanted or term.person.number == named), None)
    if chosen is None:
        return _desk(request, person, _no_executor(text))
    done = _act(
        request,
        person,
        lambda: appoint_acting_executor(by=person, game=game, appointment=chosen),
        _("%(person)s is Acting Executor of %(game)s of %(event)s.")
        % {"person": chosen.person.name, "game": game.place, "event": game.event.name},
    )
    return done if done.status_code >= HTTPStatus.BAD_REQUEST else after_appointing(request, slug)


def _no_executor(number: str) -> Refusal:
    return Refusal(
        code="no-such-executor",
        sentence=_("“%(number)s” is not an executor whose term runs on the day of the game.")
        % {"number": number}
        if number
        else _("This executor's term does not run on the day of the game."),
        rule=_("IV: a sanctioned game has an Acting Executor whose term runs on its day."),
        remedy=_("Choose one of those proposed, or write the name or number of another executor."),
        status=422,
    )


def _act(
    request: HttpRequest,
    person: Person,
    act: Callable[[], object],
    done: str,
    typed: dict[str, object] | None = None,
) -> HttpResponse:
    try:
        act()
    except Refusal as refusal:
        return _desk(request, person, refusal, typed)
    messages.success(request, done)
    return redirect("authority")


def _desk(
    request: HttpRequest,
    person: Person,
    refusal: Refusal | None = None,
    typed: dict[str, object] | None = None,
) -> HttpResponse:
    try:
        require(
            is_managing_executor(person, today()),
            what=_("decide on sanctions"),
            who=_("the Managing Executor"),
            rule="Section IV",
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    waiting = waiting_for_authority()
    proposals, troubled = proposals_and_troubled(games_to_rule(), waiting.unruled)
    context = {
        "events": waiting.events,
        "with_clubs": waiting.with_clubs,
        "proposals": proposals,
        "troubled": troubled,
        "clubs_waiting": count_clubs_to_decide_on(person),
        "refusal": refusal,
        "section": "mine",
        **(typed or {}),
    }
    status = refusal.status if refusal else 422 if "unclear" in context else 200
    return render(request, "tournaments/executors/authority.html", context, status=status)
