"""The application of an event: its state, whose turn it is, what was asked and answered, what may be done."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from sanctioning.clock import today
from sanctioning.models import Person, Sanction
from sanctioning.permissions import may_decide_sanction, require
from sanctioning.refusal import Refusal
from sanctioning.selectors.sanctions import acts_of, turn_of
from sanctioning.services.sanctions import (
    answer_sanction,
    approve_sanction,
    cancel_sanction,
    refuse_sanction,
    return_sanction,
    submit_sanction,
    withdraw_sanction,
)
from sanctioning.views.people import signed_in
from tournaments.models import Event
from tournaments.permissions import may_run_event
from tournaments.selectors import clashes_with, event_at

Act = Callable[[Person, Sanction, str], Sanction]

# What each button does with the words beside it, and what is said when it is done.
ACTS: dict[str, tuple[Act, str]] = {
    "submit": (
        lambda by, one, text: submit_sanction(by=by, sanction=one),
        "The application is with the Managing Executor.",
    ),
    "answer": (
        lambda by, one, text: answer_sanction(by=by, sanction=one, answer=text),
        "Your answer is with the Managing Executor.",
    ),
    "withdraw": (
        lambda by, one, text: withdraw_sanction(by=by, sanction=one, why=text),
        "The application is withdrawn.",
    ),
    "cancel": (
        lambda by, one, text: cancel_sanction(by=by, sanction=one, why=text),
        "The sanction is cancelled.",
    ),
    "return": (
        lambda by, one, text: return_sanction(by=by, sanction=one, question=text),
        "The question is with the club.",
    ),
    "approve": (lambda by, one, text: approve_sanction(by=by, sanction=one), "The application is approved."),
    "refuse": (
        lambda by, one, text: refuse_sanction(by=by, sanction=one, why=text),
        "The application is refused.",
    ),
}


@require_safe
@signed_in
def application(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    return _page(request, person, slug)


@require_POST
@signed_in
def act(request: HttpRequest, person: Person, slug: str, act: str) -> HttpResponse:
    """Take one step; refused, the page keeps what was typed."""
    if act not in ACTS:
        raise Http404("An application has no such step.")
    _, sanction = _found(person, slug)
    text = request.POST.get("text", "")
    take, done = ACTS[act]
    try:
        take(person, sanction, text)
    except Refusal as refusal:
        return _page(request, person, slug, refusal, {"typed_act": act, "typed_text": text})
    messages.success(request, done)
    return redirect("application", slug=slug)


def _found(person: Person, slug: str) -> tuple[Event, Sanction]:
    event = event_at(slug=slug, asker=person)
    if event is None or event.sanction is None:
        raise Http404("No application has this address.")
    return event, event.sanction


def _page(
    request: HttpRequest,
    person: Person,
    slug: str,
    refusal: Refusal | None = None,
    typed: dict[str, object] | None = None,
) -> HttpResponse:
    event, sanction = _found(person, slug)
    try:
        require(
            may_run_event(person, today(), event) or may_decide_sanction(person, today()),
            what="see this application",
            who="whoever runs the club",
            rule="Section IV",
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    context = {
        "event": event,
        "sanction": sanction,
        "turn": turn_of(sanction),
        "acts": {one.partition(" ")[0] for one in acts_of(sanction, person)},
        "questions": sanction.questions.select_related("asked_by", "answered_by"),
        "invoice": getattr(sanction, "invoice", None),
        "clashes": clashes_with(starts_at=event.starts_at, ends_at=event.ends_at, but=event),
        "refusal": refusal,
        "section": "mine",
        **(typed or {}),
    }
    return render(request, "tournaments/application.html", context, status=refusal.status if refusal else 200)
