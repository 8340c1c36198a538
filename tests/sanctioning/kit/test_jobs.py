"""Jobs: what one that forgets leaves behind once it has failed for good."""

from __future__ import annotations

import pytest

from sanctioning.accounts.services.lost_passwords import NEW_PASSWORD_JOB
from sanctioning.kit.jobs.kinds import kind_named
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import enqueue, run_job


@pytest.mark.django_db(transaction=True)
def test_a_job_that_forgets_says_nothing_of_what_it_was_about_when_it_fails() -> None:
    asked = enqueue(kind=NEW_PASSWORD_JOB, key="asked", payload={"email": "ash@example.org"})
    Job.objects.filter(pk=asked.pk).update(attempts=kind_named(NEW_PASSWORD_JOB).attempts - 1)
    assert run_job(asked.pk)
    failed = Job.objects.get(pk=asked.pk)
    assert (failed.state, failed.payload, failed.error) == (Job.State.FAILED, {}, "KeyError")
