"""What is said after something was kept: in green where the check found no error, else the way to them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import ngettext


def say_kept(request: HttpRequest, *, kept: str, well: str, errors: int, path: str) -> None:
    """`kept` says what was taken, without a full stop; `well` is the sentence where nothing is wrong."""
    if not errors:
        messages.success(request, well)
        return
    with_errors = ngettext("with %(count)s error", "with %(count)s errors", errors) % {"count": errors}
    messages.warning(request, format_html('{}, <a href="{}">{}</a>.', kept, path, with_errors))
