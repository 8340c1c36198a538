"""How the database looks for a word among those that a row is found by (`FoundBy`), in one condition each.

On PostgreSQL an index of trigrams answers; SQLite reads its index of words from end to end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Lookup, Model, Q
from django.db.models.sql.compiler import SQLCompiler

from sanctioning.clubs.models import Club
from sanctioning.identity.found_by import FoundBy

SHORTEST: Final = 3
"""Letters from which on a word may be one of a club, or misspelt."""
SHORTEST_INSIDE: Final = 4
"""A shorter word is sought at the beginning of a word alone, but for digits of a number."""
MOST_CLUBS: Final = 20
"""A word that stands in the names of more tells nobody apart."""
ALIKE: Final = 0.4
"""What share of its trigrams a misspelt word has in common with the one that was meant, at least."""

Sql = tuple[str, tuple[str | int, ...]]


def pattern_of(word: str) -> str:
    """Words are folded, so that none holds a sign that means something here."""
    if len(word) == 1 and word.isdecimal():
        return f"% {word} %"
    inside = SHORTEST if word.isdecimal() else SHORTEST_INSIDE
    return f"% {word}%" if len(word) < inside else f"%{word}%"


def begins_with_letters(word: str) -> bool:
    """Whether an index of trigrams can tell who has it."""
    return len(word) > 1 or word.isdecimal()


@FoundBy.register_lookup
class Holds(Lookup):
    """`found_by__holds="riverside"`: the word is in the row's own words."""

    lookup_name = "holds"
    prepare_rhs = False

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> Sql:
        own, params = self.process_lhs(compiler, connection)
        return f"{own} LIKE %s", (*params, pattern_of(self.rhs))


@FoundBy.register_lookup
class Says(Lookup):
    """`found_by__says="riverside"`: the word is in the row's own words or, where the row is of a club, begins
    one of the club's."""

    lookup_name = "says"
    prepare_rhs = False

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> Sql:
        own, params = self.process_lhs(compiler, connection)
        word, column = self.rhs, _column_of_club(self.lhs.target.model)
        if len(word) < SHORTEST or not column:
            return f"{own} LIKE %s", (*params, pattern_of(word))
        club = f"{compiler.quote_name_unless_alias(self.lhs.alias)}.{column}"
        table = Club._meta.db_table
        clubs = f"SELECT id FROM {table} WHERE found_by LIKE %s ORDER BY name LIMIT {MOST_CLUBS}"
        # An array that is worked out first is what PostgreSQL looks up in the index; of a query it is not.
        among = f"= ANY(ARRAY({clubs}))" if connection.vendor == "postgresql" else f"IN ({clubs})"
        return f"({own} LIKE %s OR {club} {among})", (*params, pattern_of(word), f"% {word}%")


def _column_of_club(model: type[Model]) -> str:
    """Empty where rows are of no club."""
    columns = (field.column for field in model._meta.concrete_fields if field.related_model is Club)
    return next(columns, None) or ""


@FoundBy.register_lookup
class SpeltLike(Lookup):
    """`found_by__spelt_like="barnabi"`: enough trigrams of one word are there."""

    lookup_name = "spelt_like"
    prepare_rhs = False

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> Sql:
        own, _none = self.process_lhs(compiler, connection)
        parts = trigrams(self.rhs)
        counted = " + ".join(f"({own} LIKE %s)" for _part in parts)
        return f"({counted}) >= %s", (*[f"%{part}%" for part in parts], max(1, round(ALIKE * len(parts))))

    def as_postgresql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> Sql:
        """By the operator that the index knows; how alike is said before (`saying_how_alike`)."""
        own, params = self.process_lhs(compiler, connection)
        return f"{own} %%> %s", (*params, self.rhs)


def saying_how_alike() -> None:
    """Within the transaction, on PostgreSQL."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL pg_trgm.word_similarity_threshold = {ALIKE}")


def trigrams(word: str) -> tuple[str, ...]:
    """Of a word with a blank before and after."""
    padded = f" {word} "
    return tuple(padded[start : start + 3] for start in range(len(padded) - 2))


def says_every(words: Sequence[str]) -> Q:
    return Q(*(Q(found_by__says=word) for word in words))


def holds_any(words: Sequence[str]) -> Q:
    return Q(*(Q(found_by__holds=word) for word in words), _connector=Q.OR)


def spelt_like_every(words: Sequence[str]) -> Q:
    return Q(*(Q(found_by__spelt_like=word) for word in words if len(word) >= SHORTEST))
