"""The slips of an event: the list of all that is due, one slip, signatures, and the closing of the event."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from sanctioning.kit.clock import moment, today
from sanctioning.kit.lists.word_search import LONG
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.form_pages import form_on
from sanctioning.kit.pages.self_renewing import asks_for_part, renewed
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.keys import only_looked
from sanctioning.kit.typed_input import whole_number
from sanctioning.offices.permissions import is_managing_executor, require
from sanctioning.people.models.person import Person
from tournaments.calls.selectors import open_calls_in
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.selectors.events import event_at
from tournaments.formats.display.registry import FLOORS, papers_listed
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.justice.canons.permissions import may_keep_canons
from tournaments.justice.rulings.permissions import may_rule
from tournaments.justice.rulings.selectors.rulings import rulings_at
from tournaments.reports.selectors.findings import open_errors_of
from tournaments.reports.services.reports import require_reporter
from tournaments.reports.views.message_after_report import say_kept
from tournaments.slips.event_folders import EventFolder, folder_of
from tournaments.slips.forms import SlipForm, typed_body
from tournaments.slips.models import Slip
from tournaments.slips.permissions import may_see_slips
from tournaments.slips.selectors.finding_names import names_in
from tournaments.slips.selectors.narrowing import ONLY, narrowed
from tournaments.slips.selectors.slips import (
    SlipLine,
    findings_of_event,
    game_of_event,
    slip_line,
    slip_list,
    slip_words,
)
from tournaments.slips.selectors.versions import slip_versions
from tournaments.slips.services.reopening import open_slips_again
from tournaments.slips.services.slips import (
    Reported,
    close_event,
    key_in_stack,
    report_slip,
    report_slips,
    sign_slips,
)
from tournaments.tables.selectors.stamps import slips_stamp

P = ParamSpec("P")
SIGN = "sign"
MORE = "more"
COUNT = "count"
AS_RULED = "as-ruled"
OVERTAKEN = "slip-reported"


def of_the_event(
    page: Callable[Concatenate[HttpRequest, Person, Event, Game | None, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A page of an event that is one game, for whoever plays in it, runs it or rules it."""

    @signed_in
    @wraps(page)
    def shown(request: HttpRequest, person: Person, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        event = event_at(slug=str(kwargs.pop("slug")), asker=person)
        if event is None or not format_named(event.format).hands_in_slips:
            raise Http404(_("There is no such event with slips."))
        game = game_of_event(event)
        try:
            require(
                may_see_slips(person, event, game),
                what=_("see the slips of this event"),
                who=_("anyone who plays in it, runs it or rules it"),
                rule="IV",
            )
        except Refusal as refusal:
            return render(request, "403.html", {"refusal": refusal}, status=403)
        return page(request, person, event, game, *args, **kwargs)

    return shown


@require_http_methods(["GET", "HEAD", "POST"])
@of_the_event
def slips(request: HttpRequest, person: Person, event: Event, game: Game | None) -> HttpResponse:
    """All that is due; several are reported, or signed, in one step."""
    if request.method != "POST":
        shown = _now if asks_for_part(request) else _list
        return renewed(
            request, slips_stamp(event), lambda etag: shown(request, person, event, game, etag=etag)
        )
    if game is None:
        raise Http404(_("Nothing is due before the teams are seated."))
    try:
        require_reporter(by=person, game=game, at=moment(None))
        with transaction.atomic():
            sentence = (
                _sign(person, game, request) if SIGN in request.POST else _report(person, game, request)
            )
    except Refusal as refusal:
        return _list(request, person, event, game, refusal)
    messages.success(request, sentence)
    return redirect("slips", slug=event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@of_the_event
def slip(request: HttpRequest, person: Person, event: Event, game: Game | None, place: str) -> HttpResponse:
    """One slip: to be filled in, corrected for a reason, or signed by a second person."""
    line = slip_line(game, place, person) if game else None
    if game is None or line is None:
        raise Http404(_("No such slip is due."))
    if request.method != "POST":
        return _one(request, person, event, game, line, form=_as_ruled(request, line))
    if MORE in request.POST or COUNT in request.POST:
        return only_looked(_counted(request, person, event, game, line))
    form = SlipForm(request.POST, line=line)
    if not form.is_valid():
        return _one(request, person, event, game, line, form=form, status=422)
    try:
        report_slip(
            by=person,
            game=game,
            place=place,
            typed=form.values,
            idempotency_key=form.cleaned_data["key"],
            replaces=line.version and form.cleaned_data["replaces"],
            reason=form.cleaned_data.get("reason", ""),
        )
    except Refusal as refusal:
        fresh = slip_line(game, place, person) or line
        if refusal.code == OVERTAKEN:
            form = _as_correction(request, fresh)
        form.wrong = refusal.facts.get("field", "")
        return _one(request, person, event, game, fresh, form=form, refusal=refusal)
    messages.success(request, _("%(slip)s is saved.") % {"slip": line.title})
    return redirect("slips", slug=event.slug)


def _as_correction(request: HttpRequest, line: SlipLine) -> SlipForm:
    """The form as it was typed, to be sent in place of what somebody faster reported."""
    typed = {name: value for name, value in request.POST.dict().items() if name not in ("key", "replaces")}
    return SlipForm(line=line, filled=typed)


def _as_ruled(request: HttpRequest, line: SlipLine) -> SlipForm | None:
    """The form filled as a ruling has it that the slip does not keep; None where nothing is proposed."""
    number = whole_number(request.GET.get(AS_RULED, ""))
    finding = next((finding for finding in line.findings if number and finding.get("ruling") == number), None)
    if finding is None or finding["as_ruled"] is None:
        return None
    reason = _("As ruled (ruling %(number)s).") % {"number": number}
    return SlipForm(line=line, filled={**typed_body(line, finding["as_ruled"]), "reason": reason})


@form_on("slips", "slug")
@require_POST
@of_the_event
def close(request: HttpRequest, person: Person, event: Event, game: Game | None) -> HttpResponse:
    """Make the report of the event from its slips."""
    if game is None:
        raise Http404(_("Nothing is due before the teams are seated."))
    try:
        close_event(by=person, game=game)
    except Refusal as refusal:
        return _list(request, person, event, game, refusal)
    say_kept(
        request,
        kept=_("The event is reported"),
        well=_("The event is reported. A second person confirms its result."),
        errors=open_errors_of([game.pk]).get(game.pk, 0),
        path=f"{reverse('game', args=[event.slug, str(game.number)])}#findings",
    )
    return redirect("game", slug=event.slug, game=str(game.number))


@form_on("slips", "slug")
@require_POST
@of_the_event
def open_again(request: HttpRequest, person: Person, event: Event, game: Game | None) -> HttpResponse:
    """Take the closing back, so that slips can be corrected."""
    if game is None:
        raise Http404(_("Nothing is due before the teams are seated."))
    try:
        open_slips_again(by=person, game=game, why=request.POST.get("why", ""))
    except Refusal as refusal:
        return _list(request, person, event, game, refusal)
    messages.success(
        request, _("The slips are open again. Correct what was wrong, have it signed, and close the event.")
    )
    return redirect("slips", slug=event.slug)


def _counted(request: HttpRequest, person: Person, event: Event, game: Game, line: SlipLine) -> HttpResponse:
    """The form as it was typed, with what it comes to, or with further rows; nothing is kept of it."""
    form = SlipForm(line=line, filled=request.POST.dict(), more=request.POST.get(MORE, ""))
    if MORE in request.POST:
        return _one(request, person, event, game, line, form=form)
    try:
        words = slip_words(game, line.place, form.values, person)
    except Refusal as refusal:
        form.wrong = refusal.facts.get("field", "")
        return _one(request, person, event, game, line, form=form, refusal=refusal)
    return _one(request, person, event, game, line, form=form, words=words or ())


def _report(person: Person, game: Game, request: HttpRequest) -> str:
    """Report each slip that was written into the list; one left empty is left for later."""
    typed: dict[str, dict[str, str]] = {}
    for name, words in request.POST.items():
        place, colon, field = name.partition(":")
        if colon and isinstance(words, str) and words.strip():
            typed.setdefault(place, {})[field] = words.strip()
    key = request.POST.get("key", "")
    reported = [
        Reported(place=place, typed=values, idempotency_key=key_in_stack(key, place))
        for place, values in typed.items()
    ]
    report_slips(by=person, game=game, reported=reported)
    sentence = ngettext("%(count)s slip is saved.", "%(count)s slips are saved.", len(reported))
    return sentence % {"count": len(reported)}


def _sign(person: Person, game: Game, request: HttpRequest) -> str:
    """Sign each slip of the list in the version that was shown."""
    shown = request.POST.getlist(SIGN)
    wanted = {
        (place, whole_number(version)) for place, _colon, version in (value.partition(":") for value in shown)
    }
    reported = Slip.objects.filter(game=game, place__in=[place for place, _version in wanted])
    to_sign = [slip for slip in reported if (slip.place, slip.version) in wanted]
    if len(to_sign) < len(wanted):
        raise Http404(_("There is no such slip."))
    sign_slips(by=person, slips=to_sign)
    sentence = ngettext("%(count)s slip is signed.", "%(count)s slips are signed.", len(shown))
    return sentence % {"count": len(shown)}


def _list(
    request: HttpRequest,
    person: Person,
    event: Event,
    game: Game | None,
    refusal: Refusal | None = None,
    etag: str = "",
) -> HttpResponse:
    folder = folder_of(game) if game else None
    slips = slip_list(folder.game, person, request.POST if refusal else None, folder) if folder else None
    runs = slips is not None and slips.runs
    words, only = request.GET.get("q", "").strip(), request.GET.get("only", "")
    context = {
        **_floor(person, event, folder, runs),
        "list": slips,
        "findings": slips.findings if slips else (),
        "etag": etag,
        "seen": _stands_at(folder),
        "under_way": game is not None and game.state in Game.UNDER_WAY,
        "phases": narrowed(slips.phases, words, only) if slips else (),
        "long": slips is not None and sum(len(phase.lines) for phase in slips.phases) > LONG,
        "q": words,
        "only": only,
        "narrowings": [
            ("missing", _("still missing")),
            ("unsigned", _("to be signed")),
            ("troubled", _("with errors")),
        ],
        "narrows": bool(words) or only in ONLY,
        "papers": papers_listed(folder) if folder else (),
        "rules": game is not None and may_rule(person, game),
        "played": format_named(event.format),
        "refusal": refusal,
        "typed_why": request.POST.get("why", "") if refusal else "",
        "section": "calendar",
    }
    return render(request, "tournaments/slips/slips.html", context, status=refusal.status if refusal else 200)


def _now(request: HttpRequest, person: Person, event: Event, game: Game | None, etag: str) -> HttpResponse:
    """What stands above the slips, and whether the list that was `seen` below it has grown old."""
    folder = folder_of(game) if game else None
    runs = folder is not None and may_run_event(person, today(), event)
    seen = request.GET.get("seen", "")
    context = {
        **_floor(person, event, folder, runs),
        "findings": findings_of_event(folder) if folder else (),
        "etag": etag,
        "seen": seen,
        "older": seen != _stands_at(folder),
    }
    return render(request, "tournaments/slips/slips_now.html", context)


def _floor(person: Person, event: Event, folder: EventFolder | None, runs: bool) -> dict[str, object]:
    floor = FLOORS.get(event.format) if folder else None
    canons = format_named(event.format).canons
    return {
        "event": event,
        "unruled": folder.game if folder and folder.game.acting_executor_id is None else None,
        "appoints": is_managing_executor(person, today()),
        "names": names_in(folder) if folder else {},
        "calls": open_calls_in(event=event) if runs else (),
        "keeps_canons": canons is not None and may_keep_canons(person, today(), event),
        "floor_template": floor.template if floor else "",
        "floor": floor.read(folder, runs and folder.is_running) if floor and folder else None,
        "key": uuid.uuid4(),
    }


def _stands_at(folder: EventFolder | None) -> str:
    """What a list of slips was made from."""
    return f"{len(folder.head.rounds)}.{folder.game.revision}" if folder else ""


def _one(
    request: HttpRequest,
    person: Person,
    event: Event,
    game: Game,
    line: SlipLine,
    *,
    form: SlipForm | None = None,
    refusal: Refusal | None = None,
    words: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        "event": event,
        "line": line,
        "names": names_in(folder_of(game)) if line.findings else {},
        "told": words,
        "form": form or SlipForm(line=line),
        "versions": slip_versions(game, line),
        "game": game,
        "under_way": game.state in Game.UNDER_WAY,
        "rulings": rulings_at(game, line.place),
        "rules": may_rule(person, game),
        "refusal": refusal,
        "section": "calendar",
    }
    return render(
        request, "tournaments/slips/slip.html", context, status=refusal.status if refusal else status
    )
