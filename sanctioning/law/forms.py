"""The form of a version of the law: a body shown as fields and tables, and read back as it was typed.

Purpose: whoever amends types figures into tables and never JSON. Reading never refuses: what cannot be
read goes into the body as it was typed, the service's check names its place, and the form shows it there.
Terms: place (where a check found fault, such as `scales/open/club-game/points/8-10`), base (the saved body,
of which what the form does not show is kept), pair (a level and a type).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.translation import gettext as _

from rules_engine.points.awards import PAID_PLACES
from sanctioning.kit.typed_decimals import as_typed_here, read_decimal
from sanctioning.kit.wording import citations
from sanctioning.law.fee_schedules import KINDS
from sanctioning.law.kinds_of_law import FEES, SCALES, Body, CategoryNames, LawKind, band_in_words
from sanctioning.law.provisions import DAYS, PROVISIONS, ChoiceProvision, NamesProvision, Provision, YesNo

Pairs = Sequence[tuple[str, str]]
TypedScale = dict[str, dict[str, list[str]]]
"""By colour and size of the table the points of each paid place, as they are typed."""
SPARE_AMENDMENTS: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class LawField:
    """`options` are (value, words) where one is chosen; `lines` for a text of several lines."""

    name: str
    label: str
    value: str
    help: str = ""
    options: tuple[tuple[str, str], ...] = ()
    lines: int = 0
    wrong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LawRow:
    title: str
    cells: tuple[LawField | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LawTable:
    title: str
    columns: tuple[str, ...]
    rows: tuple[LawRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    title: str
    fields: tuple[LawField, ...] = ()
    tables: tuple[LawTable, ...] = ()


def form_of(
    kind: LawKind, body: Body, names: CategoryNames, open_pairs: Pairs, wrong: str = ""
) -> tuple[Group, ...]:
    """The groups of the form, filled from a body; `wrong` is the place where a check found fault."""
    pairs = _pairs(kind, body, open_pairs)
    if kind.slug == "articles":
        groups = [*_provisions(body, wrong), _scales(body, names, pairs, wrong)]
    elif kind.slug == "fees":
        groups = [_fees(body, names, pairs, wrong)]
    else:
        groups = [_rules(body, wrong)]
    note = LawField(
        name="note", label=_("Note"), value=str(body.get("note", "")), lines=2, wrong=wrong == "note"
    )
    return (*groups, Group(title=_("Note"), fields=(note,)))


def body_from(kind: LawKind, typed: Mapping[str, str], base: Body, open_pairs: Pairs) -> dict[str, object]:
    """The body that was typed into the form, over what of the base the form does not show."""
    pairs = _pairs(kind, base, open_pairs)
    body = {**base, "note": typed.get("note", "").strip()}
    if not body["note"]:
        del body["note"]
    if kind.slug == "articles":
        for provision in PROVISIONS:
            body[provision.name] = provision.kind.typed(typed.get(provision.name, ""))
        body["scales"] = _typed_scales(typed, pairs)
    elif kind.slug == "fees":
        body |= {sort: _typed_fees(typed, sort, pairs) for sort in KINDS}
    else:
        body["sections"] = [
            section.strip() for section in typed.get("sections", "").split(",") if section.strip()
        ]
        body["amendments"] = list(_typed_amendments(typed))
    return body


def _pairs(kind: LawKind, body: Body, open_pairs: Pairs) -> Pairs:
    """What may be applied for, then what the body speaks of besides."""
    return list(dict.fromkeys([*open_pairs, *kind.pairs(body)]))


def _provisions(body: Body, wrong: str) -> list[Group]:
    groups: dict[str, list[LawField]] = {}
    for provision in PROVISIONS:
        groups.setdefault(provision.part, []).append(_provision(provision, body, wrong))
    return [Group(title=part, fields=tuple(fields)) for part, fields in groups.items()]


def _provision(provision: Provision, body: Body, wrong: str) -> LawField:
    value = body.get(provision.name, provision.default)
    options: tuple[tuple[str, str], ...] = ()
    if isinstance(provision.kind, ChoiceProvision):
        options = tuple(provision.kind.options.items())
    elif isinstance(provision.kind, YesNo):
        options = (("yes", provision.kind.yes), ("no", provision.kind.no))
        value = {True: "yes", False: "no"}.get(value, value)
    lines = isinstance(provision.kind, NamesProvision)
    measured = _("In days.") if provision.kind is DAYS else ""
    rule = _("Rule: %(rule)s.") % {"rule": citations.in_words(provision.rule)}
    return LawField(
        name=provision.name,
        label=provision.title,
        value="\n".join(value) if isinstance(value, list) else str(value),
        help=" ".join(filter(None, (measured, str(provision.help), rule))),
        options=options,
        lines=4 if lines else 0,
        wrong=wrong == provision.name,
    )


def _scales(body: Body, names: CategoryNames, pairs: Pairs, wrong: str) -> Group:
    most = max(PAID_PLACES.values())
    ordinals = [ordinal(place) for place in range(1, most + 1)]
    columns = (
        *(_("%(ordinal)s place") % {"ordinal": nth} for nth in ordinals),
        *(_("%(ordinal)s, blue") % {"ordinal": nth} for nth in ordinals),
    )
    tables = []
    for level, event_type in pairs:
        scale = body.get("scales", {}).get(level, {}).get(event_type, {})
        rows = []
        for band, paid in PAID_PLACES.items():
            cells: list[LawField | None] = []
            for colour in ("points", "blue"):
                place = f"scales/{level}/{event_type}/{colour}/{band}"
                texts = list(scale.get(colour, {}).get(band, []))
                for index in range(most):
                    name = f"{place}/{index + 1}"
                    label = _("%(pair)s, %(band)s players, %(place)s place") % {
                        "pair": names.pair(level, event_type),
                        "band": band,
                        "place": ordinals[index],
                    }
                    value = as_typed_here(str(texts[index])) if index < len(texts) else ""
                    cell_label = label if colour == "points" else _("%(label)s, blue") % {"label": label}
                    cell = LawField(name=name, label=cell_label, value=value, wrong=wrong == place)
                    cells.append(cell if index < paid else None)
            rows.append(
                LawRow(
                    title=_("%(band)s players") % {"band": band_in_words(band)},
                    cells=tuple(cells),
                )
            )
        tables.append(LawTable(title=names.pair(level, event_type), columns=columns, rows=tuple(rows)))
    return Group(title=str(SCALES), tables=tuple(tables))


def _fees(body: Body, names: CategoryNames, pairs: Pairs, wrong: str) -> Group:
    tables = []
    for sort in KINDS:
        rows = []
        for level in dict.fromkeys(level for level, _type in pairs):
            cells = []
            for event_type in dict.fromkeys(event_type for _level, event_type in pairs):
                place = f"{sort}/{level}/{event_type}"
                value = as_typed_here(str(body.get(sort, {}).get(level, {}).get(event_type, "")))
                label = f"{FEES[sort]}, {names.pair(level, event_type)}"
                cells.append(LawField(name=place, label=label, value=value, wrong=wrong == place))
            rows.append(LawRow(title=names.levels.get(level, level), cells=tuple(cells)))
        columns = tuple(
            names.types.get(event_type, event_type)
            for event_type in dict.fromkeys(event_type for _level, event_type in pairs)
        )
        tables.append(LawTable(title=FEES[sort], columns=columns, rows=tuple(rows)))
    return Group(title=_("Fees"), tables=tuple(tables))


def _rules(body: Body, wrong: str) -> Group:
    sections = LawField(
        name="sections",
        label=_("Sections of these rules"),
        value=", ".join(map(str, body.get("sections", []))),
        help=_("Separated by commas: I, II, III, IV."),
        wrong=wrong.startswith("sections"),
    )
    fields = [sections]
    amendments = [*body.get("amendments", []), *[{"section": "", "text": ""}] * SPARE_AMENDMENTS]
    for number, amendment in enumerate(amendments, start=1):
        bad = wrong == f"amendments/{number}"
        label = _("Amendment %(number)s") % {"number": number}
        fields.append(
            LawField(
                name=f"section-{number}",
                label=_("%(label)s: section") % {"label": label},
                value=amendment["section"],
                wrong=bad,
            )
        )
        fields.append(
            LawField(
                name=f"text-{number}",
                label=_("%(label)s: its wording") % {"label": label},
                value=amendment["text"],
                lines=4,
                wrong=bad,
            )
        )
    return Group(title=_("Rules"), fields=tuple(fields))


def _typed_scales(typed: Mapping[str, str], pairs: Pairs) -> dict[str, dict[str, TypedScale]]:
    scales: dict[str, dict[str, TypedScale]] = {}
    for level, event_type in pairs:
        scale: TypedScale = {"points": {}, "blue": {}}
        for colour, rows in scale.items():
            for band, paid in PAID_PLACES.items():
                place = f"scales/{level}/{event_type}/{colour}/{band}"
                row = _without_end([_kept(typed.get(f"{place}/{index + 1}", ""), 1) for index in range(paid)])
                if row or colour == "points":
                    rows[band] = row
        if any(any(rows.values()) for rows in scale.values()):
            scales.setdefault(level, {})[event_type] = scale
    return scales


def _without_end(texts: Sequence[str]) -> list[str]:
    """The row up to its last figure; a gap before it stays, for the check to find."""
    row = list(texts)
    while row and not row[-1]:
        row.pop()
    return row


def _typed_fees(typed: Mapping[str, str], sort: str, pairs: Pairs) -> dict[str, dict[str, str]]:
    fees: dict[str, dict[str, str]] = {}
    for level, event_type in pairs:
        amount = _kept(typed.get(f"{sort}/{level}/{event_type}", ""), 2)
        if amount:
            fees.setdefault(level, {})[event_type] = amount
    return fees


def _kept(typed: str, places: int) -> str:
    """With a point, as a body keeps numbers; what is no number stays as it was typed."""
    number = read_decimal(typed, places)
    return typed.strip() if number is None else f"{number:f}"


def _typed_amendments(typed: Mapping[str, str]) -> Iterable[dict[str, str]]:
    number = 1
    while f"text-{number}" in typed:
        section, text = typed.get(f"section-{number}", "").strip(), typed[f"text-{number}"].strip()
        if section or text:
            yield {"section": section, "text": text.replace("\r\n", "\n")}
        number += 1
