"""The site's compiler writes every statement as Django's own does, on either database."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any
from weakref import ref

import pytest
from django.apps import apps
from django.db import connection
from django.db.backends.postgresql import compiler as of_postgresql
from django.db.models import Count, Exists, F, ForeignKey, OuterRef, Q, QuerySet
from django.db.models.sql import compiler as of_django

from sanctioning.identity.same_person import rows_of
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.games.models import Game, GamePlayer
from tournaments.tables.models.stay import Stay

pytestmark = pytest.mark.both_databases

DJANGOS = of_postgresql if connection.vendor == "postgresql" else of_django
ASKED: dict[str, Callable[[], Any]] = {
    "an order through relations": lambda: Stay.objects.order_by("player__person__family_name", "-since"),
    "an order against the model's": lambda: Person.objects.reverse(),
    "no order": lambda: Person.objects.order_by(),
    "at random": lambda: Person.objects.order_by("?"),
    "an expression": lambda: Event.objects.order_by(F("ends_at").desc(nulls_last=True), "id"),
    "an expression of what is selected": lambda: Event.objects.order_by(F("name").asc()),
    "an expression among values": lambda: Event.objects.values("name").order_by(F("name").desc()),
    "a counted column": lambda: Event.objects.annotate(held=Count("games")).order_by("-held", "name"),
    "a name for a column": lambda: Event.objects.values(called=F("name")).order_by("called"),
    "values and their order": lambda: Event.objects.values_list("name", "slug").order_by("slug"),
    "one of each": lambda: Event.objects.values("club").distinct().order_by("club__name"),
    "two sets": lambda: (
        Person.objects.order_by()
        .filter(pk=1)
        .union(Person.objects.order_by().filter(pk=2))
        .order_by("number")
    ),
    "the same table twice": lambda: GamePlayer.objects.select_related("person__merged_into__home_club"),
    "the rows of a person": lambda: Appointment.objects.filter(person__in=rows_of(Person(pk=1))),
    "a question about the row outside": lambda: Game.objects.filter(
        Exists(GamePlayer.objects.filter(game=OuterRef("pk"), person__number=OuterRef("event__name")))
    ),
    "the same table inside": lambda: Person.objects.filter(
        Exists(Person.objects.filter(merged_into=OuterRef("pk"), number=OuterRef("number")))
    ),
    "either of two": lambda: Event.objects.exclude(Q(games__number=1) | Q(club__name="A")).order_by("name"),
    "a column of the caller": lambda: Event.objects.extra(select={"name": "1"}).order_by("name"),
    "an order of the caller": lambda: Event.objects.extra(order_by=["tournaments_event.name"]),
    "held for a change": lambda: Game.objects.select_for_update(of=("self",)).select_related("event"),
}


def written_by(module: ModuleType, rows: QuerySet[Any]) -> tuple[object, ...]:
    """The statement, and each one inside it, by the compiler of that module; and how its rows are read."""
    setattr(connection.ops, "_cache", module)  # noqa: B010
    compiler = rows.query.chain().get_compiler("default")
    assert type(compiler) is module.SQLCompiler
    statement = compiler.as_sql()
    converters = compiler.get_converters([column for column, _, _ in compiler.select])
    read = {
        position: ([converter.__qualname__ for converter in field_converters], column)
        for position, (field_converters, column) in converters.items()
    }
    return statement, read, kinds_of(compiler.klass_info or {}), compiler.annotation_col_map


def kinds_of(rows: dict[str, Any]) -> tuple[object, ...]:
    """What each column of a row belongs to, without what sets it, which is made for each statement."""
    related = [kinds_of(kind) for kind in rows.get("related_klass_infos", ())]
    return rows.get("model"), rows.get("field"), rows.get("select_fields"), related


def both(rows: Callable[[], Any]) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """As the site writes it and as Django does."""
    own = import_module(connection.ops.compiler_module)
    try:
        return written_by(own, rows()), written_by(DJANGOS, rows())
    finally:
        setattr(connection.ops, "_cache", own)  # noqa: B010


def whole_tables() -> Iterator[QuerySet[Any]]:
    """Every table in the order of its model, alone and with all that it refers to."""
    for model in apps.get_models():
        rows = model._default_manager.all()
        yield rows
        yield rows.order_by("pk")
        if related := [field.name for field in model._meta.fields if isinstance(field, ForeignKey)]:
            yield rows.select_related(*related)


@pytest.mark.django_db
class TestStatements:
    @pytest.mark.parametrize("asked", ASKED)
    def test_what_is_asked_in_many_ways(self, asked: str) -> None:
        own, djangos = both(ASKED[asked])
        assert own == djangos

    def test_the_site_has_a_compiler_of_its_own(self) -> None:
        assert import_module(connection.ops.compiler_module).__name__.startswith("config.database")

    def test_a_connection_that_is_closed_leaves_nothing(self) -> None:
        opened = connection.copy()
        compiler = Person.objects.all().query.get_compiler(connection=opened)
        compiler.as_sql()
        assert compiler.get_converters([column for column, _, _ in compiler.select]) is not None
        kept = ref(opened.ops)
        del compiler, opened
        gc.collect()
        assert kept() is None

    def test_no_table_is_the_child_of_another(self) -> None:
        """Of those the site's compiler would say the columns twice."""
        assert [model for model in apps.get_models() if model._meta.parents and not model._meta.proxy] == []

    def test_every_table_alone_and_with_what_it_refers_to(self) -> None:
        tables = list(whole_tables())
        assert len(tables) > 200
        for rows in tables:
            own, djangos = both(rows.all)
            assert own == djangos
