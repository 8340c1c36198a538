"""Statements to an appeal: what each side writes, with at most one file attached.

Invariants: the players, who ruled and whoever judges write while the appeal is open; what was written stays;
a file is one of `KINDS` by its own first bytes, whatever it is called, and no larger than `MOST_BYTES`.
Rule section: IV, reading 71.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Final, NamedTuple

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal, wrong_field
from sanctioning.kit.typed_input import require_words
from sanctioning.kit.wording.localised import whole
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.justice.appeals.models import Appeal, Statement
from tournaments.justice.appeals.notifications import tell_of_statement
from tournaments.justice.appeals.permissions import may_state
from tournaments.justice.appeals.services.locks import locked_proceedings

RULE: Final = "IV, reading 71"
MOST_BYTES: Final = 5_000_000
MOST_LETTERS: Final = 20_000
MOST_STATEMENTS: Final = 20


class KindOfFile(NamedTuple):
    begins: bytes
    ending: str
    content_type: str


KINDS: Final = (
    KindOfFile(b"%PDF-", "pdf", "application/pdf"),
    KindOfFile(b"\x89PNG\r\n\x1a\n", "png", "image/png"),
    KindOfFile(b"\xff\xd8\xff", "jpg", "image/jpeg"),
)


@transaction.atomic
def state(
    *,
    by: Person,
    appeal: Appeal,
    text: str,
    attachment: bytes = b"",
    name: str = "",
    at: dt.datetime | None = None,
) -> Statement:
    """Write to an appeal; `attachment` is the content of a file, `name` what its sender calls it.

    Raises:
        Refusal: `appeal-ended`, `attachment-kind`, `attachment-too-large`, `not-allowed`,
            `statement-missing`, `statement-too-long`, `statements-enough`.
    """
    at = moment(at)
    proceedings = locked_proceedings(appeal)
    require(
        may_state(by, day_of(at), proceedings),
        what=_("write on this appeal"),
        who=_("a player of the game, the person who ruled, or a judge"),
        rule=RULE,
    )
    if proceedings.appeal.ended:
        raise Refusal(
            code="appeal-ended",
            sentence=_("Appeal %(number)s is %(ended)s.")
            % {"number": proceedings.appeal.label, "ended": proceedings.appeal.get_ended_display()},
            rule=RULE,
            remedy=_("No statements can be added once it is final."),
        )
    text = require_words(text, "statement-missing", _("Write the statement."))
    if len(text) > MOST_LETTERS:
        raise wrong_field(
            "text",
            code="statement-too-long",
            sentence=_("The statement is too long."),
            rule=RULE,
            remedy=_("Shorten it, or attach it."),
        )
    _require_few(proceedings.appeal, by)
    statement = Statement(appeal=proceedings.appeal, by=by, text=text, at=at)
    if attachment:
        _attach(statement, attachment, name)
    statement.save()
    after = {"statement": statement.pk, "attachment": statement.attachment_sha256}
    entry = note(by=by, at=at, action="state in appeal", thing=proceedings.appeal, after=after)
    tell_of_statement(by=by, proceedings=proceedings, at=at, entry=entry)
    return statement


def kind_of_file(content: bytes) -> KindOfFile | None:
    return next((kind for kind in KINDS if content.startswith(kind.begins)), None)


def _attach(statement: Statement, content: bytes, name: str) -> None:
    kind = kind_of_file(content)
    if len(content) > MOST_BYTES:
        raise wrong_field(
            "attachment",
            code="attachment-too-large",
            sentence=_("The file has %(bytes)s bytes.") % {"bytes": whole(len(content))},
            rule=RULE,
            remedy=_("Send one of at most %(most)s bytes.") % {"most": whole(MOST_BYTES)},
        )
    if kind is None:
        raise wrong_field(
            "attachment",
            code="attachment-kind",
            sentence=_("This is neither a PDF nor a picture."),
            rule=RULE,
            remedy=_("Send a PDF, a PNG or a JPEG."),
        )
    statement.attachment_sha256 = hashlib.sha256(content).hexdigest()
    statement.attachment_name = (name.replace("\\", "/").rsplit("/", 1)[-1] or f"file.{kind.ending}")[-120:]
    statement.attachment.save(
        f"{statement.attachment_sha256}.{kind.ending}", ContentFile(content), save=False
    )


def _require_few(appeal: Appeal, by: Person) -> None:
    if appeal.statements.filter(by=by).count() >= MOST_STATEMENTS:
        raise Refusal(
            code="statements-enough",
            sentence=_("You have already written %(most)s statements on this appeal.")
            % {"most": MOST_STATEMENTS},
            rule=RULE,
            remedy=_("The judges read them as they are."),
        )
