"""The language in which the site speaks: chosen on any page, kept for the browser and the account."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.languages import keep_language
from sanctioning.kit.sent_once.keys import without_key


# Without a token, which would make every public page another one for every reader; nothing but words changes.
@csrf_exempt
@without_key("The same language may be chosen again.")
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Speak this language from now on, and go back to the page."""
    wanted = request.POST.get("language", "")
    if isinstance(request.user, Account) and wanted in dict(settings.LANGUAGES):
        keep_language(account=request.user, language=wanted)
    return set_language(request)
