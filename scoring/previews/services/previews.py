"""Asking for a preview of a draft, carrying it out, cancelling it and going on with it.

Invariants: only a draft is previewed, by who may amend the law; the same text is not previewed twice at
once; each batch's rows and the place it reached commit together, under the job's token, so that a worker
that was cancelled, killed or overtaken leaves what it did, once.
Rule section: IV. Nothing here touches the ledger.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from django.db import transaction
from django.db.models import Count, F, Q, Sum
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import RunningJob, cancel_job, enqueue, try_again
from sanctioning.kit.refusals import Refusal
from sanctioning.law.articles import read_articles
from sanctioning.law.models.versions import Articles
from sanctioning.law.services.versions import require_amender
from sanctioning.people.models.person import Person
from scoring.previews.games_by_draft import batches_of_games, differing, games_of
from scoring.previews.models import Preview, PreviewGame, PreviewPerson, PreviewPlacing
from scoring.previews.people_by_draft import batches_of_people, lines_of

PREVIEW_JOB = "scoring.preview"
YEARS = 2


@transaction.atomic
def ask_for_preview(*, by: Person, articles: Articles, at: dt.datetime | None = None) -> Preview:
    """A preview of the draft as it is saved now, over the two years up to now.

    Raises:
        Refusal: `not-a-draft`, `not-allowed`, `preview-being-made`.
    """
    at = moment(at)
    require_amender(by, at)
    draft = Articles.objects.select_for_update(no_key=True).get(pk=articles.pk)
    if not draft.draft:
        raise Refusal(
            code="not-a-draft",
            sentence=_("“%(draft)s” is not a draft.") % {"draft": draft.title},
            rule=_("IV: a draft is reviewed before it is adopted."),
            remedy=_("Draft a copy of it, and preview that."),
        )
    unfinished = Preview.objects.filter(articles=draft, edit=draft.edit, finished_at__isnull=True)
    keys = [str(pk) for pk in unfinished.values_list("pk", flat=True)]
    if Job.objects.filter(kind=PREVIEW_JOB, key__in=keys, state__in=["queued", "running"]).exists():
        raise Refusal(
            code="preview-being-made",
            sentence=_("A preview of “%(draft)s” is being made.") % {"draft": draft.title},
            rule=_("The same draft cannot be previewed twice at once."),
            remedy=_("Wait for it, or cancel it first."),
        )
    day = day_of(at)
    preview = Preview.objects.create(
        articles=draft,
        edit=draft.edit,
        body=draft.body,
        since=years_before(day),
        asked_by=by,
        asked_at=at,
    )
    note(by=by, at=at, action="ask for preview", thing=preview, after={"edit": draft.edit})
    enqueue(kind=PREVIEW_JOB, key=str(preview.pk), payload={"preview": preview.pk}, by=by.account)
    return preview


@transaction.atomic
def cancel_preview(*, by: Person, preview: Preview, at: dt.datetime | None = None) -> None:
    """Stop it; what it has found so far stays, and it can go on from there.

    Raises:
        Refusal: `job-over`, `not-allowed`.
    """
    at = moment(at)
    require_amender(by, at)
    cancel_job(by=by.account, job=job_of(preview))
    note(by=by, at=at, action="cancel preview", thing=preview)


@transaction.atomic
def resume_preview(*, by: Person, preview: Preview, at: dt.datetime | None = None) -> None:
    """Let a preview that was cancelled or failed go on from where it was.

    Raises:
        Refusal: `job-forgotten`, `job-not-failed`, `not-allowed`.
    """
    at = moment(at)
    require_amender(by, at)
    try_again(by=by.account, job=job_of(preview))
    note(by=by, at=at, action="resume preview", thing=preview)


def carry_out_preview(running: RunningJob) -> None:
    """The job's handler."""
    preview = Preview.objects.select_related("articles").get(pk=running.payload["preview"])
    articles, total = read_articles(preview.body), games_of(preview).count()
    running.progress(preview.games, total)
    for batch in batches_of_games(preview):
        games, placings = differing(preview, articles, batch)
        preview.games, preview.games_to = preview.games + len(batch), batch[-1].pk
        with transaction.atomic():
            running.progress(preview.games, max(total, preview.games))
            PreviewGame.objects.bulk_create(games)
            PreviewPlacing.objects.bulk_create(placings)
            preview.save(update_fields=["games", "games_to"])
    concerned = PreviewPlacing.objects.filter(preview=preview).values("person").distinct().count()
    for people in batches_of_people(preview):
        lines = lines_of(preview, people)
        preview.people, preview.people_to = preview.people + len(people), people[-1]
        with transaction.atomic():
            running.progress(preview.games + preview.people, preview.games + concerned)
            PreviewPerson.objects.bulk_create(lines)
            preview.save(update_fields=["people", "people_to"])
    totals = _totals(preview)
    with running.completing():
        preview.totals, preview.finished_at = totals, moment(None)
        preview.save(update_fields=["totals", "finished_at"])


def job_of(preview: Preview) -> Job:
    return Job.objects.get(kind=PREVIEW_JOB, key=str(preview.pk))


def years_before(day: dt.date) -> dt.date:
    """The same day two years before; 29 February counts as 28."""
    try:
        return day.replace(year=day.year - YEARS)
    except ValueError:
        return day.replace(year=day.year - YEARS, day=28)


def _totals(preview: Preview) -> dict[str, object]:
    """What it comes to, for everybody together; points as text, in tenths."""
    sums = PreviewPerson.objects.filter(preview=preview).aggregate(
        won_now=Sum("won_now"),
        won_draft=Sum("won_draft"),
        won_blue_now=Sum("won_blue_now"),
        won_blue_draft=Sum("won_blue_draft"),
        recorded_now=Sum("recorded_now"),
        recorded_draft=Sum("recorded_draft"),
        people=Count("person", distinct=True),
        higher=Count("pk", filter=Q(rank_draft__gt=F("rank_now"))),
        lower=Count("pk", filter=Q(rank_draft__lt=F("rank_now"))),
    )
    points = {name: value for name, value in sums.items() if name not in ("people", "higher", "lower")}
    return {
        "games": preview.games,
        "games_differing": PreviewGame.objects.filter(preview=preview).count(),
        "people": sums["people"],
        "degrees_higher": sums["higher"],
        "degrees_lower": sums["lower"],
        **{name: f"{value or Decimal(0):.1f}" for name, value in points.items()},
    }
