"""Drafting, editing, withdrawing and adopting versions of the law: one shape for all three laws.

Invariants: only a draft is edited, and only as it was read (`edit`), so that no saving is lost unseen; an
adoption confirms the very text that was compared; a version begins today or later, unless it is the first
of its law, before which nothing was in force and nothing can have been judged.
Rule section: IV (the authority may amend the rules for sanctioned games); nothing is retroactive.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.services import next_number
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.wording.localised import day
from sanctioning.law.kinds_of_law import Law, kind_of
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.models.versions import RuleSet, Version
from sanctioning.law.notifications import tell_of_law
from sanctioning.law.permissions import may_amend_law
from sanctioning.law.selectors.versions import is_first_of_its_law
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person

SEQUENCES = {"articles": "articles", "fees": "fee-schedule"}
LAW_ACTS: Final = ("adopt", "withdraw")
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@looks_again
def draft_law(
    *,
    by: Person,
    law: type[Law],
    title: str,
    body: Mapping[str, Any],
    first_day: dt.date | None = None,
    slug: str = "",
    format_slug: str = "",
    at: dt.datetime | None = None,
) -> Law:
    """A draft, numbered; a rule set is named by its `slug` and belongs to the game of `format_slug`.

    Raises:
        Refusal: `category-unknown`, `format-missing`, `not-allowed`, `slug-unusable`, `title-missing`.
    """
    at = moment(at)
    require_amender(by, at)
    identity: dict[str, object] = {}
    if law is RuleSet:
        identity = {"slug": _free_slug(slug), "format": _format(format_slug)}
    else:
        identity = {"number": next_number(SEQUENCES[kind_of(law).slug])}
    drafted = law._default_manager.create(
        title=_title(title),
        first_day=first_day,
        body=_checked(law, body),
        drafted_by=by,
        drafted_at=at,
        **identity,
    )
    note(by=by, at=at, action="draft law", thing=drafted, after=_said(drafted))
    return drafted


@transaction.atomic
def edit_law(
    *,
    by: Person,
    version: Law,
    edit: int,
    title: str,
    body: Mapping[str, Any],
    first_day: dt.date | None = None,
    at: dt.datetime | None = None,
) -> Law:
    """Save a draft that was read as of `edit`; refused when somebody saved it meanwhile.

    Raises:
        Refusal: `category-unknown`, `edited-meanwhile`, `not-allowed`, `title-missing`, `…-already`.
    """
    at = moment(at)
    require_amender(by, at)
    locked = _locked(version)
    _require_draft(locked)
    _require_edit(locked, edit)
    before = _said(locked)
    locked.title, locked.first_day, locked.body = _title(title), first_day, _checked(type(version), body)
    locked.edit, locked.edited_by, locked.edited_at = edit + 1, by, at
    locked.save()
    note(by=by, at=at, action="edit law", thing=locked, before=before, after=_said(locked))
    return locked


@transaction.atomic
def withdraw_law(*, by: Person, version: Law, why: str = "", at: dt.datetime | None = None) -> Law:
    """Give a draft up; it stays to be read, with its number.

    Raises:
        Refusal: `not-allowed`, `…-already`.
    """
    at = moment(at)
    require_amender(by, at)
    locked = _locked(version)
    _require_draft(locked)
    locked.withdrawn_by, locked.withdrawn_at = by, at
    locked.save(update_fields=["withdrawn_by", "withdrawn_at"])
    note(by=by, at=at, action="withdraw law", thing=locked, why=why, after={"withdrawn_at": at.isoformat()})
    return locked


@transaction.atomic
def adopt_law(
    *,
    by: Person,
    version: Law,
    first_day: dt.date | None = None,
    edit: int | None = None,
    at: dt.datetime | None = None,
) -> Law:
    """Put a draft in force from its first day; the database keeps it as it is from now on.

    `first_day` is the draft's own unless given; `edit` is the saving that was looked at, any unless given.

    Raises:
        Refusal: `category-unknown`, `edited-meanwhile`, `first-day-missing`, `first-day-over`,
            `first-day-taken`, `not-allowed`, `…-already`.
    """
    at = moment(at)
    require_amender(by, at)
    locked = _locked(version)
    _require_draft(locked)
    if edit is not None:
        _require_edit(locked, edit)
    _checked(type(version), locked.body)
    kind_of(type(version)).require_whole(locked.body)
    locked.first_day = _first_day(locked, first_day or locked.first_day, at)
    locked.adopted_by, locked.adopted_at = by, at
    try:
        with transaction.atomic():
            locked.save(update_fields=["first_day", "adopted_by", "adopted_at"])
    except IntegrityError:
        raise Refusal(
            code="first-day-taken",
            sentence=_("Another version already begins on %(first_day)s.")
            % {"first_day": day(locked.first_day)},
            rule=_("IV: two versions of a law never begin on the same day."),
            remedy=_("Choose another first day."),
        ) from None
    note(
        by=by, at=at, action="adopt law", thing=locked, after={**_said(locked), "adopted_at": at.isoformat()}
    )
    tell_of_law(by=by, at=at, version=locked)
    version.refresh_from_db()
    return version


def require_amender(by: Person, at: dt.datetime) -> None:
    require(
        may_amend_law(by, day_of(at)), what=_("amend the rules"), who=_("the Managing Executor"), rule="IV"
    )


def _locked(version: Law) -> Law:
    return type(version)._default_manager.select_for_update(no_key=True).get(pk=version.pk)


def _first_day(version: Version, first_day: dt.date | None, at: dt.datetime) -> dt.date:
    if first_day is None:
        raise Refusal(
            code="first-day-missing",
            sentence=_("“%(version)s” has no first day yet.") % {"version": version.title},
            rule=_("IV: a version applies from a certain day."),
            remedy=_("Choose the day from which it applies."),
            status=422,
        )
    if first_day < day_of(at) and not is_first_of_its_law(version):
        raise Refusal(
            code="first-day-over",
            sentence=_("“%(version)s” cannot begin on %(first_day)s, because that day has passed.")
            % {"version": version.title, "first_day": day(first_day)},
            rule=_("IV: a version applies from a certain day; nothing is retroactive."),
            remedy=_("Choose today or a later day."),
            status=422,
        )
    return first_day


def _require_draft(version: Version) -> None:
    if version.draft:
        return
    state = "adopted" if version.adopted else "withdrawn"
    adopted = bool(version.adopted)
    raise Refusal(
        code=f"{state}-already",
        sentence=(
            _("“%(version)s” has already been adopted.")
            if adopted
            else _("“%(version)s” has already been withdrawn.")
        )
        % {"version": version.title},
        rule=_("IV: an adopted version is never edited.")
        if adopted
        else _("IV: a withdrawn version is never edited."),
        remedy=_("Draft a new version. You can start from a copy of this one."),
    )


def _require_edit(version: Version, edit: int) -> None:
    if version.edit == edit:
        return
    who = version.edited_by.name if version.edited_by else _("Somebody")
    raise Refusal(
        code="edited-meanwhile",
        sentence=_("%(who)s saved “%(version)s” in the meantime.") % {"who": who, "version": version.title},
        rule=_("Nobody's changes are overwritten without being seen."),
        remedy=_("Compare it with what is saved now, then send yours again."),
        facts={"edit": version.edit},
    )


def _checked(law: type[Version], body: Mapping[str, Any]) -> dict[str, object]:
    """The body, readable, and speaking only of levels and types that there are."""
    kind = kind_of(law)
    kind.check(body)
    pairs = set(kind.pairs(body))
    for model, spoken in (
        (Level, {level for level, _type in pairs}),
        (EventType, {event_type for _level, event_type in pairs}),
    ):
        known = set(model._default_manager.filter(slug__in=spoken).values_list("slug", flat=True))
        if spoken - known:
            unknown = ", ".join(sorted(spoken - known))
            raise Refusal(
                code="category-unknown",
                sentence=(
                    _("There is no level called %(unknown)s.")
                    if model is Level
                    else _("There is no type called %(unknown)s.")
                )
                % {"unknown": unknown},
                rule=_("IV: points depend on the level and type of the game."),
                remedy=_("Add it first, or choose an existing one."),
                status=422,
                facts={"place": unknown},
            )
    return dict(body)


def _title(title: str) -> str:
    if 0 < len(title.strip()) <= 160:
        return title.strip()
    raise Refusal(
        code="title-missing",
        sentence=_("A version has a title of at most 160 characters."),
        rule="IV",
        remedy=_("Give it a title that people will recognise."),
        status=422,
        facts={"place": "title"},
    )


def _free_slug(slug: str) -> str:
    taken = RuleSet.objects.filter(slug=slug).exists()
    if SLUG.fullmatch(slug) and len(slug) <= 60 and not taken:
        return slug
    raise Refusal(
        code="slug-unusable",
        sentence=(
            _("The short name “%(slug)s” is taken.") if taken else _("“%(slug)s” is not a valid short name.")
        )
        % {"slug": slug},
        rule=_("A record names its rules by their short name."),
        remedy=_("Choose another short name, with small letters, digits and hyphens, such as whoopie-2027."),
        status=422,
        facts={"place": "slug"},
    )


def _format(format_slug: str) -> str:
    if SLUG.fullmatch(format_slug):
        return format_slug
    raise Refusal(
        code="format-missing",
        sentence=_("Rules belong to a game."),
        rule="IV",
        remedy=_("Say which, such as whoopie."),
        status=422,
        facts={"place": "format"},
    )


def _said(version: Version) -> dict[str, object]:
    return {
        "title": version.title,
        "first_day": version.first_day.isoformat() if version.first_day else None,
        "edit": version.edit,
    }
