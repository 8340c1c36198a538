"""Importing clubs: approved as they are written, since the Managing Executor decides on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.text import slugify

from sanctioning.clubs.models import Club
from sanctioning.identity.likeness import folded
from sanctioning.kit.sequences.services import reserve
from sanctioning.kit.wording.localised import lazily as _
from scoring.imports.columns import ImportColumn, name_of
from scoring.imports.models import Import, ImportRow
from scoring.imports.references import who_refers
from scoring.imports.services.kinds.kind import Draft, ImportCheck, ImportKind, Outcome, Rows, Writing

LONGEST: Final = 120
LONGEST_SLUG: Final = 60


class Clubs(ImportKind):
    slug = "clubs"
    label = _("Clubs")
    help = _("Clubs with their places. The import approves them; import their officers afterwards.")
    columns = (
        ImportColumn(
            name="name",
            label=_("Name"),
            aliases=("club", "club name", "Verein", "Vereinsname"),
            help=_("In full, as printed in rosters."),
            example="Arden Whoopie Club",
            required=True,
            read=name_of(LONGEST),
        ),
        ImportColumn(
            name="place",
            label=_("Place"),
            aliases=("town", "city", "Ort", "Stadt"),
            help=_("Where it plays."),
            example="Arden",
            read=name_of(LONGEST),
        ),
    )

    def judge(self, check: ImportCheck, drafts: Sequence[Draft]) -> None:
        for draft in drafts:
            name = draft.values["name"]
            draft.club_id = check.clubs.get(folded(name))
            if before := check.line_before(("club", folded(name)), draft.number):
                draft.wrong("name", "name-taken", text=name, line=before)
            elif draft.club_id is not None:
                draft.outcome = Outcome.SAME

    def write(self, writing: Writing, rows: Sequence[ImportRow]) -> None:
        numbers = reserve("club", len(rows))
        taken = set(Club.objects.values_list("slug", flat=True))
        for sequence, row in zip(numbers, rows, strict=True):
            slug = _slug(row.values["name"], sequence, taken)
            taken.add(slug)
            row.club = Club.objects.create(
                number=sequence,
                name=row.values["name"],
                slug=slug,
                place=row.values.get("place", ""),
                state=Club.State.APPROVED,
                registered_at=writing.at,
                registered_by=writing.by,
                approved_at=writing.at,
            )

    def referring(self, importing: Import, rows: Rows) -> list[str]:
        through, clubs = Club.officers_to_be.through, rows.values("club")
        named = who_refers(Club, clubs, but=(ImportRow, through))
        others = ImportRow.objects.filter(club__in=clubs, of__state=Import.State.WRITTEN).exclude(
            of=importing
        )
        return named + sorted(
            f"{other}" for other in others.values_list("of__name", flat=True).distinct()[:5]
        )

    def take_back(self, writing: Writing, rows: Rows, why: str) -> None:
        keys = list(rows.values_list("club", flat=True))
        ImportRow.objects.filter(club__in=keys).update(club=None)
        Club.objects.filter(pk__in=keys).delete()


def _slug(name: str, sequence: int, taken: set[str]) -> str:
    slug = slugify(name)[:LONGEST_SLUG].strip("-") or f"club-{sequence}"
    return slug if slug not in taken else f"{slug[:50]}-{sequence}"
