"""Previews of drafts for who amends the law: how far they are, and what would have differed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Final

from django.db.models import Count, F, Q, QuerySet

from rules_engine.points.degrees import DEGREES
from sanctioning.kit.clock import today
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.lists.csv_files import csv_line
from sanctioning.kit.lists.paging import page_among, pages_of
from sanctioning.kit.lists.word_search import words_sought
from sanctioning.law.models.versions import Articles
from sanctioning.law.permissions import may_amend_law
from sanctioning.people.models.person import Person
from scoring.previews.models import Preview, PreviewPerson
from scoring.previews.services.previews import PREVIEW_JOB

PAGE: Final = 50
KINDS: Final = {
    "": Q(),
    "degree": ~Q(rank_now=F("rank_draft")),
    "higher": Q(rank_draft__gt=F("rank_now")),
    "lower": Q(rank_draft__lt=F("rank_now")),
    "more": Q(won_draft__gt=F("won_now")),
    "less": Q(won_draft__lt=F("won_now")),
}
ORDERS: Final = {
    "": ("-gained", "person__family_name", "person__given_names", "person__number"),
    "lost": ("gained", "person__family_name", "person__given_names", "person__number"),
    "name": ("person__family_name", "person__given_names", "person__number"),
    "degree": ("-rank_now", "-recorded_now", "person__number"),
}
COLUMNS: Final = (
    *("number", "name", "won", "won under the draft", "blue won", "blue won under the draft"),
    *("recorded", "recorded under the draft", "blue recorded", "blue recorded under the draft"),
    *("degree", "degree under the draft", "card game"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewHead:
    """`state` is the job's; `stale` when the draft was edited since; `share` is done of `total`."""

    id: int
    draft: str
    draft_reference: str
    edit: int
    stale: bool
    since: dt.date
    asked_by: str
    asked_at: dt.datetime
    state: Annotated[str, Job.State]
    done: int
    total: int
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewTotals:
    games: int
    games_differing: int
    people: int
    degrees_higher: int
    degrees_lower: int
    won_now: Decimal
    won_draft: Decimal
    won_blue_now: Decimal
    won_blue_draft: Decimal
    recorded_now: Decimal
    recorded_draft: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLine:
    """One person in one card game, by its name."""

    card_game: str
    number: str
    name: str
    won_now: Decimal
    won_draft: Decimal
    won_blue_now: Decimal
    won_blue_draft: Decimal
    recorded_now: Decimal
    recorded_draft: Decimal
    recorded_blue_now: Decimal
    recorded_blue_draft: Decimal
    degree_now: str
    degree_draft: str

    @property
    def gained(self) -> Decimal:
        return self.won_draft - self.won_now


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewGameLine:
    event_name: str
    event_slug: str
    number: int
    group: str
    label: str
    trouble: str
    placings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewPage:
    """`totals` is None until it is finished; `page` of `pages` shows up to `PAGE` people."""

    head: PreviewHead
    totals: PreviewTotals | None
    lines: tuple[PreviewLine, ...]
    games: tuple[PreviewGameLine, ...]
    found: int
    page: int
    pages: int


def previews_of(*, asker: Person | None, articles: Articles) -> tuple[PreviewHead, ...]:
    """The previews of a draft, the newest first. Two queries."""
    if not may_amend_law(asker, today()):
        return ()
    previews = list(Preview.objects.filter(articles=articles).select_related("articles", "asked_by"))
    jobs = _jobs(previews)
    return tuple(_head(preview, jobs.get(str(preview.pk))) for preview in previews)


def preview_at(*, asker: Person | None, key: int) -> Preview | None:
    if not may_amend_law(asker, today()):
        return None
    return Preview.objects.select_related("articles", "asked_by").filter(pk=key).first()


