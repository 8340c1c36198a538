"""A substitute for somebody of a team: let in by whoever runs the event."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.people_search.fields import AsksForPeople, PersonField
from tournaments.events.models.event import Event
from tournaments.events.views.events_one_runs import runs_event
from tournaments.formats.registry import format_named
from tournaments.justice.rulings.forms import PlacedForm, show_at_its_field
from tournaments.teams.models.team import Team
from tournaments.teams.selectors.teams import line_of, team_of
from tournaments.teams.services.substitutes import require_substitutes, substitute

MOST_ROUNDS = 1000


class SubstituteForm(AsksForPeople, PlacedForm):
    letter = forms.ChoiceField(label=gettext_lazy("Who leaves"))
    comes = PersonField(label=gettext_lazy("Who comes: name or number"))
    from_round = forms.IntegerField(
        label=gettext_lazy("From round"),
        help_text=gettext_lazy("Empty: the one being played now."),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
    )
    why = forms.CharField(label=gettext_lazy("Why"), max_length=300)

    def __init__(self, team: Team, data: Any = None, *, by: Person) -> None:
        super().__init__(data, by=by)
        chosen: Any = self.fields["letter"]
        chosen.choices = [
            (member.letter, f"{member.letter}: {member.name}") for member in line_of(team).members
        ]


@require_http_methods(["GET", "HEAD", "POST"])
@runs_event
def team_substitute(request: HttpRequest, person: Person, event: Event, team: int) -> HttpResponse:
    """Who leaves, who comes, from which round, and why."""
    this_team = team_of(event, team)
    if this_team is None:
        raise Http404(_("There is no such team."))
    form = SubstituteForm(this_team, request.POST if request.method == "POST" else None, by=person)
    try:
        require_substitutes(event)
        if not form.is_valid():
            return _page(request, this_team, form, status=422 if form.is_bound else 200)
        member = substitute(by=person, team=this_team, **form.cleaned_data)
    except Refusal as refusal:
        show_at_its_field(refusal, form)
        return _page(request, this_team, form, refusal=refusal, status=refusal.status)
    facts = {"who": member.entry.person.name, "team": this_team.name, "round": member.from_round}
    messages.success(request, _("%(who)s plays for %(team)s from round %(round)s on.") % facts)
    return redirect(f"{reverse('teams', args=[event.slug])}#team-{this_team.number}")


def _page(
    request: HttpRequest, team: Team, form: SubstituteForm, *, refusal: Refusal | None = None, status: int
) -> HttpResponse:
    context = {
        "event": team.event,
        "team": team,
        "form": form,
        "rule": format_named(team.event.format).substitutes,
        "refusal": refusal,
        "section": "calendar",
    }
    return render(request, "tournaments/teams/substitute.html", context, status=status)
