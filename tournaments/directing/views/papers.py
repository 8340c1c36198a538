"""Scoresheets and table cards on paper, for a round, an event, a game, or blank."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import asker
from sanctioning.kit.pages.paper_pending import printed_or_being_made
from tournaments.events.addresses import GameLabel
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.formats.display.registry import papers_of
from tournaments.formats.registry import format_named
from tournaments.games.views import table_or_404
from tournaments.slips.selectors.slips import game_of_event
from tournaments.slips.services.format_papers import format_paper
from tournaments.tables.selectors.papers import SIZES, event_to_print
from tournaments.tables.services.papers import Kind, WantedPapers, printed


@require_safe
def blank_sheets(request: HttpRequest) -> HttpResponse:
    """Where blank scoresheets are to be had, and what is done with a filled one."""
    return render(request, "tournaments/directing/blank_sheets.html", {"sizes": SIZES, "section": "calendar"})


@require_safe
def blank_sheet(request: HttpRequest, players: int) -> HttpResponse:
    """An empty sheet with the hand sizes of one full cycle."""
    if players not in SIZES:
        raise Http404("Whoopie is played by three to ten.")
    wanted = WantedPapers(paper="scoresheets", players=players)
    return _answer(request, wanted, f"whoopie-scoresheet-{players}", reverse("blank-sheets"))


@require_safe
def of_event(request: HttpRequest, slug: str, paper: Kind, round: int | None = None) -> HttpResponse:
    """All tables of an event, or of one round of it."""
    event = _event(request, slug)
    if not format_named(event.format).prints_table_cards:
        raise Http404(_("The tables of this event have no cards of their own."))
    name = f"{slug}-{f'round-{round}-' if round else ''}{paper}"
    links = paper == "cards" and may_run_event(asker(request), today(), event)
    wanted = WantedPapers(paper=paper, event=event, round_id=round, links=links)
    return _answer(request, wanted, name, reverse("table-cards", args=[slug]))


@require_safe
def of_game(request: HttpRequest, slug: str, game: GameLabel) -> HttpResponse:
    """The scoresheet of one table."""
    event = _event(request, slug)
    played = table_or_404(slug, game)
    wanted = WantedPapers(paper="scoresheets", event=event, game_id=played.pk)
    return _answer(request, wanted, f"{slug}-{game}-scoresheet", reverse("table", args=[slug, str(game)]))


@require_safe
def of_format(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """A paper that the format of the event has of its own, such as its movement."""
    event = _event(request, slug)
    paper, game = papers_of(event.format).get(name), game_of_event(event)
    if paper is None:
        raise Http404("There is no such paper.")
    if game is None:
        return redirect("rounds", slug=slug)
    if paper.read(game) is None:
        return redirect("slips", slug=slug)
    data = format_paper(asker=asker(request), game=game, paper=paper)
    back = reverse("teams", args=[slug])
    return printed_or_being_made(request, data, name=f"{slug}-{name}", what=str(paper.title), back=back)


def _event(request: HttpRequest, slug: str) -> Event:
    event = event_to_print(slug=slug, asker=asker(request))
    if event is None:
        raise Http404("No event has this address.")
    return event


def _answer(request: HttpRequest, wanted: WantedPapers, name: str, back: str) -> HttpResponse:
    """The file, a calm page while it is with the press, or the page that says that there is no table yet."""
    content = wanted.read()
    if not (content.cards or content.sheets):
        return redirect(back)
    data = printed(asker=asker(request), wanted=wanted, content=content)
    what = _("Table cards") if wanted.paper == "cards" else _("Scoresheets")
    return printed_or_being_made(request, data, name=name, what=what, back=back)
