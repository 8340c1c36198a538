"""Pages of imports: upload, columns, what each row would do, writing, taking back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from functools import wraps
from typing import Any

from django import forms
from django.core.files.storage import default_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.accounts.file_tokens import read_by_token
from sanctioning.kit.clock import moment, today
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.form_pages import form_on
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import whole_number
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from scoring.imports.blank_tables import as_csv, as_workbook
from scoring.imports.columns import NOT_USED
from scoring.imports.commands import IMPORT_COMMANDS, ImportAct
from scoring.imports.document_kinds import kind_by_name
from scoring.imports.files import DAY_FIRST, MONTH_FIRST
from scoring.imports.lists import IMPORTS, ROWS
from scoring.imports.models import Import
from scoring.imports.permissions import may_write_import
from scoring.imports.selectors import (
    entry_brought_forward,
    event_of_import,
    import_numbered,
    import_page,
    import_rows,
    imports,
    imports_of,
)
from scoring.imports.services.correcting import correct_brought_forward
from scoring.imports.services.kinds import ENTRIES, KINDS
from scoring.imports.services.preparing import require_preparing, upload_import
from tournaments.events.views.event_by_address import event_or_404

DELIMITERS = (
    (",", _lazy("comma")),
    (";", _lazy("semicolon")),
    ("\t", _lazy("tab")),
    ("|", _lazy("vertical bar")),
)
ENCODINGS_IN_WORDS = (
    ("utf-8", "UTF-8"),
    ("utf-16", "UTF-16"),
    ("cp1252", _lazy("Windows, Western Europe (cp1252)")),
    ("cp1250", _lazy("Windows, Central Europe (cp1250)")),
    ("iso8859_15", _lazy("Western Europe with the euro (ISO 8859-15)")),
    ("cp437", _lazy("DOS (cp437)")),
    ("mac_roman", _lazy("Macintosh (Mac Roman)")),
)
DAYS = (
    (DAY_FIRST, _lazy("day first, 31/12/1966")),
    (MONTH_FIRST, _lazy("month first, 12/31/1966")),
)
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BLANKS = {"csv": (as_csv, "text/csv; charset=utf-8"), "xlsx": (as_workbook, WORKBOOK)}


class SeveralFiles(forms.FileInput):
    allow_multiple_selected = True


class ManyFiles(forms.FileField):
    """Several files; the services read them."""

    def clean(self, data: object, initial: object = None) -> object:
        return data


class EntriesForm(forms.Form):
    file = forms.FileField(
        label=_lazy("File"),
        allow_empty_file=True,
        help_text=_lazy("CSV or XLSX, with a header line."),
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx,.txt,.tsv"}),
    )


class UploadForm(EntriesForm):
    field_order = ("kind",)
    kind = forms.ChoiceField(
        label=_lazy("What the file contains"),
        choices=lambda: [(kind.slug, kind.label) for kind in KINDS.values()],
    )
    source = forms.CharField(
        label=_lazy("Source"),
        required=False,
        max_length=200,
        help_text=_lazy(
            "For points, certificates, degrees and offices: where they come from, such as “Roster of May "
            "2019”."
        ),
    )
    source_day = forms.DateField(
        label=_lazy("Day of this document"),
        required=False,
        help_text=_lazy("Points count from this day on."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    documents = ManyFiles(
        label=_lazy("Documents"),
        required=False,
        help_text=_lazy(
            "The source document, if you have it as a PDF, picture or CSV; for past rosters, each "
            "roster's PDF."
        ),
        widget=SeveralFiles(attrs={"multiple": True, "accept": ".pdf,.png,.jpg,.jpeg,.csv"}),
    )


def for_preparers(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page for who prepares imports, or runs the event of one; others are refused."""

    @wraps(page)
    def for_them(
        request: HttpRequest, person: Person, *args: Any, number: int | None = None, **kwargs: Any
    ) -> HttpResponse:
        event = event_of_import(number) if number else None
        require_preparing(person, moment(None), event)
        return page(request, person, *args, **({"number": number} if number else {}), **kwargs)

    return for_them


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@for_preparers
def all_imports(request: HttpRequest, person: Person) -> HttpResponse:
    """Every import, templates to fill in, and a new one."""
    form, refusal = UploadForm(request.POST or None, request.FILES or None), None
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        values = {name: form.cleaned_data[name] for name in ("kind", "source", "source_day")}
        documents = [(document.name or "", document) for document in request.FILES.getlist("documents")]
        try:
            importing = upload_import(
                by=person, name=file.name, file=file, documents=documents, **_cited(values)
            )
        except Refusal as refused:
            refusal = refused
        else:
            return redirect("import", number=importing.pk)
    context = {"form": form, "kinds": KINDS.values(), "refusal": refusal, "section": "mine"}
    wrong = 422 if request.method == "POST" else 200
    status = refusal.status if refusal else wrong
    lists = {"list": listing(request, imports(), IMPORTS)}
    return list_page(request, "scoring/imports/imports.html", lists, context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def event_import(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """A file with entries, by whoever runs the event."""
    event = event_or_404(slug, person)
    require_preparing(person, moment(None), event)
    refusal = None
    form = EntriesForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            importing = upload_import(by=person, kind=ENTRIES.slug, name=file.name, file=file, event=event)
        except Refusal as refused:
            refusal = refused
        else:
            return redirect("import", number=importing.pk)
    context = {"event": event, "form": form, "imports": imports_of(event), "refusal": refusal}
    wrong = 422 if request.method == "POST" else 200
    status = refusal.status if refusal else wrong
    return render(request, "scoring/imports/event_import.html", {**context, "section": "mine"}, status=status)


@require_safe
@read_by_token
@signed_in
def blank_table(request: HttpRequest, person: Person, kind: str, ending: str) -> HttpResponse:
    """A template to fill in."""
    if kind not in KINDS or ending not in BLANKS:
        raise Http404(_("There is no such kind of import."))
    make, content_type = BLANKS[ending]
    answer = HttpResponse(make(KINDS[kind]), content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{kind}.{ending}"'
    return answer


@require_safe
@signed_in
@for_preparers
def one_import(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """One import with its rows; while it is worked on, the page looks again by itself."""
    return _page(request, person, _found(person, number))


@require_safe
@read_by_token
@signed_in
@for_preparers
def document(request: HttpRequest, person: Person, number: int, key: int) -> HttpResponse:
    """A document that came with an import; it is never shown within the site."""
    kept = _found(person, number).documents.filter(pk=key).first()
    if kept is None:
        raise Http404(_("This import has no document with this number."))
    with default_storage.open(kept.file) as file:
        answer = HttpResponse(file.read(), content_type=kind_by_name(kept.file).content_type)
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=kept.name)
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_POST
@form_on("import", "number")
@signed_in
@for_preparers
def import_act(request: HttpRequest, person: Person, number: int, act: str) -> HttpResponse:
    importing = _found(person, number)
    try:
        IMPORT_COMMANDS.run_typed(request, act, by=person, thing=importing, asked=_typed(request, importing))
    except Refusal as refusal:
        return _page(request, person, _found(person, number), refusal)
    if act == "drop":
        return redirect("imports")
    back = redirect("import", number=number)
    if act == "choose":
        back["Location"] += f"?{request.POST.get('back', '')}#row-{request.POST.get('row', '')}"
    return back


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def correct_entry(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Correct points that were brought forward."""
    entry = entry_brought_forward(number)
    if entry is None:
        raise Http404(_("No entry with this number was brought forward."))
    refusal = None
    if request.method == "POST":
        try:
            correct_brought_forward(
                by=person,
                entry=entry,
                points=_points(request.POST.get("points", "")),
                blue=_points(request.POST.get("blue", "") or "0"),
                why=request.POST.get("why", ""),
            )
        except Refusal as refused:
            refusal = refused
        else:
            return redirect("ledger-entry", number=number)
    else:
        if not may_write_import(person, today(), decided=True):
            return render(request, "403.html", {"refusal": None}, status=403)
    context = {"entry": entry, "refusal": refusal, "typed": request.POST, "section": "results"}
    return render(
        request, "scoring/imports/correct_entry.html", context, status=refusal.status if refusal else 200
    )


def _points(text: str) -> Decimal:
    try:
        value = Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        value = Decimal(-1)
    return value if value.is_finite() else Decimal(-1)


def _cited(values: dict[str, Any]) -> dict[str, Any]:
    """What needs no document has none."""
    return values if KINDS[values["kind"]].cited else {**values, "source": "", "source_day": None}


def _found(person: Person, number: int) -> Import:
    importing = import_numbered(asker=person, number=number)
    if importing is None:
        raise Http404(_("There is no import with this number."))
    return importing


def _typed(request: HttpRequest, importing: Import) -> ImportAct:
    """The act with the columns as they were chosen, each by the place of its head."""
    columns = {}
    for column in KINDS[importing.kind].columns_for(importing.event):
        text = request.POST.get(f"column-{column.name}")
        if text is not None:
            place = whole_number(text)
            columns[column.name] = NOT_USED if place is None else place
    typed = IMPORT_COMMANDS.typed(request.POST.dict())
    return replace(typed, columns=columns, delimiter=request.POST.get("delimiter", ""))


def _page(
    request: HttpRequest, person: Person, importing: Import, refusal: Refusal | None = None
) -> HttpResponse:
    page = import_page(importing, person)
    context = {
        "importing": page,
        "heads": list(enumerate(page.headings)),
        "encodings": ENCODINGS_IN_WORDS,
        "delimiters": DELIMITERS,
        "orders_of_days": DAYS,
        "query": request.GET.urlencode(),
        "refusal": refusal,
        "typed": request.POST,
        "section": "mine",
    }
    lists = {"list": listing(request, import_rows(importing), ROWS)}
    status = refusal.status if refusal else 200
    answer = list_page(request, "scoring/imports/import.html", lists, context, status=status)
    if page.under_way:
        answer["Refresh"] = "3"
    return answer
