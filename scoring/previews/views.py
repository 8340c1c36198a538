"""What a draft of the Articles would have done: asked for, watched, read; pages of who amends the law."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.accounts.file_tokens import read_by_token
from sanctioning.kit.lists.paging import page_asked
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.law.views.amending import for_amenders
from sanctioning.law.views.versions import named
from sanctioning.people.models.person import Person
from scoring.previews.commands import PREVIEW_COMMANDS
from scoring.previews.models import Preview
from scoring.previews.selectors import preview_at, preview_csv, preview_page, previews_of
from scoring.previews.services.previews import ask_for_preview

FILTERS = (
    ("", _lazy("everyone whose points differ")),
    ("degree", _lazy("degree differs")),
    ("higher", _lazy("would have a higher degree")),
    ("lower", _lazy("would have a lower degree")),
    ("more", _lazy("would have won more")),
    ("less", _lazy("would have won less")),
)
ORDERS = (
    ("", _lazy("largest gain first")),
    ("lost", _lazy("largest loss first")),
    ("name", _lazy("by name")),
    ("degree", _lazy("by degree")),
)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@for_amenders
def previews(request: HttpRequest, person: Person, reference: str) -> HttpResponse:
    """The previews of a draft, and a new one."""
    draft = named(person, "articles", reference)
    refusal = None
    if request.method == "POST":
        try:
            preview = ask_for_preview(by=person, articles=draft)
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, _("The preview is being made. This page follows the progress."))
            return redirect("law-preview", reference=reference, key=preview.pk)
    context = {
        "draft": draft,
        "previews": previews_of(asker=person, articles=draft),
        "refusal": refusal,
        "section": "mine",
    }
    return render(
        request, "scoring/previews/previews.html", context, status=refusal.status if refusal else 200
    )


@require_safe
@signed_in
@for_amenders
def preview(request: HttpRequest, person: Person, reference: str, key: int) -> HttpResponse:
    """One preview; while it is made, the page looks again by itself."""
    return _page(request, _found(person, reference, key))


@require_safe
@read_by_token
@signed_in
@for_amenders
def preview_table(request: HttpRequest, person: Person, reference: str, key: int) -> HttpResponse:
    """Its lines as CSV, as they are filtered and sorted."""
    pieces = preview_csv(_found(person, reference, key), **_asked(request))
    answer = StreamingHttpResponse(pieces, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="preview-{key}.csv"'
    return answer  # type: ignore[return-value]  # a page is an HttpResponse but for this stream


@require_POST
@signed_in
@for_amenders
def preview_act(request: HttpRequest, person: Person, reference: str, key: int, act: str) -> HttpResponse:
    preview = _found(person, reference, key)
    try:
        PREVIEW_COMMANDS.run_typed(request, act, by=person, thing=preview)
    except Refusal as refusal:
        return _page(request, preview, refusal)
    return redirect("law-preview", reference=reference, key=key)


def _found(person: Person, reference: str, key: int) -> Preview:
    preview = preview_at(asker=person, key=key)
    if preview is None or preview.articles.reference != reference:
        raise Http404(_("There is no such preview."))
    return preview


def _asked(request: HttpRequest) -> dict[str, str]:
    return {name: request.GET.get(name, "").strip() for name in ("search", "kind", "order")}


def _page(request: HttpRequest, preview: Preview, refusal: Refusal | None = None) -> HttpResponse:
    wanted = _asked(request)
    page = preview_page(preview, **wanted, page=page_asked(request.GET))
    query = urlencode({name: value for name, value in wanted.items() if value})
    context = {
        "preview": page,
        "head": page.head,
        "asked": wanted,
        "filters": FILTERS,
        "orders": ORDERS,
        "query": f"{query}&" if query else "",
        "page": page.page,
        "pages": page.pages,
        "before": page.page - 1,
        "after": page.page + 1,
        "refusal": refusal,
        "section": "mine",
    }
    answer = render(
        request, "scoring/previews/preview.html", context, status=refusal.status if refusal else 200
    )
    if page.head.state in ("queued", "running"):
        answer["Refresh"] = "3"
    return answer
