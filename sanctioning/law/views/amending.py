"""Drafting, editing, adopting and withdrawing versions of the law: pages of who amends it."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypedDict

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.form_pages import form_on
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import whole_number
from sanctioning.kit.wording.localised import day
from sanctioning.law.faults import in_words_of_form
from sanctioning.law.forms import body_from, form_of
from sanctioning.law.kinds_of_law import LawKind, kind_of
from sanctioning.law.models.versions import Version
from sanctioning.law.permissions import may_amend_law
from sanctioning.law.selectors.versions import (
    IN_FORCE,
    VersionLine,
    before_of,
    compare,
    differences_of,
    is_first_of_its_law,
    law_history,
    names_and_pairs,
    version_of,
)
from sanctioning.law.services.versions import adopt_law, draft_law, edit_law, withdraw_law
from sanctioning.law.views.versions import kind_named, named
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person

P = ParamSpec("P")
LARGEST_FILE = 500_000


def for_amenders(
    page: Callable[Concatenate[HttpRequest, Person, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Person, P], HttpResponse]:
    """A page of who may amend the law; others are told who may."""

    def guarded(request: HttpRequest, person: Person, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        require(
            may_amend_law(person, today()),
            what=_("amend the rules"),
            who=_("the Managing Executor"),
            rule="IV",
        )
        return page(request, person, *args, **kwargs)

    return guarded


def _bases(law: LawKind, versions: Sequence[VersionLine]) -> list[tuple[str, str]]:
    """What a draft may begin as a copy of, or else empty."""
    copies = [
        (
            version.reference,
            _("a copy of %(title)s, %(state)s") % {"title": version.title, "state": _(version.state)},
        )
        for version in versions
    ]
    empty = _("defaults, without scales") if law.slug == "articles" else _("nothing")
    return [*copies, ("", empty)]


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@for_amenders
def new(request: HttpRequest, person: Person, kind: str) -> HttpResponse:
    """A new draft: a copy of a version, or empty."""
    law, typed = kind_named(kind), request.POST or request.GET
    versions = law_history(asker=person, kind=law)
    in_force = [version.reference for version in versions if version.state == IN_FORCE]
    context: dict[str, object] = {
        "kind": law,
        "bases": _bases(law, versions),
        "begins_with": typed.get("copy_of", "") or (in_force[-1] if in_force else None),
        "section": "mine",
        "typed": typed,
    }
    if request.method != "POST":
        return render(request, "sanctioning/law/law_new.html", context)
    copied = version_of(asker=person, kind=law, reference=request.POST.get("copy_of", ""))
    try:
        drafted = draft_law(
            by=person,
            law=law.model,
            title=request.POST.get("title", ""),
            body=copied.body if copied else law.empty,
            slug=request.POST.get("slug", "").strip(),
            format_slug=request.POST.get("format", "").strip(),
        )
    except Refusal as refusal:
        return render(
            request, "sanctioning/law/law_new.html", {**context, "refusal": refusal}, status=refusal.status
        )
    messages.success(
        request,
        _("“%(version)s” is saved as a draft. It does not apply until it is adopted.")
        % {"version": drafted.title},
    )
    return redirect("law-edit", kind=kind, reference=drafted.reference)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@for_amenders
def edit(request: HttpRequest, person: Person, kind: str, reference: str) -> HttpResponse:
    """Edit a draft in tables and fields, or upload its body."""
    version = named(person, kind, reference)
    if request.method != "POST":
        return _form(request, version, _saved(version))
    typed = _typed(request, version)
    try:
        if isinstance(typed["body"], Refusal):
            raise typed["body"]
        saved = edit_law(
            by=person,
            version=version,
            edit=whole_number(typed["edit"]) or 0,
            title=typed["title"],
            first_day=_day(typed["first_day"]),
            body=typed["body"],
        )
    except Refusal as refusal:
        return _form(request, version, typed, refusal)
    messages.success(request, _("“%(version)s” is saved.") % {"version": saved.title})
    return redirect("law-version", kind=kind, reference=reference)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@for_amenders
def adopt(request: HttpRequest, person: Person, kind: str, reference: str) -> HttpResponse:
    """Adopt a draft, looking at what it changes."""
    version = named(person, kind, reference)
    first_day = request.POST.get("first_day") or (version.first_day.isoformat() if version.first_day else "")
    before = before_of(version)
    context: dict[str, object] = {
        "version": version,
        "kind": kind_of(type(version)),
        "first_day": first_day,
        "today": today(),
        "first_of_its_law": before is None and is_first_of_its_law(version),
        "comparison": compare(before, version) if before else None,
        "to_come": [
            line for line in law_history(asker=person, kind=kind_named(kind)) if line.state == "to come"
        ],
        "section": "mine",
    }
    if request.method != "POST":
        return render(request, "sanctioning/law/law_adopt.html", context)
    edit = request.POST.get("edit", "")
    try:
        adopt_law(
            by=person,
            version=version,
            first_day=_day(first_day),
            edit=whole_number(edit) or 0,
        )
    except Refusal as refusal:
        version.refresh_from_db()
        return render(
            request, "sanctioning/law/law_adopt.html", {**context, "refusal": refusal}, status=refusal.status
        )
    messages.success(
        request,
        _("“%(version)s” is adopted and applies from %(first_day)s.")
        % {"version": version.title, "first_day": day(version.first_day)},
    )
    return redirect("law-version", kind=kind, reference=reference)


@form_on("law-edit", "kind", "reference")
@require_POST
@signed_in
@for_amenders
def withdraw(request: HttpRequest, person: Person, kind: str, reference: str) -> HttpResponse:
    """Give a draft up."""
    version = named(person, kind, reference)
    try:
        withdraw_law(by=person, version=version, why=request.POST.get("why", ""))
    except Refusal as refusal:
        return _form(request, version, _saved(version), refusal)
    messages.success(request, _("“%(version)s” is withdrawn.") % {"version": version.title})
    return redirect("law-version", kind=kind, reference=reference)


class TypedVersion(TypedDict):
    """A draft as its form has it; a file that is no JSON is a refusal as body."""

    title: str
    first_day: str
    edit: str
    body: Mapping[str, Any] | Refusal


def _saved(version: Version) -> TypedVersion:
    first_day = version.first_day.isoformat() if version.first_day else ""
    return {"title": version.title, "first_day": first_day, "edit": str(version.edit), "body": version.body}


def _typed(request: HttpRequest, version: Version) -> TypedVersion:
    """What was sent: the form, or the file in its place."""
    file = request.FILES.get("file")
    kind = kind_of(type(version))
    typed: TypedVersion = {
        "title": request.POST.get("title", ""),
        "first_day": request.POST.get("first_day", ""),
        "edit": request.POST.get("edit", ""),
        "body": {},
    }
    if file is None:
        return {**typed, "body": body_from(kind, request.POST, version.body, names_and_pairs()[1])}
    try:
        body = json.loads(file.read(LARGEST_FILE)) if (file.size or 0) <= LARGEST_FILE else None
    except (ValueError, RecursionError):
        body = None
    if isinstance(body, dict):
        return {**typed, "body": body}
    unread = Refusal(
        code="file-unreadable",
        sentence=_("%(file)s is not a version in JSON.") % {"file": file.name},
        rule="IV",
        remedy=_("Download a version, change it and upload it again."),
        status=422,
    )
    return {**typed, "body": unread}


def _day(text: str) -> dt.date | None:
    if not text:
        return None
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise Refusal(
            code="first-day-unreadable",
            sentence=_("“%(text)s” is not a date.") % {"text": text},
            rule="IV",
            remedy=_("Write it as 2027-01-01."),
            status=422,
            facts={"place": "first_day"},
        ) from None


def _form(
    request: HttpRequest, version: Version, typed: TypedVersion, refusal: Refusal | None = None
) -> HttpResponse:
    """The form with what was typed; where somebody saved meanwhile, with what differs from that."""
    kind, (names, pairs) = kind_of(type(version)), names_and_pairs()
    body = typed["body"] if not isinstance(typed["body"], Refusal) else version.body
    meanwhile = refusal is not None and refusal.code == "edited-meanwhile"
    if meanwhile:
        version.refresh_from_db()
    place = str(refusal.facts.get("place", "")) if refusal else ""
    context = {
        "version": version,
        "kind": kind,
        "typed": {**typed, "edit": version.edit if meanwhile else typed["edit"]},
        "groups": _groups(version, body, names, pairs, place),
        "place": place,
        "refusal": in_words_of_form(refusal, body, names) if refusal else None,
        "meanwhile": _unsaved(version, body) if meanwhile else (),
        "section": "mine",
    }
    return render(
        request, "sanctioning/law/law_edit.html", context, status=refusal.status if refusal else 200
    )


def _groups(version: Version, body: Mapping[str, Any], names: Any, pairs: Any, place: str) -> Any:
    """An uploaded body may be of any shape; one that no form can show leaves the form as it was saved."""
    kind = kind_of(type(version))
    try:
        return form_of(kind, body, names, pairs, place)
    except (AttributeError, TypeError, KeyError):
        return form_of(kind, version.body, names, pairs)


def _unsaved(version: Version, body: Mapping[str, Any]) -> Any:
    try:
        kind_of(type(version)).check(body)
    except Refusal:
        return ()
    return differences_of(version, body)
