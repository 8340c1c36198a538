"""Rulings on disputed entries of an event: what was ruled, and ruling on one more."""

from __future__ import annotations

import uuid

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.services import shortened
from sanctioning.kit.typed_input import whole_number
from sanctioning.people.models.person import Person
from sanctioning.people_search.fields import AsksForPeople, PersonField
from tournaments.calls.models import Call
from tournaments.calls.selectors import call_of_event
from tournaments.entries.models.ruling import EntryRuling
from tournaments.entries.permissions import may_rule_on_entries, may_see_entry_rulings
from tournaments.entries.selectors.rulings import entry_rulings_of
from tournaments.entries.services.rulings import rule_on_entry
from tournaments.events.entry_conditions import in_words
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.views.event_by_address import event_or_404
from tournaments.justice.rulings.forms import PlacedForm, show_at_its_field

ADMITTED, KEPT_OUT = "admitted", "kept-out"


class EntryRulingForm(AsksForPeople, PlacedForm):
    player = PersonField(
        label=gettext_lazy("Player: name or number"),
        error_messages={"required": gettext_lazy("Type a name or a number.")},
    )
    outcome = forms.ChoiceField(
        label=gettext_lazy("The ruling"),
        choices=(
            ("", gettext_lazy("choose")),
            (ADMITTED, gettext_lazy("meets the conditions: let in and entered")),
            (KEPT_OUT, gettext_lazy("does not meet them: kept out")),
        ),
    )
    what = forms.CharField(
        label=gettext_lazy("What is in dispute"),
        widget=forms.Textarea(attrs={"rows": 3}),
        required=False,
    )
    reason = forms.CharField(
        label=gettext_lazy("Why it is ruled so"),
        widget=forms.Textarea(attrs={"rows": 3}),
        required=False,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def entry_rulings(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """What was ruled on entries; for who may, a form to rule on one more."""
    event = event_or_404(slug, person)
    if not may_see_entry_rulings(person, today(), event):
        return render(request, "403.html", {"refusal": _not_shown()}, status=403)
    if request.method == "POST":
        return _ruled(request, person, event)
    call = _call(request, event)
    started = {"player": request.GET.get("player", ""), "what": call.about if call else ""}
    return _page(request, person, event, EntryRulingForm(by=person, initial=started))


def _ruled(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    form = EntryRulingForm(request.POST, by=person)
    if not form.is_valid():
        return _page(request, person, event, form, status=422)
    typed = form.cleaned_data
    try:
        ruling = rule_on_entry(
            by=person,
            event=event,
            person=typed["player"],
            admitted=typed["outcome"] == ADMITTED,
            what=typed["what"],
            reason=typed["reason"],
            call=_call(request, event),
            key=shortened(request.POST.get("key", "")),
        )
    except Refusal as refusal:
        show_at_its_field(refusal, form)
        return _page(request, person, event, form, refusal=refusal, status=refusal.status)
    messages.success(request, _said(ruling))
    return redirect("entry-rulings", slug=event.slug)


def _said(ruling: EntryRuling) -> str:
    if ruling.admitted:
        return _("%(person)s is let in.") % {"person": ruling.person.name}
    return _("%(person)s is kept out.") % {"person": ruling.person.name}


def _page(
    request: HttpRequest,
    person: Person,
    event: Event,
    form: EntryRulingForm,
    *,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    query = request.POST if request.method == "POST" else request.GET
    context = {
        "event": event,
        "rulings": entry_rulings_of(event=event, asker=person),
        "form": form,
        "conditions": in_words(event),
        "rules": may_rule_on_entries(person, today(), event),
        "runs": may_run_event(person, today(), event),
        "call": query.get("call", ""),
        "key": request.POST.get("key") or str(uuid.uuid4()),
        "refusal": refusal,
        "section": "calendar",
    }
    return render(request, "tournaments/entries/entry_rulings.html", context, status=status)


def _call(request: HttpRequest, event: Event) -> Call | None:
    query = request.POST if request.method == "POST" else request.GET
    number = whole_number(query.get("call", ""))
    return call_of_event(event=event, number=number) if number else None


def _not_shown() -> Refusal:
    return Refusal(
        code="not-allowed",
        sentence=_("You may not see the rulings on entries of this event."),
        rule="IV",
        remedy=_(
            "They are for people who run the event or rule there. A ruling on you is shown with your entry."
        ),
        status=403,
    )
