"""The registrar's desk: recording certificates by their codes, compiling and publishing rosters."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from typing import BinaryIO, cast

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules_engine.card_games import CARD_GAMES, WHOOPIE
from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.asking_first import Question, ask_first
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.keys import only_looked
from sanctioning.kit.wording import localised
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.kit.wording.sentences import in_language
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from sanctioning.people_search.fields import AsksForPeople, PersonField
from scoring.certificates.permissions import may_record
from scoring.certificates.sent_papers import codes_with_papers
from scoring.degrees.selectors.recording_forecast import recording_forecast
from scoring.recordings.services.recordings import record_certificates
from scoring.rosters.lines import DAYS, RosterKey
from scoring.rosters.models import Roster
from scoring.rosters.permissions import may_compile_roster
from scoring.rosters.selectors.rosters import roster_of, rosters
from scoring.rosters.services.rosters import compile_roster, publish_roster

RULE = "Section IV"
MOST_CODES = 200


class Papers(forms.FileInput):
    allow_multiple_selected = True


class PapersField(forms.FileField):
    """Several files; the services read them."""

    def clean(self, data: object, initial: object = None) -> object:
        return data


class RecordingForm(AsksForPeople):
    """Who sent in, and the codes on the papers."""

    number = PersonField(
        label=_lazy("Player: name or number"),
        error_messages={"required": _lazy("Say whose certificates these are.")},
        help_text=_lazy("Three letters of the name, the club, or any part of the number."),
    )
    codes = forms.CharField(
        label=_lazy("Codes of the certificates"),
        error_messages={"required": _lazy("Type at least one code.")},
        help_text=_lazy("One on each line, as printed under the square."),
        widget=forms.Textarea(
            attrs={"rows": 6, "autocomplete": "off", "class": "code-input", "spellcheck": "false"}
        ),
    )

    papers = PapersField(
        label=_lazy("Or the certificates as files"),
        required=False,
        help_text=_lazy("The original PDFs. A valid one fills in its code; a changed one is refused."),
        widget=Papers(attrs={"accept": ".pdf,application/pdf"}),
    )

    @property
    def player(self) -> Person | None:
        return self.cleaned_data.get("number")

    def clean_codes(self) -> list[str]:
        codes = [line.strip() for line in self.cleaned_data["codes"].splitlines() if line.strip()]
        if len(codes) > MOST_CODES:
            raise forms.ValidationError(
                _("At most %(most_codes)s certificates in one submission. Send the rest separately.")
                % {"most_codes": MOST_CODES}
            )
        return codes


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def registrar(request: HttpRequest, person: Person) -> HttpResponse:
    """Type codes, see the running total and what it brings, then record wholly or not at all."""
    try:
        require(may_record(person, today()), what=_("record certificates"), who=_("the registrar"), rule=RULE)
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
    if request.method != "POST":
        initial = {"number": request.GET.get("player", "")}
        return _desk(request, {"form": RecordingForm(by=person, initial=initial)})
    typed = request.POST.copy()
    try:
        typed["codes"] = "\n".join(_codes_sent(request))
    except Refusal as refusal:
        typed["codes"] = "\n".join(refusal.facts["codes"])
        return _desk(
            request, {"form": RecordingForm(typed, by=person), "refusal": refusal}, status=refusal.status
        )
    form = RecordingForm(typed, by=person)
    if not form.is_valid() or form.player is None:
        return _desk(request, {"form": form}, status=422)
    codes, mutilated = form.cleaned_data["codes"], request.POST.getlist("mutilated")
    forecast = recording_forecast(person=form.player, codes=codes, mutilated=mutilated)
    context = {"form": form, "player": form.player, "forecast": forecast}
    if request.POST.get("act") != "record":
        return only_looked(_desk(request, context))
    try:
        submission = record_certificates(by=person, person=form.player, codes=codes, mutilated=mutilated)
    except Refusal as refusal:
        return _desk(request, {**context, "refusal": refusal}, status=refusal.status)
    if submission.refused_for:
        return _desk(request, {**context, "submission": submission}, status=409)
    messages.success(
        request,
        _("Submission %(number)s of %(player)s is recorded: %(reason)s")
        % {"number": submission.number, "player": form.player.name, "reason": in_language(submission.reason)},
    )
    return redirect("registrar")


def _codes_sent(request: HttpRequest) -> list[str]:
    """The codes typed and those of the files, a line each."""
    files = [(file.name or "file", cast(BinaryIO, file)) for file in request.FILES.getlist("papers")]
    codes = [line.strip() for line in request.POST.get("codes", "").splitlines() if line.strip()]
    return codes_with_papers(codes=codes, files=files) if files else codes


def _desk(request: HttpRequest, context: dict[str, object], status: int = 200) -> HttpResponse:
    template = (
        "scoring/recordings/forecast.html"
        if request.headers.get("X-Part") == "forecast"
        else "scoring/recordings/registrar.html"
    )
    return render(request, template, {"section": "mine", **context}, status=status)


@require_safe
@signed_in
def registrar_rosters(request: HttpRequest, person: Person) -> HttpResponse:
    try:
        require(
            may_compile_roster(person, today()),
            what=_("compile rosters"),
            who=_("the registrar or the Managing Executor"),
            rule=RULE,
        )
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
    return _rosters(request, person)


@require_POST
@signed_in
def roster_compile(request: HttpRequest, person: Person) -> HttpResponse:
    try:
        as_of = dt.date.fromisoformat(request.POST.get("as_of", ""))
    except ValueError:
        refusal = Refusal(
            code="roster-day",
            sentence=_("“%(value)s” is not a date.") % {"value": request.POST.get("as_of", "")[:20]},
            rule=_("IV: rosters are as of 15 May and 15 November."),
            remedy=_("Choose one of the two days."),
            status=422,
        )
        return _rosters(request, person, refusal)
    key = RosterKey(as_of, _card_game(request))
    try:
        roster = compile_roster(by=person, as_of=key.as_of, card_game=key.card_game)
    except Refusal as refusal:
        return _rosters(request, person, refusal, key)
    if roster.published:
        messages.warning(request, _frozen(roster))
    else:
        messages.success(request, _("The roster is compiled as a working copy. Its booklet is being made."))
    return redirect("registrar-rosters")


def _frozen(roster: Roster) -> str:
    return _(
        "The %(roster)s as of %(as_of)s is published and final, so nothing was compiled. Later "
        "corrections are in the errata on its page, and in the next roster."
    ) % {"roster": roster.title, "as_of": localised.day(roster.as_of)}


def _card_game(request: HttpRequest) -> str:
    """The one chosen; Whoopie for whoever chose none."""
    chosen = request.POST.get("card_game", "")
    return chosen if chosen in CARD_GAMES else WHOOPIE.slug


@require_POST
@signed_in
def roster_publish(request: HttpRequest, person: Person, key: RosterKey) -> HttpResponse:
    roster = roster_of(key)
    if roster is None:
        raise Http404(_("This roster has not been compiled yet."))
    named = {"roster": roster.title, "as_of": localised.day(roster.as_of)}
    question = Question(
        title=_("Publish the %(roster)s as of %(as_of)s?") % named,
        help=_(
            "After that it never changes, whatever is recorded or corrected later: that goes into errata "
            "and the next roster. As a working copy it includes every correction."
        ),
        button=_("Publish the %(roster)s") % named,
        stay=reverse("registrar-rosters"),
    )
    try:
        asks = ask_first(request, lambda: publish_roster(by=person, roster=roster), question)
    except Refusal as refusal:
        return _rosters(request, person, refusal, key)
    if asks:
        return asks
    messages.success(request, _("The roster is published. It will never change."))
    return redirect("registrar-rosters")


def _rosters(
    request: HttpRequest, person: Person, refusal: Refusal | None = None, chosen: RosterKey | None = None
) -> HttpResponse:
    heads = rosters(asker=person)
    published = Counter(head.as_of for head in heads if head.published_at)
    days = sorted(
        (
            day
            for year in range(today().year - 1, today().year + 1)
            for month, monthday in DAYS
            if published[day := dt.date(year, month, monthday)] < len(CARD_GAMES)
        ),
        reverse=True,
    )
    context = {
        "rosters": heads,
        "days": [(day.isoformat(), localised.day(day)) for day in days],
        "card_games": CARD_GAMES.values(),
        "chosen": chosen,
        "refusal": refusal,
        "section": "mine",
    }
    status = refusal.status if refusal else 200
    return render(request, "scoring/recordings/registrar_rosters.html", context, status=status)
