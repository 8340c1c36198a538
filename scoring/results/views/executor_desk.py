"""The desk of an Acting Executor, and the summary that he reads before he certifies a game."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import whole_number
from sanctioning.offices.permissions import is_executor, require
from sanctioning.people.models.person import Person
from scoring.results.permissions import may_certify
from scoring.results.selectors.certifying import certifying
from scoring.results.selectors.executor_desk import executor_desk, require_executor
from scoring.results.services.certification import certify_result
from scoring.results.views.final_sheets import BACK, back_to_sheets
from tournaments.events.addresses import GameLabel
from tournaments.games.models import Game
from tournaments.games.views import game_or_404, void_instead
from tournaments.reports.selectors.findings import finding_of
from tournaments.reports.services.settlements import settle_in_play
from tournaments.reports.services.settling import settle_finding

RULE = "IV"


@require_safe
@signed_in
def desk(request: HttpRequest, person: Person) -> HttpResponse:
    """Calls, findings, what tables ask for, and his games by state."""
    try:
        require_executor(by=person)
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
    return _desk(request, person)


@require_POST
@signed_in
def settle(request: HttpRequest, person: Person, slug: str, game: GameLabel) -> HttpResponse:
    """Settle a finding of a report by its number, or one of a running game by its mark, from the desk."""
    played, reason = game_or_404(slug, game), request.POST.get("reason", "")
    mark, number = request.POST.get("mark", ""), request.POST.get("finding", "")
    try:
        if mark:
            settle_in_play(by=person, game=played, mark=mark, reason=reason)
        else:
            _settle_of_report(person, played, number, reason)
    except Refusal as refusal:
        if not is_executor(person, today()):
            refused = {"refusal": refusal, "typed_reason": reason}
            return render(request, "403.html", refused, status=refusal.status)
        typed = {"typed_finding": mark or number, "typed_reason": reason}
        return _desk(request, person, {"refusal": refusal, **typed}, refusal.status)
    messages.success(request, _("The finding is settled. Your reason is shown next to it."))
    return redirect(f"{reverse('executor-desk')}#findings")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def certify(request: HttpRequest, person: Person, slug: str, game: GameLabel) -> HttpResponse:
    """What was settled and why, what the result will bring; then, by its button, the certification."""
    played = game_or_404(slug, game)
    if void := void_instead(request, played):
        return void
    refusal: Refusal | None = None
    try:
        _require_may_certify(person, played)
        if request.method == "POST":
            certify_result(by=person, game=played, version=whole_number(request.POST.get("version", "")))
            if listed := back_to_sheets(request, person, slug):
                return listed
            messages.success(request, _("The game is certified. Standings, points and certificates follow."))
            return redirect("game", slug=slug, game=game)
    except Refusal as refused:
        refusal = refused
        if refusal.status == 403:
            return render(request, "403.html", {"refusal": refusal}, status=403)
    summary = certifying(game=played, asker=person)
    if summary is None:
        raise Http404("No game has this address.")
    context = {
        "summary": summary,
        "label": str(game),
        "back": BACK if BACK in (request.GET.get("back"), request.POST.get("back")) else "",
        "refusal": refusal,
        "section": "mine",
    }
    return render(request, "scoring/results/certify.html", context, status=refusal.status if refusal else 200)


def _settle_of_report(person: Person, game: Game, number: str, reason: str) -> None:
    finding = finding_of(game=game, finding_id=int(number)) if number.isascii() and number.isdigit() else None
    if finding is None:
        raise Http404("This game has no such finding.")
    settle_finding(by=person, finding=finding, reason=reason)


def _desk(
    request: HttpRequest, person: Person, more: dict[str, object] | None = None, status: int = 200
) -> HttpResponse:
    context = {"desk": executor_desk(person=person), "section": "mine", **(more or {})}
    return render(request, "scoring/results/executor_desk.html", context, status=status)


def _require_may_certify(person: Person, game: Game) -> None:
    require(
        may_certify(person, today(), game),
        what=_("certify this game"),
        who=_("its Acting Executor"),
        rule=RULE,
    )
