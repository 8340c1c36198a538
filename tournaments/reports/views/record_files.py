"""Sending in records as files, singly or as a zip, with a report of each."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.events.addresses import GameConverter
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import game_at
from tournaments.events.views.events_one_runs import runs_event
from tournaments.games.models import Game
from tournaments.reports.archives import MOST_BYTES, MOST_FILES, MOST_SENT, too_much
from tournaments.reports.selectors.record_files import batch_of, batches_of, file_of, games_to_choose
from tournaments.reports.services.record_files import RECORD_FILE_ACTS, send_records


@require_http_methods(["GET", "HEAD", "POST"])
@runs_event
def records(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    """What was sent in so far, and the form to send more."""
    refusal = None
    if request.method == "POST":
        try:
            batch = send_records(by=person, event=event, sent=sent_files(request))
        except Refusal as refused:
            refusal = refused
        else:
            return redirect("record-batch", slug=event.slug, batch=batch.pk)
    context = {
        "event": event,
        "batches": batches_of(event),
        "limits": {
            "files": MOST_FILES,
            "each": MOST_BYTES // 1024**2,
            "sent": MOST_SENT // 1024**2,
        },
        "refusal": refusal,
        "section": "calendar",
    }
    return render(
        request, "tournaments/reports/records.html", context, status=refusal.status if refusal else 200
    )


@require_safe
@runs_event
def batch(request: HttpRequest, person: Person, event: Event, batch: int) -> HttpResponse:
    """What became of each file; looks again by itself while a job still reads."""
    return _batch_page(request, event, batch)


@require_POST
@runs_event
def act(
    request: HttpRequest, person: Person, event: Event, batch: int, number: int, act: str
) -> HttpResponse:
    """Say which game a file is of, or set it aside."""
    file = file_of(event, batch, number)
    if file is None or act not in RECORD_FILE_ACTS:
        raise Http404(_("There is no such file, or no such step."))
    try:
        RECORD_FILE_ACTS[act](person, file, chosen_game(event, request.POST.get("game", "")))
    except Refusal as refusal:
        return _batch_page(request, event, batch, refusal=refusal, number=number)
    messages.success(request, _("%(file)s is settled.") % {"file": file.path})
    return redirect("record-batch", slug=event.slug, batch=batch)


def sent_files(request: HttpRequest) -> list[tuple[str, bytes]]:
    """The files of a request, read only if all together they are few enough."""
    files = [file for file in request.FILES.getlist("files") if file is not None]
    if len(files) > MOST_FILES:
        raise too_much(_("More than %(most)s files were sent.") % {"most": MOST_FILES})
    if sum(file.size or 0 for file in files) > MOST_SENT:
        raise too_much(_("More than %(most)s megabytes were sent.") % {"most": MOST_SENT // 1024**2})
    return [(file.name or _("a file"), file.read()) for file in files]


def chosen_game(event: Event, address: str) -> Game | None:
    """The game of the event that was chosen, by its number and group."""
    try:
        label = GameConverter().to_python(address)
    except (AssertionError, ValueError):
        return None
    return game_at(event_slug=event.slug, number=label.number, group=label.group)


def _batch_page(
    request: HttpRequest, event: Event, batch_id: int, *, refusal: Refusal | None = None, number: int = 0
) -> HttpResponse:
    this_batch = batch_of(event, batch_id)
    if this_batch is None:
        raise Http404(_("There is nothing with this number."))
    context = {
        "event": event,
        "batch": this_batch,
        "games": games_to_choose(event) if this_batch.unmatched else (),
        "refusal": refusal,
        "refused_file": number,
        "section": "calendar",
    }
    page = render(
        request, "tournaments/reports/record_batch.html", context, status=refusal.status if refusal else 200
    )
    if this_batch.waiting:
        page["Refresh"] = "3"
    return page