def preview_page(
    preview: Preview, *, search: str = "", kind: str = "", order: str = "", page: int = 1
) -> PreviewPage:
    """One page of whom it concerns, filtered and sorted, and every game that differs."""
    lines = _filtered(preview, search, kind, order)
    count = lines.count()
    pages = pages_of(count, PAGE)
    page = page_among(page, pages)
    return PreviewPage(
        head=_head(preview, _jobs([preview]).get(str(preview.pk))),
        totals=_totals(preview.totals) if preview.totals else None,
        lines=tuple(map(_line, lines[(page - 1) * PAGE : page * PAGE])),
        games=_games(preview),
        found=count,
        page=page,
        pages=pages,
    )


def preview_csv(preview: Preview, *, search: str = "", kind: str = "", order: str = "") -> Iterator[str]:
    """The lines as CSV (RFC 4180), one piece a line; memory stays flat."""
    yield csv_line(COLUMNS)
    for row in _filtered(preview, search, kind, order).iterator(chunk_size=500):
        line = _line(row)
        yield csv_line(
            (
                *(line.number, line.name, line.won_now, line.won_draft),
                *(line.won_blue_now, line.won_blue_draft, line.recorded_now, line.recorded_draft),
                *(line.recorded_blue_now, line.recorded_blue_draft, line.degree_now, line.degree_draft),
                line.card_game,
            )
        )


def _filtered(preview: Preview, search: str, kind: str, order: str) -> QuerySet[PreviewPerson]:
    lines = preview.lines.select_related("person").annotate(gained=F("won_draft") - F("won_now"))
    for word in words_sought(search):
        named = Q(person__family_name__icontains=word) | Q(person__given_names__icontains=word)
        lines = lines.filter(named | Q(person__number__iexact=word))
    return lines.filter(KINDS.get(kind, Q())).order_by(*ORDERS.get(order, ORDERS[""]))


def _line(row: PreviewPerson) -> PreviewLine:
    return PreviewLine(
        card_game=row.get_card_game_display(),
        number=row.person.number,
        name=row.person.sort_name,
        won_now=row.won_now,
        won_draft=row.won_draft,
        won_blue_now=row.won_blue_now,
        won_blue_draft=row.won_blue_draft,
        recorded_now=row.recorded_now,
        recorded_draft=row.recorded_draft,
        recorded_blue_now=row.recorded_blue_now,
        recorded_blue_draft=row.recorded_blue_draft,
        degree_now=_degree(row.rank_now),
        degree_draft=_degree(row.rank_draft),
    )


def _degree(rank: int) -> str:
    return DEGREES[rank].name if rank >= 0 else ""


def _games(preview: Preview) -> tuple[PreviewGameLine, ...]:
    placings = dict(
        preview.placings.order_by().values_list("game").annotate(many=Count("pk")).values_list("game", "many")
    )
    order = ("game__event__starts_at", "game__event", "game__starts_at", "game")
    rows = preview.differing_games.select_related("game__event").order_by(*order)
    return tuple(
        PreviewGameLine(
            event_name=row.game.event.name,
            event_slug=row.game.event.slug,
            number=row.game.number,
            group=row.game.group,
            label=row.game.label,
            trouble=row.trouble,
            placings=placings.get(row.game_id, 0),
        )
        for row in rows
    )


def _jobs(previews: list[Preview]) -> dict[str, Job]:
    jobs = Job.objects.filter(kind=PREVIEW_JOB, key__in=[str(preview.pk) for preview in previews])
    return {job.key: job for job in jobs}


def _head(preview: Preview, job: Job | None) -> PreviewHead:
    draft = preview.articles
    return PreviewHead(
        id=preview.pk,
        draft=draft.title,
        draft_reference=draft.reference,
        edit=preview.edit,
        stale=draft.edit != preview.edit,
        since=preview.since,
        asked_by=preview.asked_by.name,
        asked_at=preview.asked_at,
        state=job.state if job else "done",
        done=job.progress_done if job else 0,
        total=job.progress_total if job else 0,
        error=job.error if job and job.state == "failed" else "",
    )


def _totals(totals: Mapping[str, Any]) -> PreviewTotals:
    points = {name: Decimal(value) for name, value in totals.items() if isinstance(value, str)}
    return PreviewTotals(**{**totals, **points})
