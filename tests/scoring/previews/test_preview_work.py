"""The work of a preview: cancelled, killed, overtaken, and in a constant number of queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import JobLost, claim, run_job
from sanctioning.kit.refusals import Refusal
from sanctioning.law.services.versions import edit_law
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.previews import games_by_draft
from scoring.previews.models import Preview
from scoring.previews.services import previews
from scoring.previews.services.previews import (
    ask_for_preview,
    cancel_preview,
    carry_out_preview,
    job_of,
    resume_preview,
)
from scoring.recordings.services.recordings import record_certificates
from tests.cast import MARCH, Cast, certified, sanctioned_event
from tests.scoring.previews.drafts import DAY, JUNE, changed, drafted


class TestWork:
    """Cancelled, killed, overtaken: what was done stays, once."""

    @pytest.fixture(autouse=True)
    def small(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(games_by_draft, "BATCH", 1)

    def stopping(self, monkeypatch: pytest.MonkeyPatch, after: int, act: Callable[[], object]) -> None:
        """Something happens before the work comes to a game."""
        seen: list[object] = []
        inner = games_by_draft.differing

        def differing(*args: Any) -> Any:
            seen.append(args)
            if len(seen) == after:
                act()
            return inner(*args)

        monkeypatch.setattr(previews, "differing", differing)

    def complete(self, preview: Preview) -> None:
        preview.refresh_from_db()
        assert (preview.games, preview.people) == (4, 1)
        assert (preview.differing_games.count(), preview.placings.count(), preview.lines.count()) == (4, 4, 1)
        assert preview.totals is not None
        assert preview.totals["won_draft"] == "32.0"

    @pytest.mark.both_databases
    def test_cancelled_and_gone_on_with(self, playoffs: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        preview = ask_for_preview(by=playoffs.managing, articles=drafted(playoffs), at=JUNE)
        self.stopping(monkeypatch, 3, lambda: cancel_preview(by=playoffs.managing, preview=preview))
        run_job(job_of(preview).pk)
        preview.refresh_from_db()
        assert (job_of(preview).state, preview.games, preview.finished_at) == ("cancelled", 2, None)
        assert preview.placings.count() == 2
        resume_preview(by=playoffs.managing, preview=preview)
        assert run_job(job_of(preview).pk)
        self.complete(preview)

    def test_a_killed_worker_leaves_nothing_doubled(
        self, playoffs: Cast, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        preview = ask_for_preview(by=playoffs.managing, articles=drafted(playoffs), at=JUNE)
        dying = claim(job_of(preview).pk)
        assert dying is not None

        def die() -> None:
            raise KeyboardInterrupt

        self.stopping(monkeypatch, 3, die)
        with pytest.raises(KeyboardInterrupt):
            carry_out_preview(dying)
        Job.objects.filter(state="running").update(lease_until=JUNE)
        assert run_job(job_of(preview).pk)
        self.complete(preview)
        with pytest.raises(JobLost):
            carry_out_preview(dying)
        self.complete(preview)

    def test_the_same_text_is_not_previewed_twice_at_once(self, playoffs: Cast) -> None:
        draft = drafted(playoffs)
        preview = ask_for_preview(by=playoffs.managing, articles=draft, at=JUNE)
        with pytest.raises(Refusal) as refusal:
            ask_for_preview(by=playoffs.managing, articles=draft, at=JUNE)
        assert refusal.value.code == "preview-being-made"
        run_job(job_of(preview).pk)
        assert ask_for_preview(by=playoffs.managing, articles=draft, at=JUNE) != preview

    def test_it_keeps_the_text_that_it_is_of(self, playoffs: Cast) -> None:
        draft = drafted(playoffs)
        preview = ask_for_preview(by=playoffs.managing, articles=draft, at=JUNE)
        edit_law(by=playoffs.managing, version=draft, edit=1, title="Other", body=changed(), at=JUNE)
        run_job(job_of(preview).pk)
        self.complete(preview)
        assert preview.edit == 1

    def test_only_drafts_and_only_the_managing_executor(self, playoffs: Cast) -> None:
        with pytest.raises(Refusal) as refusal:
            ask_for_preview(by=playoffs.managing, articles=playoffs.articles, at=JUNE)
        assert refusal.value.code == "not-a-draft"
        draft = drafted(playoffs)
        for stranger in (playoffs.registrar, playoffs.executor, playoffs.director):
            with pytest.raises(Refusal) as refusal:
                ask_for_preview(by=stranger, articles=draft, at=JUNE)
            assert refusal.value.code == "not-allowed"


def test_a_batch_asks_the_same_with_few_and_with_many(playoffs: Cast) -> None:
    def asked() -> int:
        preview = ask_for_preview(by=playoffs.managing, articles=drafted(playoffs), at=JUNE)
        with CaptureQueriesContext(connection) as captured:
            run_job(job_of(preview).pk)
        preview.refresh_from_db()
        assert preview.finished_at is not None
        return len(captured)

    few = asked()
    event = sanctioned_event(
        playoffs, name="More", level="series-playoff-consolation", event_type="tournament"
    )
    for shift in range(5):
        certified(playoffs, event, [*playoffs.players[shift:9], *playoffs.players[:shift]][:4])
    codes = Certificate.objects.filter(state="issued", kind="rating-points").values_list("code", "person")
    for code, person in list(codes):
        record_certificates(
            by=playoffs.registrar, person=Person.objects.get(pk=person), codes=[code], at=MARCH + DAY
        )
    assert asked() == few
