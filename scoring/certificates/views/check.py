"""The public check of a certificate: genuine or not, its state, nothing private."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from sanctioning.kit.check_characters import normal_code
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.keys import without_key
from sanctioning.kit.wording.localised import lazily as _lazy
from scoring.certificates.selectors.certificates import certificate_check
from scoring.certificates.sent_papers import read_paper


class PaperForm(forms.Form):
    """A certificate as a file."""

    paper = forms.FileField(
        label=_lazy("The certificate as a file"),
        allow_empty_file=True,
        error_messages={"required": _lazy("Choose the certificate's PDF.")},
        help_text=_lazy("The original PDF. We check it and do not keep it."),
        widget=forms.FileInput(attrs={"accept": ".pdf,application/pdf"}),
    )


@without_key("It only looks.")
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest, code: str = "") -> HttpResponse:
    """Ask for a code or a file; show what anybody may know of its certificate."""
    if request.method == "POST":
        return _check_paper(request)
    typed = code or request.GET.get("code", "")
    if not typed.strip():
        return _page(request, {"typed": ""})
    normal = normal_code(typed)
    if normal and (normal != code):
        return redirect("check-code", code=normal)
    result = certificate_check(code=typed)
    return _page(
        request,
        {"typed": typed, "check": result, "code_wrong": str(not result.genuine).lower()},
        status=200 if result.genuine else 404,
    )


def _check_paper(request: HttpRequest) -> HttpResponse:
    """What the signature of an uploaded certificate proves, and the state of that certificate."""
    form = PaperForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, {"typed": "", "form": form}, status=422)
    file = form.cleaned_data["paper"]
    try:
        certificate = read_paper(file=file, name=file.name or "file")
    except Refusal as refusal:
        return _page(request, {"typed": "", "refusal": refusal}, status=refusal.status)
    result = certificate_check(code=certificate.code)
    return _page(request, {"typed": certificate.code, "check": result, "proven": True})


def _page(request: HttpRequest, context: dict[str, object], status: int = 200) -> HttpResponse:
    context = {"form": PaperForm(), "section": "check", **context}
    return render(request, "scoring/certificates/check.html", context, status=status)
