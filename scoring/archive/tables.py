"""The tables of the archive: which there are, how each value is written, and how it is read back.

Invariants: every table of the site is either here or in `LEFT_OUT`; the same row is the same line whatever
database it comes from.
Terms: column (as the database names it), kind (the plain type of Django's that keeps its values).
"""

from __future__ import annotations

import base64
import datetime as dt
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.db import connection, models
from django.db.models import F, Model
from django.db.models.expressions import ExpressionWrapper

from sanctioning.kit.money import MoneyField

CHUNK: Final = 2000
_RIGHTS: Final = "rights in Django's own administration: an office gives rights here"
DJANGO_OWN: Final = {
    "admin.LogEntry": "what was done in Django's own administration, which is on the trail",
    "contenttypes.ContentType": "the list of tables, which Django makes again",
    "auth.Permission": _RIGHTS,
    "auth.Group": _RIGHTS,
    "auth.Group_permissions": _RIGHTS,
    "sanctioning.Account_groups": _RIGHTS,
    "sanctioning.Account_user_permissions": _RIGHTS,
}
LEFT_OUT: Final = {
    "sessions.Session": "who is signed in at the moment: everybody signs in again",
    "sanctioning.SentKey": "the answers to forms that are sent twice, kept for a day",
    "sanctioning.ClockTick": "when the clock was last heard, which each site writes again",
    "sanctioning.SetUpCode": "the code with which an empty installation is set up",
    "scoring.ExportRun": "files of exports, kept for thirty days",
    "scoring.Practice": "practice events, which count for nothing and are kept in files of their own",
    "scoring.StatusList": "the signed lists of revoked badges, which each site signs again within minutes",
    "sanctioning.Delivery": "messages to webhooks, kept for thirty days",
    "sanctioning.Attempt": "attempts to deliver these messages",
    "sanctioning.TrailPosition": "how far the trail was read for these messages: each site counts again",
    "account.EmailConfirmation": "links that confirm an address for a few days: they are asked for again",
    **DJANGO_OWN,
}
"""What is not in the archive, and why: by the name of the model."""

WITHHELD: Final = {
    "mfa.Authenticator": "second factors",
    "sanctioning.ApiToken": "tokens of programs",
    "sanctioning.ProviderSignIn": "who signs in with an identity provider",
    "sanctioning.Webhook": "addresses that are told what happens, with their secrets",
    "sanctioning.ChannelChoice": "addresses to which somebody has their messages passed on",
    "sanctioning.ClaimCode": "codes with which people take hold of their records",
}
"""Of which there are no rows where the archive is for somebody who only reads it: what opens an account."""
PASSWORD: Final = "password"
NOBODYS_PASSWORD: Final = "!"

WRITTEN: Final[dict[str, Callable[[Any], Any]]] = {
    "DateTimeField": lambda moment: moment.astimezone(dt.UTC).isoformat(),
    "DateField": dt.date.isoformat,
    "DecimalField": str,
    "BinaryField": lambda content: base64.b64encode(content).decode(),
    "UUIDField": str,
}
READ: Final[dict[str, Callable[[Any], Any]]] = {
    "DateTimeField": dt.datetime.fromisoformat,
    "DateField": dt.date.fromisoformat,
    "DecimalField": Decimal,
    "BinaryField": base64.b64decode,
    "UUIDField": UUID,
}
"""The values that JSON has no type of; all others are as JSON has them."""

KINDS: Final[dict[str, models.Field[Any, Any]]] = {
    "DateTimeField": models.DateTimeField(),
    "DateField": models.DateField(),
    "DecimalField": models.DecimalField(max_digits=20, decimal_places=1),
    "BinaryField": models.BinaryField(),
    "UUIDField": models.UUIDField(),
    "JSONField": models.JSONField(),
    "TextField": models.TextField(),
    "CharField": models.CharField(),
    "FileField": models.CharField(),
    "SlugField": models.CharField(),
    "BooleanField": models.BooleanField(),
    "IntegerField": models.IntegerField(),
    "SmallIntegerField": models.IntegerField(),
    "PositiveIntegerField": models.IntegerField(),
    "PositiveSmallIntegerField": models.IntegerField(),
    "AutoField": models.BigIntegerField(),
    "BigIntegerField": models.BigIntegerField(),
    "BigAutoField": models.BigIntegerField(),
    "PositiveBigIntegerField": models.BigIntegerField(),
}


