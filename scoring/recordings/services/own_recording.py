"""The player's own recording, for certificates that the system itself signed.

Invariants: only one's own certificates, and only those whose signed file is in the database, so that no paper
has to be looked at; the same judgement, locks and ledger as at the registrar's desk, so that of the two the
first wins and the other is told.
Rule section: IV (unmutilated certificates, 25.0 or a new degree).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.recordings.models import Submission
from scoring.recordings.services.recordings import record_certificates


@transaction.atomic
def record_own(*, by: Person, serials: Sequence[str], at: dt.datetime | None = None) -> Submission:
    """Record one's own certificates by their serials. The answer is a submission, accepted or refused.

    Raises:
        Refusal: `not-yours` and what `record_certificates` raises.
    """
    codes = codes_of_own(person=by, serials=serials)
    return record_certificates(by=by, person=by, codes=codes, at=at)


def codes_of_own(*, person: Person, serials: Sequence[str]) -> list[str]:
    """The codes of these certificates of the person, in their order; refuses what is not his.

    Raises:
        Refusal: `not-yours`.
    """
    mine = Certificate.objects.filter(person__in=rows_of(person), kind=Certificate.Kind.RATING_POINTS)
    own = {certificate.serial: certificate for certificate in mine}
    strange = [serial for serial in serials if serial not in own]
    if strange or not serials:
        raise Refusal(
            code="not-yours",
            sentence=_("%(names)s: you have no Rating Point Certificate with this serial.")
            % {"names": ", ".join(strange)}
            if strange
            else _("No certificate was chosen."),
            rule=_("IV: players record the certificates that they won."),
            remedy=_("Choose from the certificates on My page. Nothing was recorded."),
            status=422,
        )
    return [own[serial].code for serial in serials]
