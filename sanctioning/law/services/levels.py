"""Levels and types of sanctions: added, renamed, retired and brought back.

Invariant: what a level is never changes (`sanctioning.law.models.levels`); what was sanctioned at a level or
type keeps it when it is retired.
Rule section: IV ("present levels include"); reading 64.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import TypeVar

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import visible
from sanctioning.law.models.levels import Category, EventType, Level
from sanctioning.law.services.versions import require_amender
from sanctioning.people.models.person import Person

Kind = TypeVar("Kind", bound=Category)
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@looks_again
def add_level(
    *,
    by: Person,
    slug: str,
    name: str,
    order: int | None = None,
    restricted: bool = False,
    playoff: bool = False,
    special_event: bool = False,
    at: dt.datetime | None = None,
) -> Level:
    """A level, with what it is for good; it comes last unless `order` says otherwise.

    Raises:
        Refusal: `category-unusable`, `name-invisible`, `not-allowed`.
    """
    return _add(
        Level,
        by,
        slug,
        name,
        order,
        moment(at),
        restricted=restricted,
        playoff=playoff,
        special_event=special_event,
    )


@looks_again
def add_type(
    *, by: Person, slug: str, name: str, order: int | None = None, at: dt.datetime | None = None
) -> EventType:
    """Add a type of event.

    Raises:
        Refusal: `category-unusable`, `name-invisible`, `not-allowed`.
    """
    return _add(EventType, by, slug, name, order, moment(at))


@looks_again
def rename_category(*, by: Person, category: Kind, name: str, at: dt.datetime | None = None) -> Kind:
    """Call a level or type otherwise; papers that were printed keep the name they carry.

    Raises:
        Refusal: `category-unusable`, `name-invisible`, `not-allowed`.
    """
    at = moment(at)
    require_amender(by, at)
    model, name = type(category), visible(name, "name")
    locked = model._default_manager.select_for_update(no_key=True).get(pk=category.pk)
    _require_free(model, name=name, besides=locked.pk)
    before, locked.name = locked.name, name
    locked.save(update_fields=["name"])
    note(by=by, at=at, action="rename category", thing=locked, before={"name": before}, after={"name": name})
    return locked


@transaction.atomic
def retire_category(*, by: Person, category: Kind, at: dt.datetime | None = None) -> Kind:
    """From today nobody applies for it; drafts of applications at it cannot be sent in.

    Raises:
        Refusal: `category-state`, `not-allowed`.
    """
    at = moment(at)
    return _retired(by, category, day_of(at), at)


@transaction.atomic
def bring_back_category(*, by: Person, category: Kind, at: dt.datetime | None = None) -> Kind:
    """Bring a retired level or type back into use.

    Raises:
        Refusal: `category-state`, `not-allowed`.
    """
    return _retired(by, category, None, moment(at))


def _retired(by: Person, category: Kind, day: dt.date | None, at: dt.datetime) -> Kind:
    require_amender(by, at)
    locked = type(category)._default_manager.select_for_update(no_key=True).get(pk=category.pk)
    if (locked.retired_on is None) == (day is None):
        raise Refusal(
            code="category-state",
            sentence=(
                _("“%(name)s” is already retired.")
                if locked.retired_on
                else _("“%(name)s” is already in use.")
            )
            % {"name": locked.name},
            rule="IV",
            remedy=_("Look at the list as it is now."),
        )
    before, locked.retired_on = locked.retired_on, day
    locked.save(update_fields=["retired_on"])
    note(
        by=by,
        at=at,
        action="retire category" if day else "bring back category",
        thing=locked,
        before={"retired_on": before.isoformat() if before else None},
        after={"retired_on": day.isoformat() if day else None},
    )
    return locked


def _add(
    model: type[Kind],
    by: Person,
    slug: str,
    name: str,
    order: int | None,
    at: dt.datetime,
    **properties: bool,
) -> Kind:
    require_amender(by, at)
    name = visible(name, "name")
    if not SLUG.fullmatch(slug) or len(slug) > 40:
        raise _unusable(_("“%(slug)s” is not a valid short name.") % {"slug": slug}, "slug")
    _require_free(model, name=name)
    if model._default_manager.filter(slug=slug).exists():
        raise _unusable(_("The short name “%(slug)s” is taken.") % {"slug": slug}, "slug")
    if order is None:
        order = 1 + (model._default_manager.aggregate(last=Max("order"))["last"] or 0)
    added = model._default_manager.create(slug=slug, name=name, order=order, **properties)
    after: dict[str, object] = {"slug": slug, "name": name, **properties}
    note(by=by, at=at, action="add level" if model is Level else "add type", thing=added, after=after)
    return added


def _require_free(model: type[Category], *, name: str, besides: int = 0) -> None:
    if not 0 < len(name) <= 80:
        raise _unusable(_("It needs a name of at most 80 characters."), "name")
    if model._default_manager.filter(name=name).exclude(pk=besides).exists():
        raise _unusable(_("The name “%(name)s” is taken.") % {"name": name}, "name")


def _unusable(sentence: str, place: str) -> Refusal:
    return Refusal(
        code="category-unusable",
        sentence=sentence,
        rule=_("IV: points depend on the level and type of the game."),
        remedy=_(
            "Choose another. A short name consists of small letters, digits and hyphens, such as open-pairs."
        ),
        status=422,
        facts={"place": place},
    )