@dataclass(frozen=True)
class ArchiveColumn:
    field: models.Field[Any, Any]

    @property
    def name(self) -> str:
        return str(self.field.column)

    @cached_property
    def type(self) -> str:
        """By name, of the value that is kept: of a reference, that of the row referred to."""
        field = self.field
        while isinstance(field, models.ForeignKey):
            field = field.target_field
        return field.get_internal_type()

    @property
    def refers_to(self) -> ArchiveTable | None:
        related = self.field.related_model
        return ArchiveTable(related) if isinstance(related, type) and issubclass(related, Model) else None

    @property
    def is_money(self) -> bool:
        return isinstance(self.field, MoneyField)

    def asked(self) -> F | ExpressionWrapper[Any]:
        """What is kept, as it is kept: a field of ours would make a thing of it that JSON does not have."""
        own = F(self.field.attname)
        of_django = type(self.field).__module__.startswith("django.") or self.type == "DecimalField"
        return own if of_django else ExpressionWrapper(own, output_field=KINDS[self.type])

    def written(self, value: Any) -> Any:
        """As JSON has it."""
        write = WRITTEN.get(self.type)
        return value if value is None or write is None else write(value)

    def read(self, value: Any) -> Any:
        """As the database takes it, out of JSON."""
        if value is None:
            if self.type == "JSONField" and not self.field.null:
                return connection.ops.adapt_json_value(None, None)
            return None
        read = READ.get(self.type)
        return KINDS[self.type].get_db_prep_save(read(value) if read else value, connection)


@dataclass(frozen=True)
class ArchiveTable:
    model: type[Model]

    @property
    def name(self) -> str:
        return self.model._meta.label_lower

    @property
    def file(self) -> str:
        return f"tables/{self.name}.jsonl"

    @cached_property
    def columns(self) -> tuple[ArchiveColumn, ...]:
        """All but those that the database works out itself."""
        return tuple(
            ArchiveColumn(field) for field in self.model._meta.concrete_fields if not field.generated
        )

    def lines(self, *, passwords: bool = True) -> Iterator[bytes]:
        """A line of JSON a row, by key; memory stays flat. Without `passwords` nobody's is in it."""
        if not passwords and self.model._meta.label in WITHHELD:
            return
        names = [column.name for column in self.columns]
        blank = {PASSWORD: NOBODYS_PASSWORD} if not passwords and PASSWORD in names else {}
        for row in self._rows():
            values = (column.written(value) for column, value in zip(self.columns, row, strict=True))
            yield _line({**dict(zip(names, values, strict=True)), **blank})

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        asked = (column.asked() for column in self.columns)
        rows = self.model._base_manager.order_by("pk").values_list(*asked)
        key = self.model._meta.pk
        if key.get_internal_type() == "CharField":
            # Few rows, which each database would sort in its own way.
            place = [column.field for column in self.columns].index(key)
            return iter(sorted(rows, key=lambda row: str(row[place])))
        return rows.iterator(chunk_size=CHUNK)

    def row_of(self, line: bytes) -> list[Any]:
        """The values of a line in the order of the columns, as the database takes them."""
        values = json.loads(line)
        return [column.read(values[column.name]) for column in self.columns]


def _line(row: dict[str, object]) -> bytes:
    # Sorted all the way down: PostgreSQL keeps the keys of a document in an order of its own.
    text = json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return f"{text}\n".encode()


@cache
def tables() -> tuple[ArchiveTable, ...]:
    """All that are in an archive, by name."""
    every = apps.get_models(include_auto_created=True)
    kept = (ArchiveTable(model) for model in every if model._meta.label not in LEFT_OUT)
    return tuple(sorted(kept, key=lambda table: table.name))
