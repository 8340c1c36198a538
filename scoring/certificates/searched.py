"""Certificates in the search of the site: by the whole code alone, which nobody can guess."""

from __future__ import annotations

from django.urls import reverse

from sanctioning.kit.check_characters import normal_code
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.search.registry import Hit, Kind, Question
from scoring.certificates.selectors.certificates import certificate_check


def _find(question: Question) -> list[Hit]:
    """Also a code that was never issued leads to the page that says so."""
    code = normal_code(question.text)
    if code is None:
        return []
    check = certificate_check(code=code)
    return [Hit(title=code, path=reverse("check-code", args=[code]), said=check.sentence, exact=True)]


CERTIFICATES = Kind(title=_lazy("Certificates"), find=_find)
