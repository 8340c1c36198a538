"""Bars: imposed with a reach and a reason, lifted with a reason, asked wherever somebody wishes to play.

Rule section: III (penalties), IV (discipline); readings 57, 58 and 60.
Invariant: who holds entries is told of a bar in the same transaction (`hooks.BAR_IMPOSED`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.justice.bar_reach import EVERYTHING, Occasion, Target, in_the_way
from sanctioning.bars.models import Bar
from sanctioning.bars.permissions import may_bar
from sanctioning.hooks import BAR_IMPOSED
from sanctioning.identity.same_person import identity_id, rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal, wrong_field
from sanctioning.kit.wording.localised import day
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person

RULE = "III/Penalties"


@transaction.atomic
def impose_bar(
    *,
    by: Person,
    person: Person,
    reach: Iterable[Target],
    first_day: dt.date,
    last_day: dt.date | None,
    why: str,
    at: dt.datetime | None = None,
) -> Bar:
    """Bar a person from what the targets take in, both days included; without a last day until lifted.

    Raises:
        Refusal: `bar-unreadable`, `not-allowed`.
    """
    at = moment(at)
    _require_may(by, at)
    return put_bar(by=by, person=person, reach=reach, first_day=first_day, last_day=last_day, why=why, at=at)


@transaction.atomic
def put_bar(
    *,
    by: Person,
    person: Person,
    reach: Iterable[Target],
    first_day: dt.date,
    last_day: dt.date | None,
    why: str,
    at: dt.datetime,
) -> Bar:
    """The same for an act that asked for its own right: a carried vote, a decision in a case.

    Raises:
        Refusal: `bar-unreadable`.
    """
    targets = list(dict.fromkeys(reach))
    _check(targets, first_day, last_day, why)
    bar = Bar.objects.create(
        person=person,
        first_day=first_day,
        last_day=last_day,
        reach=[target._asdict() for target in targets],
        why=why.strip(),
        imposed_by=by,
        imposed_at=at,
    )
    after = {"person": person.number, "reach": bar.reach, "from": str(first_day), "to": str(last_day or "")}
    note(by=by, at=at, action="impose bar", thing=bar, why=why, after=after)
    for tell_of in BAR_IMPOSED.values():
        tell_of(bar, at)
    return bar


@transaction.atomic
def lift_bar(*, by: Person, bar: Bar, why: str, at: dt.datetime | None = None) -> Bar:
    """Lift a bar before its last day.

    Raises:
        Refusal: `bar-lifted`, `bar-unreadable`, `not-allowed`.
    """
    at = moment(at)
    _require_may(by, at)
    return take_bar_away(by=by, bar=bar, why=why, at=at)


@transaction.atomic
def take_bar_away(*, by: Person, bar: Bar, why: str, at: dt.datetime) -> Bar:
    """The same for an act that asked for its own right: a final decision on appeal.

    Raises:
        Refusal: `bar-lifted`, `bar-unreadable`.
    """
    bar = Bar.objects.select_for_update(no_key=True).get(pk=bar.pk)
    if bar.lifted_at is not None:
        raise Refusal(
            code="bar-lifted",
            sentence=_("The bar of %(person)s has already been lifted.") % {"person": bar.person.name},
            rule=RULE,
            remedy=_("There is nothing to do."),
        )
    if not why.strip():
        raise _wrong("why", _("Lifting the bar needs a reason."), _("Write down why it is lifted."))
    bar.lifted_by, bar.lifted_at, bar.lifted_for = by, at, why.strip()
    bar.save(update_fields=["lifted_by", "lifted_at", "lifted_for"])
    note(by=by, at=at, action="lift bar", thing=bar, why=why, after={"person": bar.person.number})
    return bar


def bars_on(people: Iterable[Person], day: dt.date, occasion: Occasion) -> dict[int, Bar]:
    """Of these people, by key, the bars that keep them from the occasion. One query."""
    running = Bar.objects.on(day).filter(person__in=rows_of(*people)).select_related("person")
    return {
        identity_id(bar.person): bar for bar in reversed(running) if in_the_way(targets_of(bar), occasion)
    }


def targets_of(bar: Bar) -> list[Target]:
    return [Target(**target) for target in bar.reach]


def refuse_barred(bar: Bar, from_what: str) -> Refusal:
    """The refusal that entries and seating give; with the reason, which the barred person may know."""
    sentence = (
        _("%(person)s is barred from %(from_what)s until %(last_day)s: %(why)s")
        if bar.last_day
        else _("%(person)s is barred from %(from_what)s until the bar is lifted: %(why)s")
    )
    facts = {"person": bar.person.name, "from_what": from_what, "last_day": day(bar.last_day), "why": bar.why}
    return Refusal(
        code="barred",
        sentence=sentence % facts,
        rule=RULE,
        remedy=_("Ask the Managing Executor to lift the bar, or wait until it is over."),
        facts={"bar": bar.pk, "person": bar.person.number},
    )


def _require_may(by: Person, at: dt.datetime) -> None:
    require(may_bar(by, day_of(at)), what=_("bar players"), who=_("the Managing Executor"), rule="IV")


def _check(targets: list[Target], first_day: dt.date, last_day: dt.date | None, why: str) -> None:
    if not why.strip():
        raise _wrong("why", _("The bar needs a reason."), _("Write down what it is imposed for."))
    if not targets:
        raise _wrong("reach", _("The bar does not cover anything."), _("Say what the person is barred from."))
    if any((target.kind == EVERYTHING) == bool(target.id) for target in targets):
        raise _wrong("reach", _("The bar does not say which one."), _("Name the club, level, event or game."))
    if last_day is not None and last_day < first_day:
        raise _wrong("last_day", _("The bar would end before it begins."), _("Check both days."))


def _wrong(field: str, sentence: str, remedy: str) -> Refusal:
    return wrong_field(field, code="bar-unreadable", sentence=sentence, rule=RULE, remedy=remedy)
