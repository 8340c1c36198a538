"""Rosters: which there are, and one with search, as a page, on paper and as tables for programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from urllib.parse import urlencode

from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.lists.paging import page_asked
from sanctioning.kit.pages.asker import asker
from sanctioning.kit.pages.paper_pending import being_made
from sanctioning.kit.wording.localised import day
from scoring.heads.selectors import head_since
from scoring.rosters import workbook as roster_tables
from scoring.rosters.bands import bands, own_row
from scoring.rosters.lines import RosterKey, is_roster_day
from scoring.rosters.models import EarlierRoster, Roster
from scoring.rosters.selectors import rosters as selectors
from scoring.rosters.selectors.changes import changes_of
from scoring.rosters.selectors.earlier import earlier_rosters
from scoring.rosters.selectors.kept_lines import csv_pieces
from scoring.rosters.services.rosters import have_part_printed

LONGEST_SEARCH = 200
FEW_CHANGES = 5
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
def rosters(request: HttpRequest) -> HttpResponse:
    search = request.GET.get("search", "").strip()[:LONGEST_SEARCH]
    context = {
        "rosters": selectors.rosters(asker=asker(request)),
        "earlier": earlier_rosters(),
        "search": search,
        "found": selectors.on_rosters(search=search) if search else None,
        "section": "rosters",
    }
    return render(request, "scoring/rosters/rosters.html", context)


@require_safe
def earlier_roster(request: HttpRequest, key: int) -> FileResponse:
    """A roster of the time before, as it was handed in; it is never shown within the site."""
    roster = EarlierRoster.objects.filter(pk=key).first()
    if roster is None:
        raise Http404(_("There is no earlier roster with this number."))
    return FileResponse(
        default_storage.open(roster.file),
        as_attachment=True,
        filename=f"roster-{roster.card_game}-{roster.as_of}{PurePath(roster.file).suffix}",
    )


@require_safe
def roster(request: HttpRequest, key: RosterKey) -> HttpResponse:
    search, degree = request.GET.get("search", "").strip(), request.GET.get("degree", "")
    person, found = asker(request), _found(request, key)
    detail = selectors.roster_detail(
        key, asker=person, search=search, degree=degree, page=page_asked(request.GET)
    )
    if detail is None:
        raise Http404(missing(key))
    at_its_top = detail.page == 1 and not search and not degree
    context = {
        "roster": detail,
        "bands": list(bands(detail)),
        "own": own_row(found, person),
        "changes": changes_of(found, most=FEW_CHANGES) if at_its_top else None,
        "head": detail.head,
        "sealed": head_since(detail.head.published_at),
        "search": search,
        "degree": degree,
        "section": "rosters",
        "query": "".join(
            f"{urlencode({key: value})}&" for key, value in (("search", search), ("degree", degree)) if value
        ),
        "before": detail.page - 1,
        "after": detail.page + 1,
    }
    return render(request, "scoring/rosters/roster.html", context)


@require_safe
def roster_changed(request: HttpRequest, key: RosterKey) -> HttpResponse:
    """Who is new, who rose, who fell and who is gone since the roster before."""
    found = _found(request, key)
    changes = changes_of(found)
    if changes is None:
        raise Http404(_("This is the first roster: there is none before it to compare with."))
    context = {"head": selectors.head_of(found), "changes": changes, "section": "rosters"}
    return render(request, "scoring/rosters/roster_changed.html", context)


@require_safe
def roster_pdf(request: HttpRequest, key: RosterKey) -> HttpResponse:
    return _paper(request, _found(request, key), _("The printed roster"), file_name(key, "pdf"))


@require_safe
def errata_pdf(request: HttpRequest, key: RosterKey) -> HttpResponse:
    roster = _found(request, key)
    if not roster.errata.exists():
        raise Http404(_("Nothing in this roster has been corrected."))
    return _paper(
        request, roster, _("The printable correction slip"), file_name(key, "pdf", "-errata"), kind="errata"
    )


@require_safe
def roster_csv(request: HttpRequest, key: RosterKey) -> StreamingHttpResponse:
    roster = _found(request, key)
    return _stream(csv_pieces(roster), "text/csv; charset=utf-8", file_name(key, "csv"))


@require_safe
def roster_json(request: HttpRequest, key: RosterKey) -> StreamingHttpResponse:
    roster = _found(request, key)
    return _stream(roster_tables.roster_json(roster), "application/json", file_name(key, "json"))


@require_safe
def roster_xlsx(request: HttpRequest, key: RosterKey) -> HttpResponse:
    roster = _found(request, key)
    return _file(roster_tables.roster_workbook(roster), XLSX, file_name(key, "xlsx"))


@require_safe
def club_part(request: HttpRequest, key: RosterKey, slug: str) -> HttpResponse:
    """The members of one club as the roster prints them; printed from the browser, or as a PDF."""
    part = selectors.club_part(key, slug=slug, asker=asker(request))
    if part is None:
        raise Http404(_("There is no such part of a published roster."))
    return render(request, "scoring/rosters/roster_club.html", {"part": part, "section": "rosters"})


@require_safe
def club_pdf(request: HttpRequest, key: RosterKey, slug: str) -> HttpResponse:
    """The printed part of a club; the first who asks has it made."""
    roster = _found(request, key)
    part = selectors.club_part(key, slug=slug, asker=asker(request))
    if part is None:
        raise Http404(_("There is no such part of a published roster."))
    have_part_printed(asker=asker(request), roster=roster, club=part.club)
    name = file_name(key, "pdf", f"-{slug}")
    return _paper(
        request, roster, _("The part of %(club)s") % {"club": part.club}, name, kind="club", club=part.club
    )


def _found(request: HttpRequest, key: RosterKey) -> Roster:
    roster = selectors.published_roster(key, asker=asker(request))
    if roster is None:
        raise Http404(missing(key))
    return roster


def file_name(key: RosterKey, kind: str, part: str = "") -> str:
    """`whoopie-roster-1966-11-15.pdf`."""
    return f"{key.card_game}-roster-{key.as_of}{part}.{kind}"


def missing(key: RosterKey) -> str:
    """Why there is nothing at this address."""
    if not is_roster_day(key.as_of):
        return _("There is no roster as of %(day)s: rosters are as of 15 May and 15 November.") % {
            "day": day(key.as_of)
        }
    return _("The roster as of %(day)s is not published.") % {"day": day(key.as_of)}


def _paper(
    request: HttpRequest, roster: Roster, what: str, name: str, kind: str = "booklet", club: str = ""
) -> HttpResponse:
    document = selectors.roster_document(roster.key, asker=asker(request), kind=kind, club=club)
    if document is None:
        return being_made(request, what, reverse("roster", args=[roster.key]))
    return _file(document, "application/pdf", name)


def _file(data: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(
        data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def _stream(pieces: Iterator[bytes], kind: str, name: str) -> StreamingHttpResponse:
    return StreamingHttpResponse(
        pieces, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
