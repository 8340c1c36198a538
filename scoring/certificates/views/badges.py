"""Badges as files, and what programs need to check them: the status lists."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.accounts.file_tokens import read_by_token
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.paper_pending import being_made
from sanctioning.people.models.person import Person
from scoring.certificates.selectors import badges
from scoring.certificates.selectors.certificates import waits_for_badge

CREDENTIAL_TYPE: Final = "application/vc+jwt"
A_MINUTE: Final = 60


@require_safe
@read_by_token
@signed_in
def badge(request: HttpRequest, person: Person, serial: str) -> HttpResponse:
    """The badge beside the paper; while it is not made yet, a page that says so."""
    file = badges.certificate_badge(name=serial, asker=person)
    if file is None:
        if not waits_for_badge(serial=serial, person=person):
            raise Http404(_("You have no such certificate."))
        return being_made(request, _("Badge of %(serial)s") % {"serial": serial}, "/me/")
    return HttpResponse(
        file.credential,
        content_type=CREDENTIAL_TYPE,
        headers={"Content-Disposition": f'attachment; filename="{file.serial}.jwt"'},
    )


@require_safe
def status_list(request: HttpRequest, kind: str, part: int) -> HttpResponse:
    """Programs in other people's pages may read it too."""
    credential = badges.status_list(kind=kind, part=part)
    if credential is None:
        raise Http404(_("There is no such status list."))
    return HttpResponse(
        credential,
        content_type=CREDENTIAL_TYPE,
        headers={"Access-Control-Allow-Origin": "*", "Cache-Control": f"public, max-age={A_MINUTE}"},
    )
