"""What is done to a game from its page: report it, settle a finding, confirm.

A refusal shows the page again with the reason, the rule, the remedy and all that was typed.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.kit.clock import moment
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import whole_number
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from scoring.results.selectors.games import GameDetail
from scoring.results.selectors.record_to_correct import MOST, record_to_correct
from scoring.results.services.certification import confirm_result
from scoring.results.views.events_and_games import find_game, game_context
from scoring.results.views.final_sheets import back_to_sheets
from tournaments.events.addresses import GameLabel
from tournaments.games.views import game_or_404, void_instead
from tournaments.reports.selectors.findings import finding_of, open_errors_of
from tournaments.reports.selectors.records import record_of
from tournaments.reports.services.reports import require_sender, take_report
from tournaments.reports.services.settling import settle_finding
from tournaments.reports.views.message_after_report import say_kept


class ReportForm(forms.Form):
    """A record, as a file or pasted."""

    file = forms.FileField(
        label=_lazy("Record file"),
        required=False,
        allow_empty_file=True,
        help_text=_lazy("The record in the format of the event, as the scorekeeper's program saves it."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=_lazy("Or the record itself"),
        required=False,
        strip=False,
        help_text=_lazy("Paste it here instead. What you typed is kept if something is wrong."),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=80)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if not cleaned.get("file") and not (cleaned.get("text") or "").strip():
            self.add_error("file", _("Choose a file, or paste the record below."))
        return cleaned

    def record(self) -> bytes:
        """The bytes to be checked: of the file if one was chosen."""
        file = self.cleaned_data["file"]
        return bytes(file.read()) if file else self.cleaned_data["text"].encode()


class CorrectingForm(ReportForm):
    """A record where one stands already; it needs no reason if it only goes on after that one."""

    reason = forms.CharField(
        label=_lazy("What was wrong"),
        help_text=_lazy("Not needed if your record only goes on after the one that was reported."),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    field_order = ["reason", "file", "text"]


class ReplacingForm(ReportForm):
    """A record in the place of one that was made of what tables handed in and signed."""

    reason = forms.CharField(
        label=_lazy("What was wrong"),
        error_messages={"required": _lazy("Write what was wrong. It is kept with the new version.")},
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    field_order = ["reason", "file", "text"]


def _form_for(detail: GameDetail) -> type[ReportForm]:
    if not detail.report:
        return ReportForm
    return ReplacingForm if detail.played.hands_in_slips else CorrectingForm


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def report(request: HttpRequest, person: Person, slug: str, game: GameLabel) -> HttpResponse:
    """Send a record of the game; the findings are on the game's page, beside their stanzas."""
    played = game_or_404(slug, game)
    if void := void_instead(request, played):
        return void
    detail = find_game(slug, game, person)
    context = game_context(detail, game, person)
    form_of = _form_for(detail)
    try:
        require_sender(by=person, game=played, at=moment(None))
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
    if request.method != "POST":
        form = form_of(initial={"key": str(uuid.uuid4()), "text": record_to_correct(played)})
        return render(request, "scoring/results/report.html", {**context, "form": form})
    form = form_of(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "scoring/results/report.html", {**context, "form": form}, status=422)
    data = form.record()
    key = form.cleaned_data["key"] or str(uuid.uuid4())
    reason = form.cleaned_data.get("reason", "")
    try:
        taken = take_report(by=person, game=played, data=data, idempotency_key=key, reason=reason)
    except Refusal as refusal:
        typed = data.decode(errors="replace")
        initial = {"text": typed if len(typed) <= MOST else "", "reason": reason, "key": str(uuid.uuid4())}
        again = form_of(initial=initial)
        return render(
            request,
            "scoring/results/report.html",
            {**context, "form": again, "refusal": refusal},
            status=refusal.status,
        )
    version = {"version": taken.version}
    say_kept(
        request,
        kept=_("Report %(version)s is received and checked") % version,
        well=_("Report %(version)s is received and checked.") % version,
        errors=open_errors_of([played.pk]).get(played.pk, 0),
        path=f"{reverse('game', args=[slug, str(game)])}#findings",
    )
    return redirect("game", slug=slug, game=game)


@require_safe
@signed_in
def record(request: HttpRequest, person: Person, slug: str, game: GameLabel) -> HttpResponse:
    """The record that stands, as a file."""
    try:
        data = record_of(asker=person, game=game_or_404(slug, game), at=moment(None))
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
    answer = HttpResponse(data, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{game}.json"'
    return answer


@require_POST
@signed_in
def settle(request: HttpRequest, person: Person, slug: str, game: GameLabel, finding: int) -> HttpResponse:
    about = finding_of(game=game_or_404(slug, game), finding_id=finding)
    if about is None:
        raise Http404(_("This game has no such finding."))
    reason = request.POST.get("reason", "")
    typed = {"typed_reason": reason, "typed_finding": finding}
    return _act(
        request,
        person,
        slug,
        game,
        lambda: settle_finding(by=person, finding=about, reason=reason),
        _("The finding is settled. Your reason is shown next to it."),
        typed,
    )


@require_POST
@signed_in
def confirm(request: HttpRequest, person: Person, slug: str, game: GameLabel) -> HttpResponse:
    return _act(
        request,
        person,
        slug,
        game,
        lambda: confirm_result(
            by=person, game=game_or_404(slug, game), version=whole_number(request.POST.get("version", ""))
        ),
        _("The final sheet is confirmed. The Acting Executor can certify the game now."),
    )


def _act(
    request: HttpRequest,
    person: Person,
    slug: str,
    label: GameLabel,
    act: Callable[[], object],
    done: str,
    typed: dict[str, object] | None = None,
) -> HttpResponse:
    """Do it and go back to the game; refused, show the game with the refusal and what was typed."""
    try:
        act()
    except Refusal as refusal:
        context = {
            **game_context(find_game(slug, label, person), label, person),
            "refusal": refusal,
            **(typed or {}),
        }
        return render(request, "scoring/results/game.html", context, status=refusal.status)
    if listed := back_to_sheets(request, person, slug):
        return listed
    messages.success(request, done)
    return redirect("game", slug=slug, game=label)
