"""What the kinds of things are called, of which several may refer to a record: the plural of each model.

Invariant: every model that names a person stands here (tests/site/test_words.py).
"""

from __future__ import annotations

from typing import Final

from django.db.models import Model
from django.utils.translation import pgettext

from sanctioning.kit.wording.localised import lazily_as

THINGS: Final = (
    lazily_as("things", "announcements"),
    lazily_as("things", "anonymisation wishes"),
    lazily_as("things", "appeal steps"),
    lazily_as("things", "appointments"),
    lazily_as("things", "areas"),
    lazily_as("things", "articles"),
    lazily_as("things", "audit entries"),
    lazily_as("things", "authorisations"),
    lazily_as("things", "bank uploads"),
    lazily_as("things", "bars"),
    lazily_as("things", "calls"),
    lazily_as("things", "canon steps"),
    lazily_as("things", "case entries"),
    lazily_as("things", "cases"),
    lazily_as("things", "certificates"),
    lazily_as("things", "certifications"),
    lazily_as("things", "claim codes"),
    lazily_as("things", "claims"),
    lazily_as("things", "club questions"),
    lazily_as("things", "club-person relationships"),
    lazily_as("things", "clubs"),
    lazily_as("things", "confirmations"),
    lazily_as("things", "credit notes"),
    lazily_as("things", "data copies"),
    lazily_as("things", "declared conflicts"),
    lazily_as("things", "degrees held"),
    lazily_as("things", "draws"),
    lazily_as("things", "entries"),
    lazily_as("things", "entry rulings"),
    lazily_as("things", "errata"),
    lazily_as("things", "event executors"),
    lazily_as("things", "event notices"),
    lazily_as("things", "events"),
    lazily_as("things", "events sat out"),
    lazily_as("things", "fee schedules"),
    lazily_as("things", "foundings"),
    lazily_as("things", "game players"),
    lazily_as("things", "games"),
    lazily_as("things", "imports"),
    lazily_as("things", "invited players"),
    lazily_as("things", "invoices"),
    lazily_as("things", "leaves"),
    lazily_as("things", "ledger entries"),
    lazily_as("things", "letter signatures"),
    lazily_as("things", "letters"),
    lazily_as("things", "merges"),
    lazily_as("things", "messages"),
    lazily_as("things", "own calendar feeds"),
    lazily_as("things", "payments"),
    lazily_as("things", "persons"),
    lazily_as("things", "preview persons"),
    lazily_as("things", "preview placings"),
    lazily_as("things", "previews"),
    lazily_as("things", "private data"),
    lazily_as("things", "qualifiers"),
    lazily_as("things", "record batches"),
    lazily_as("things", "refund draws"),
    lazily_as("things", "refunds"),
    lazily_as("things", "report findings"),
    lazily_as("things", "reports"),
    lazily_as("things", "rosters"),
    lazily_as("things", "rounds"),
    lazily_as("things", "rows of imports"),
    lazily_as("things", "rule sets"),
    lazily_as("things", "rulings"),
    lazily_as("things", "sanction questions"),
    lazily_as("things", "sanctions"),
    lazily_as("things", "series"),
    lazily_as("things", "settlements"),
    lazily_as("things", "signing keys"),
    lazily_as("things", "slip signatures"),
    lazily_as("things", "slips"),
    lazily_as("things", "splits"),
    lazily_as("things", "standings"),
    lazily_as("things", "stanza versions"),
    lazily_as("things", "statements"),
    lazily_as("things", "stays"),
    lazily_as("things", "submissions"),
    lazily_as("things", "table links"),
    lazily_as("things", "team invitations"),
    lazily_as("things", "team members"),
    lazily_as("things", "teams"),
    lazily_as("things", "voters"),
    lazily_as("things", "waiting"),
)


def several(model: type[Model]) -> str:
    return pgettext("things", str(model._meta.verbose_name_plural))
