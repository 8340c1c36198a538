"""One's exports: the list with a form for a new one, one of them with its files, and their downloads."""

from __future__ import annotations

from django.contrib import messages
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.accounts.file_tokens import read_by_token
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.exports.commands import EXPORT_COMMANDS
from scoring.exports.contents import TYPES
from scoring.exports.forms import ExportForm
from scoring.exports.models import Export, ExportRun
from scoring.exports.selectors import downloaded, export_detail, export_of, exports_of, run_of, subjects_for
from scoring.exports.services.exports import add_export, remove_export


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def exports(request: HttpRequest, person: Person) -> HttpResponse:
    subjects = list(subjects_for(person))
    form = ExportForm(request.POST or None, subjects)
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            export = add_export(by=person, **form.asked)
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, _("The export is set up. Its first file is being made."))
            return redirect("export", number=export.pk)
    context = {
        "exports": exports_of(asker=person),
        "form": form if subjects else None,
        "refusal": refusal,
        "section": "mine",
    }
    status = refusal.status if refusal else 422 if form.errors else 200
    return render(request, "scoring/exports/exports.html", context, status=status)


@never_cache
@require_safe
@signed_in
def export(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    return _page(request, person, number)


@require_POST
@signed_in
def act(request: HttpRequest, person: Person, number: int, act: str) -> HttpResponse:
    """Run, pause or resume it, make its address new or withdraw it."""
    try:
        EXPORT_COMMANDS.run_typed(request, act, by=person, thing=export_of(asker=person, number=number))
    except Refusal as refusal:
        return _page(request, person, number, refusal)
    return redirect("export", number=number)


@require_POST
@signed_in
def remove(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    remove_export(by=person, export=_export_or_404(person, number))
    messages.success(request, _("The export is removed."))
    return redirect("exports")


@never_cache
@require_safe
@read_by_token
@signed_in
def file(request: HttpRequest, person: Person, number: int, run: int) -> HttpResponse:
    """A file that was made, for its owner."""
    made = run_of(asker=person, number=number, run=run)
    if made is None:
        raise Http404(_("There is no such file any more."))
    return _sent(made)  # type: ignore[return-value]  # a page is an HttpResponse but for this stream


@never_cache
@require_safe
def download(request: HttpRequest, code: str) -> FileResponse:
    """The latest file, for whoever has the address."""
    made = downloaded(code)
    if made is None:
        raise Http404(_("This download address no longer works, or has no file yet."))
    return _sent(made)


def _sent(run: ExportRun) -> FileResponse:
    answer = FileResponse(
        default_storage.open(run.file),
        as_attachment=True,
        filename=run.file_name,
        content_type=TYPES[run.export.file],
    )
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _page(request: HttpRequest, person: Person, number: int, refusal: Refusal | None = None) -> HttpResponse:
    detail = export_detail(asker=person, number=number)
    if detail is None:
        raise Http404(_("You have no such export."))
    context = {"detail": detail, "export": detail.export, "refusal": refusal, "section": "mine"}
    status = refusal.status if refusal else 200
    return render(request, "scoring/exports/export.html", context, status=status)


def _export_or_404(person: Person, number: int) -> Export:
    kept = export_of(asker=person, number=number)
    if kept is None:
        raise Http404(_("You have no such export."))
    return kept
