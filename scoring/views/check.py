"""The public check of a certificate: genuine or not, its state, nothing private."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from sanctioning.codes import normal_code
from scoring.selectors.certificates import certificate_check


@require_safe
def check(request: HttpRequest, code: str = "") -> HttpResponse:
    """Ask for a code; show what anybody may know of its certificate."""
    typed = code or request.GET.get("code", "")
    if not typed.strip():
        return render(request, "scoring/check.html", {"typed": "", "section": "check"})
    normal = normal_code(typed)
    if normal and (normal != code):
        return redirect("check-code", code=normal)
    found = certificate_check(code=typed)
    context = {"typed": typed, "check": found, "section": "check"}
    return render(request, "scoring/check.html", context, status=200 if found.genuine else 404)
