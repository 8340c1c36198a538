"""Bars: imposed and lifted at the Managing Executor's desk."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rules_engine.justice.bar_reach import EVERYTHING, TARGET_KINDS, Target
from sanctioning.bars.lists import BARS
from sanctioning.bars.permissions import may_bar
from sanctioning.bars.selectors import bar_with, bars
from sanctioning.bars.services import impose_bar, lift_bar
from sanctioning.bars.targets import names_offered, target_called
from sanctioning.kit.clock import today
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from sanctioning.people_search.fields import AsksForPeople, PersonField

DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
WORDS = {
    "everything": _lazy("all sanctioned games"),
    "club": _lazy("events of a club"),
    "level": _lazy("events of a level"),
    "sanction": _lazy("games under one sanction"),
    "event": _lazy("one event"),
    "game": _lazy("one game"),
}


class BarForm(AsksForPeople):
    number = PersonField(
        label=_lazy("Player: name or number"),
        error_messages={"required": _lazy("Type a name or a number.")},
    )
    kind = forms.ChoiceField(
        label=_lazy("Barred from"), choices=[(kind, WORDS[kind]) for kind in TARGET_KINDS]
    )
    which = forms.CharField(
        label=_lazy("Which one"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"list": "names", "autocomplete": "off"}),
        help_text=_lazy(
            "The name of the club, the level or the event as shown on its page; for a game, with its "
            "number, such as Summer Open 2026, game 3; for a sanction, its number. Leave it empty for "
            "everything."
        ),
    )
    first_day = forms.DateField(label=_lazy("From"), widget=DAY)
    last_day = forms.DateField(
        label=_lazy("To"),
        widget=DAY,
        required=False,
        help_text=_lazy("Leave it empty until the bar is lifted."),
    )
    why = forms.CharField(
        label=_lazy("The reason"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_lazy("The player can read it, and so can anyone who enters or seats them."),
        error_messages={"required": _lazy("Write down what it is imposed for.")},
    )

    def clean(self) -> dict[str, Any]:
        """Find what was named."""
        read: dict[str, Any] = super().clean() or self.cleaned_data
        kind, which = read.get("kind", EVERYTHING), read.get("which", "")
        target = target_called(kind, which)
        if target is None and which.strip():
            self.add_error(
                "which", _("There is no such club, level, event or game. Copy the name from its page.")
            )
        self.reach = [target or Target(kind, "")]
        return read


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def desk(request: HttpRequest, person: Person) -> HttpResponse:
    """The bars, and a form for another."""
    form = BarForm(request.POST or None, by=person, initial={"first_day": today()})
    if request.method != "POST":
        return _page(request, person, form)
    if not form.is_valid():
        return _page(request, person, form, status=422)
    typed = form.cleaned_data
    try:
        impose_bar(
            by=person,
            person=typed["number"],
            reach=form.reach,
            first_day=typed["first_day"],
            last_day=typed["last_day"],
            why=typed["why"],
        )
    except Refusal as refusal:
        return _page(request, person, form, refusal)
    messages.success(
        request,
        _("%(name)s is barred. Entries and seating will refuse them.") % {"name": typed["number"].name},
    )
    return redirect("bars")


@require_POST
@signed_in
def lift(request: HttpRequest, person: Person, bar: int) -> HttpResponse:
    imposed = bar_with(bar)
    if imposed is None:
        raise Http404(_("There is no such bar."))
    why = request.POST.get("why", "")
    try:
        lift_bar(by=person, bar=imposed, why=why)
    except Refusal as refusal:
        form = BarForm(by=person, initial={"first_day": today()})
        return _page(request, person, form, refusal, typed_bar=bar, typed_why=why)
    messages.success(request, _("The bar of %(person)s is lifted.") % {"person": imposed.person.name})
    return redirect("bars")


def _page(
    request: HttpRequest,
    person: Person,
    form: BarForm,
    refusal: Refusal | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    try:
        require(
            may_bar(person, today()), what=_("bar players"), who=_("the Managing Executor"), rule="Section IV"
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    bar_list = listing(request, bars(today()), BARS)
    context = {"form": form, "refusal": refusal, "names": names_offered(), "section": "mine", **more}
    status = refusal.status if refusal else status
    return list_page(request, "sanctioning/bars/bars.html", {"list": bar_list}, context, status)
