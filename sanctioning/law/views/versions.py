"""The law for people: what is in force, what was and what is to come; for who amends it, drafts."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import asker
from sanctioning.law.kinds_of_law import LAWS, LawKind
from sanctioning.law.permissions import may_amend_law
from sanctioning.law.selectors.versions import compare, law_history, version_of, version_page
from sanctioning.people.models.person import Person


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Rules, Articles and fees: in force today, to come, before; drafts for who may amend."""
    person = asker(request)
    lines = law_history(asker=person)
    context = {
        "laws": [(kind, [line for line in lines if line.kind == kind.slug]) for kind in LAWS.values()],
        "amends": may_amend_law(person, today()),
        "section": "rules",
    }
    return render(request, "sanctioning/law/law_history.html", context)


@require_safe
def version(request: HttpRequest, kind: str, reference: str) -> HttpResponse:
    """What one version says, and what it changed."""
    person = asker(request)
    version = named(person, kind, reference)
    context = {
        "page": version_page(version),
        "others": [
            line for line in law_history(asker=person, kind=LAWS[kind]) if line.reference != reference
        ],
        "amends": may_amend_law(person, today()),
        "draft": version.draft,
        "section": "rules",
    }
    return render(request, "sanctioning/law/law_version.html", context)


@require_safe
def comparison(request: HttpRequest, kind: str, reference: str) -> HttpResponse:
    """Any two versions of one law, side by side, only where they differ."""
    person = asker(request)
    new = named(person, kind, reference)
    old = named(person, kind, request.GET.get("with", ""))
    context = {"page": compare(old, new), "section": "rules"}
    return render(request, "sanctioning/law/law_comparison.html", context)


@require_safe
def body(request: HttpRequest, kind: str, reference: str) -> HttpResponse:
    """The body as JSON, as it can be uploaded into a draft."""
    version = named(asker(request), kind, reference)
    answer = JsonResponse(version.body, json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{kind}-{reference}.json"'
    return answer


def named(person: Person | None, kind: str, reference: str) -> Any:
    """The version that an address names; 404 where there is none for this person."""
    version = version_of(asker=person, kind=kind_named(kind), reference=reference)
    if version is None:
        raise Http404(_("There is no such version."))
    return version


def kind_named(slug: str) -> LawKind:
    kind = LAWS.get(slug)
    if kind is None:
        raise Http404(_("There is no such set of rules."))
    return kind
