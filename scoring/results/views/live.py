"""Events in play, the board of one, and the same for a projector.

A page renews itself by asking its own address again for the part that changes (htmx), with the stamp that it
shows, when its stream says that something has changed; where its own part has not, it stays as it is.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from sanctioning.kit.pages.self_renewing import Context, alike_for_all, part_for_all, renewed_for_all
from scoring.results.selectors.live import events_in_play, projected
from tournaments.slips.bracket_drawing import SIZES, drawn
from tournaments.slips.selectors.brackets import EventBracket
from tournaments.tables.selectors.stamps import board_stamp, live_stamp

# A projector shows so many tables at a time, and so many lines of the sums over all games.
TABLES_A_PAGE = 4
LINES_A_PAGE = 10
TEAMS_A_PAGE = 16
MATCHES_A_PAGE = 8
ON_FRONT_PAGE = 4
LATEST_PART = "scoring/results/live_latest_part.html"
NOW_PART = "scoring/results/event_now.html"


@alike_for_all
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """All events now in play."""
    return renewed_for_all(
        request,
        live_stamp(),
        whole="scoring/results/live.html",
        part="scoring/results/live_part.html",
        shown=lambda: ({"section": "live"}, {"live": events_in_play()}),
    )


@alike_for_all
@require_safe
def latest(request: HttpRequest) -> HttpResponse:
    """The few events in play that the front page shows, for it to renew."""
    return renewed_for_all(
        request, live_stamp(), whole="scoring/results/live.html", part=LATEST_PART, shown=_latest_shown
    )


def latest_part() -> str:
    """The same as a part of another page."""
    return part_for_all(reverse("live-latest"), live_stamp(), part=LATEST_PART, shown=_latest_shown)


def _latest_shown() -> tuple[Context, Context]:
    return {"section": "live"}, {"live": events_in_play(most=ON_FRONT_PAGE)}


@alike_for_all
@require_safe
def event_board(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of an event and their running scores."""
    return _of_event(request, slug, "scoring/results/board.html", "scoring/results/board_part.html")


@alike_for_all
@require_safe
def event_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings that the page of an event in play shows, for it to renew."""
    return _of_event(request, slug, "scoring/results/board.html", NOW_PART)


def event_now_part(slug: str) -> str:
    """The same as a part of that page."""
    path = reverse("event-now", kwargs={"slug": slug})
    return part_for_all(path, board_stamp(slug), part=NOW_PART, shown=lambda: board_shown(slug))


@alike_for_all
@require_safe
def projector(request: HttpRequest, slug: str) -> HttpResponse:
    """The same in big type, page after page."""
    return _of_event(
        request, slug, "scoring/results/projector.html", "scoring/results/projector_part.html", bracket=True
    )


def _of_event(
    request: HttpRequest, slug: str, whole: str, part: str, *, bracket: bool = False
) -> HttpResponse:
    return renewed_for_all(
        request, board_stamp(slug), whole=whole, part=part, shown=lambda: board_shown(slug, bracket=bracket)
    )


def board_shown(slug: str, *, bracket: bool = False) -> tuple[Context, Context]:
    """What the page around the board of an event needs, and what the board itself does."""
    seen = projected(slug, with_bracket=bracket)
    if seen is None:
        raise Http404("No event has this address.")
    board = seen.board
    pages = {
        "table_pages": _in_pages(board.tables_now, TABLES_A_PAGE),
        "overall_pages": _in_pages(() if board.teams else board.overall, LINES_A_PAGE),
        "team_pages": _in_pages(board.teams.lines if board.teams else (), TEAMS_A_PAGE),
    }
    ends = [announcement.until for announcement in board.announcements if announcement.until]
    context: dict[str, object] = {
        "board": board,
        "nothing_yet": not any(pages.values()),
        **pages,
        "renew_at": int(min(ends).timestamp()) + 1 if ends else None,
    }
    if seen.bracket is not None and seen.bracket.begun:
        context |= _bracket_pages(seen.bracket)
    return {"board": board.head, "section": "live"}, context


def _bracket_pages(bracket: EventBracket) -> dict[str, object]:
    """The bracket as a tree from the last sixteen on, and greater stages that are not over match by match."""
    late = bracket.from_sixteen
    shown = late if late and late[0].begun else ()
    greater = [stage for stage in bracket.stages if stage not in late and stage.begun and not stage.decided]
    return {
        "bracket": bracket,
        "drawing": drawn(shown, bracket.third, bracket.third_title, SIZES) if shown else None,
        "match_pages": [
            (stage, matches) for stage in greater for matches in _in_pages(stage.matches, MATCHES_A_PAGE)
        ],
    }


def _in_pages(lines: tuple[object, ...], size: int) -> list[tuple[object, ...]]:
    return [lines[start : start + size] for start in range(0, len(lines), size)]
