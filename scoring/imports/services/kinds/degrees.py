"""Degrees held before, with the day from which; the points that bear them are brought forward first."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from rules_engine.card_games import WHOOPIE
from rules_engine.points.degrees import DEGREES
from sanctioning.identity.same_person import identity_id
from sanctioning.kit.wording.localised import lazily as _
from sanctioning.people.models.person import Person
from scoring.degree_names import NOVICE_NAME, RANKS, rank_of
from scoring.degrees.selectors.recording_forecast import held_by
from scoring.degrees.services.brought_forward import take_degrees_back
from scoring.imports.columns import ImportColumn, Wrong, past_day
from scoring.imports.models import Import, ImportRow
from scoring.imports.people_index import name_people
from scoring.imports.services.kinds.kind import Draft, ImportCheck, ImportKind, Outcome, Rows, Writing
from scoring.imports.services.kinds.people import WHO
from scoring.imports.services.kinds.points import CARD_GAME
from scoring.recordings.models import DegreeHeld


def degree(text: str, days: str) -> str:
    """A degree by its name, also in full, as “Master of Whoopie”."""
    named = text.casefold().partition(" of ")[0].strip()
    for known in RANKS:
        if known.casefold() == named:
            return known
    raise Wrong("degree-unknown", text=text, known=", ".join(RANKS))


class Degrees(ImportKind):
    slug = "degrees"
    label = _("Degrees held")
    help = _("Who has held which degree, and since when. Bring the points forward first.")
    cited = True
    names_people = True
    columns = (
        *WHO,
        CARD_GAME,
        ImportColumn(
            name="degree",
            label=_("Degree"),
            aliases=("title", "Grad", "Titel"),
            help=_("From Novice to Champion."),
            example="Master",
            required=True,
            read=degree,
        ),
        ImportColumn(
            name="since",
            label=_("Held since"),
            aliases=("from", "date", "since", "seit", "Datum"),
            help=_("Empty means the day of the document."),
            example="2019-05-31",
            read=past_day,
        ),
    )

    def judge(self, check: ImportCheck, drafts: Sequence[Draft]) -> None:
        name_people(check, drafts)
        for game in {draft.values.setdefault("card_game", WHOOPIE.slug) for draft in drafts}:
            _judge_of(check, game, [draft for draft in drafts if draft.values["card_game"] == game])

    def write(self, writing: Writing, rows: Sequence[ImportRow]) -> None:
        for row in rows:
            name, day = row.values["degree"], dt.date.fromisoformat(_since(writing.importing, row.values))
            known: dict[str, Any] = {
                "person_id": row.person_id,
                "card_game": row.values["card_game"],
                "degree": name,
                "until": None,
            }
            if dated := row.values.get("dated"):
                of_points = DegreeHeld.objects.filter(**known, brought_forward=dated["row"])
                of_points.update(since=day, brought_forward=row)
            else:
                given = {"rank": rank_of(name), "since": day, "brought_forward": row}
                DegreeHeld.objects.get_or_create(**known, defaults=given)

    def take_back(self, writing: Writing, rows: Rows, why: str) -> None:
        for row in rows.filter(values__dated__isnull=False):
            dated = row.values["dated"]
            DegreeHeld.objects.filter(brought_forward=row).update(
                since=dt.date.fromisoformat(dated["since"]), brought_forward=dated["row"]
            )
        take_degrees_back(by=writing.by, at=writing.at, rows=rows, why=why)

    def remark(self, values: Mapping[str, Any]) -> str:
        return gettext("held already, from this day on") if values.get("dated") else ""


def _judge_of(check: ImportCheck, game: str, drafts: Sequence[Draft]) -> None:
    keys = [draft.person_id for draft in drafts if draft.person_id]
    people = list(Person.objects.filter(pk__in=keys).select_related("merged_into"))
    held = held_by(people, game)
    standing: defaultdict[int, dict[int, DegreeHeld]] = defaultdict(dict)
    held_now = DegreeHeld.objects.filter(person__in=keys, card_game=game, until=None)
    for degree_held in held_now.select_related("brought_forward__of"):
        standing[degree_held.person_id][degree_held.rank] = degree_held
    for draft in drafts:
        if draft.person_id is None or draft.faults:
            continue
        person = next(person for person in people if person.pk == draft.person_id)
        named, of_person = DEGREES[rank_of(draft.values["degree"])], held[identity_id(person)]
        line_key = ("degree", draft.person_id, game, named.name)
        if before := check.line_before(line_key, draft.number):
            draft.wrong("degree", "twice-in-file", line=before)
        elif there := standing[draft.person_id].get(rank_of(named.name)):
            _judge_held(check, draft, there, standing[draft.person_id])
        elif named.name != NOVICE_NAME and (of_person.total < named.points or of_person.blue < named.blue):
            draft.wrong(
                "degree",
                "degree-not-borne",
                degree=named.name,
                points=f"{named.points:.1f}",
                blue=f"{named.blue:.1f}",
                held=f"{of_person.total:.1f}",
                held_blue=f"{of_person.blue:.1f}",
            )
        else:
            _judge_day(check, draft, standing[draft.person_id])


def _judge_held(
    check: ImportCheck, draft: Draft, held: DegreeHeld, standing: Mapping[int, DegreeHeld]
) -> None:
    """A degree that came with points has the day of their document until a file gives the real one."""
    brought, since = held.brought_forward, draft.values.get("since")
    if brought is None or brought.of.kind == Degrees.slug or since in (None, held.since.isoformat()):
        draft.outcome = Outcome.SAME
        return
    draft.values["dated"] = {"row": brought.pk, "since": held.since.isoformat()}
    _judge_day(check, draft, standing)


def _judge_day(check: ImportCheck, draft: Draft, standing: Mapping[int, DegreeHeld]) -> None:
    """Nobody reaches a degree after a higher one, whichever of the two comes first in the file."""
    rank, since = rank_of(draft.values["degree"]), _since(check.importing, draft.values)
    in_file = check.degree_days[draft.person_id or 0, draft.values["card_game"]]
    before = {higher: held.since.isoformat() for higher, held in standing.items() if higher > rank}
    reached = before | in_file
    for other, day in sorted(reached.items()):
        (lower, lower_day), (higher, higher_day) = sorted([(rank, since), (other, day)])
        if lower_day > higher_day:
            draft.wrong(
                "since",
                "degree-after-higher",
                degree=DEGREES[lower].name,
                day=lower_day,
                higher=DEGREES[higher].name,
                higher_day=higher_day,
            )
            return
    in_file[rank] = since


def _since(importing: Import, values: Mapping[str, Any]) -> str:
    return str(values.get("since") or importing.source_day)
