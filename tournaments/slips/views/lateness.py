"""Who comes late: a team and a time in, what the book says by the clock, one press to note it."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Final, TypedDict
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.templatetags.saas import clock
from tournaments.events.forms import HOUR
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.played_out import is_closed
from tournaments.events.selectors.events import event_at
from tournaments.formats.canons import EXCLUDE, FORFEIT, NOTHING
from tournaments.formats.lateness import REGISTERED
from tournaments.formats.registry import format_named
from tournaments.justice.canons.selectors import line_of
from tournaments.slips.selectors.lateness import (
    CALL,
    CONFIRMED,
    NO_GAME,
    PLAYED,
    SAID,
    SAYS_SO,
    START,
    TO_WRITE,
    CalledSitting,
    Proposal,
    TeamThere,
    called_in,
    game_was_played,
    on_the_day,
    proposal_of,
    teams_there,
)
from tournaments.slips.services.lateness import (
    FOR_THE_DIRECTOR,
    WRITTEN,
    NotedLate,
    note_late,
    require_may_note_late,
)

DECIDED: Final = {
    NOTHING: gettext_lazy("Note it; nothing further happens"),
    FORFEIT: gettext_lazy("The team forfeits the game"),
    EXCLUDE: gettext_lazy("Excluded from the rest of this event"),
}

SHEETS: Final = {
    WRITTEN: gettext_lazy("The game is entered as forfeited."),
    SAYS_SO: gettext_lazy("The sheet already said that the game is forfeited. Nothing has changed."),
    NO_GAME: gettext_lazy("The team sits at no table in that round, so no game is entered as forfeited."),
    FOR_THE_DIRECTOR: gettext_lazy("The director still has to enter the game as forfeited on its sheet."),
}

COUNTED: Final = {
    START: gettext_lazy("Counted from the start of the event."),
    CALL: gettext_lazy("Counted from the Director’s call."),
    CONFIRMED: gettext_lazy("No call is noted: counted from when the tables of the round were confirmed."),
    SAID: gettext_lazy("Counted from the moment that you gave."),
}


class CameForm(forms.Form):
    who = forms.ChoiceField(label=gettext_lazy("Who came"))
    came = forms.TimeField(
        label=gettext_lazy("At"), help_text=gettext_lazy("By the clock at the event."), widget=HOUR
    )
    round = forms.TypedChoiceField(
        label=gettext_lazy("For what"), required=False, coerce=int, empty_value=None
    )
    since = forms.TimeField(
        label=gettext_lazy("Counted from"),
        required=False,
        help_text=gettext_lazy(
            "If empty: from the start of the event, later from the call; if a round has no call, from "
            "when its tables were confirmed."
        ),
        widget=HOUR,
    )

    def __init__(
        self,
        data: Mapping[str, str] | None,
        *,
        event: Event,
        teams: tuple[TeamThere, ...],
        called: Sequence[CalledSitting],
    ) -> None:
        super().__init__(data, initial={"came": timezone.now().astimezone(ZoneInfo(event.time_zone)).time()})
        self.fields["who"].choices = [("", _("choose")), *map(_choices, teams)]  # type: ignore[attr-defined]
        self.fields["round"].choices = [  # type: ignore[attr-defined]
            ("", _("to the seat, for its next game")),
            *((call.number, _to_the_seat(event, call)) for call in called),
            (REGISTERED, _("to register")),
        ]

    @property
    def asked(self) -> tuple[int, str]:
        """The number of the team, and the letter of the player, none for the whole team."""
        number, _dash, letter = self.cleaned_data["who"].partition("-")
        return int(number), letter


def _to_the_seat(event: Event, call: CalledSitting) -> str:
    """What a team came to, and the moment that counts there."""
    if call.since is None:
        return _("to the seat, %(round)s: not called yet") % {"round": call.title}
    facts = {"round": call.title, "since": clock(call.since, event.time_zone)}
    if call.by == CALL:
        return _("to the seat, %(round)s: called at %(since)s") % facts
    return _("to the seat, %(round)s: from %(since)s") % facts


def _choices(team: TeamThere) -> tuple[str, list[tuple[str, str]]]:
    """The whole team, then each of its players."""
    title = f"{team.number}. {team.name}"
    whole = (str(team.number), _("%(team)s: the whole team") % {"team": title})
    alone = [(f"{team.number}-{letter}", f"{title}: {name} ({letter})") for letter, name in team.players]
    return title, [whole, *alone]


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def lateness(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """What follows where a team comes at a time; noted by one press."""
    event = event_at(slug=slug, asker=person)
    if event is None or format_named(event.format).lateness is None:
        raise Http404(_("There is no such event, or its game does not count lateness."))
    try:
        require_may_note_late(person, today(), event)
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=403)
    teams, called = teams_there(event), called_in(event)
    query = request.POST or request.GET
    form = CameForm(query.dict() if "who" in query else None, event=event, teams=teams, called=called)
    if not form.is_valid():
        return _page(request, person, event, teams, form, status=422 if form.is_bound else 200)
    typed = _as_said(event, called, form)
    typed["came"] = _moment(request.POST.get("moment", "")) or typed["came"]
    try:
        if request.method != "POST":
            return _page(request, person, event, teams, form, proposal=proposal_of(event, **typed))
        choice, key = request.POST.get("choice", ""), request.POST.get("key", "")
        noted = note_late(by=person, event=event, choice=choice, key=key, **typed)
    except Refusal as refusal:
        return _page(request, person, event, teams, form, refusal=refusal, status=refusal.status)
    messages.success(request, _said(noted))
    return redirect("canons" if noted.steps else "slips", slug=event.slug)


class Arrival(TypedDict):
    """Who came, when, to what, and from when it counts, as the selector takes it."""

    team: int
    letters: str
    round: int | None
    came: dt.datetime
    since: dt.datetime | None


def _as_said(event: Event, called: Sequence[CalledSitting], form: CameForm) -> Arrival:
    typed = form.cleaned_data
    team, letters = form.asked
    since = typed["since"]
    return {
        "team": team,
        "letters": letters,
        "round": typed["round"],
        "came": on_the_day(event, called, typed["came"], typed["round"]),
        "since": on_the_day(event, called, since, typed["round"]) if since is not None else None,
    }


def _moment(typed: str) -> dt.datetime | None:
    """The moment for which it was proposed, to the second."""
    try:
        parsed = parse_datetime(typed)
    except ValueError:
        return None
    return parsed if parsed is not None and timezone.is_aware(parsed) else None


def _said(noted: NotedLate) -> str:
    sentences = [
        _("Noted for %(person)s: %(step)s.") % {"person": step.person.name, "step": line_of(step).step}
        for step in noted.steps
    ]
    if noted.sheet in SHEETS:
        sentences.append(str(SHEETS[noted.sheet]))
    return " ".join(sentences)


def _of_the_sheet(proposal: Proposal | None, writes: bool) -> str:
    """What becomes of the sheet of the game; nothing of what whoever asks does not write."""
    if proposal is None:
        return ""
    facts = {"round": proposal.round_title}
    if proposal.sheet == PLAYED:
        return game_was_played(proposal.team_name, proposal.round_title)
    if proposal.sheet == SAYS_SO:
        return _("The sheet says already that the game is forfeited (%(round)s).") % facts
    if proposal.sheet == TO_WRITE and writes:
        return _("The game is entered as forfeited (%(round)s).") % facts
    return ""


def _is_to_note(proposal: Proposal) -> bool:
    return proposal.sheet == TO_WRITE or (bool(proposal.kind) and proposal.sheet != PLAYED)


def _page(
    request: HttpRequest,
    person: Person,
    event: Event,
    teams: tuple[TeamThere, ...],
    form: CameForm,
    *,
    proposal: Proposal | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "event": event,
        "closed": is_closed(event),
        "teams": teams,
        "form": form,
        "proposal": proposal,
        "asked": [
            (field.html_name, proposal.round if field.name == "round" else field.value() or "")
            for field in form
        ]
        if proposal
        else (),
        "to_note": proposal is not None and _is_to_note(proposal),
        "counted": COUNTED[proposal.counts_by] if proposal else "",
        "sheet": _of_the_sheet(proposal, may_run_event(person, today(), event)),
        "decisions": [(choice, DECIDED[choice]) for choice in proposal.choices] if proposal else (),
        "key": uuid.uuid4(),
        "refusal": refusal,
        "section": "calendar",
    }
    return render(request, "tournaments/slips/lateness.html", context, status=status)
