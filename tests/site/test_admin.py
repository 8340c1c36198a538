"""The administration pages of accounts and jobs."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from sanctioning.accounts.models.account import Account
from sanctioning.kit.jobs.models import Job

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper(client: Client) -> Client:
    client.force_login(Account.objects.create_superuser("keeper@example.org", "a-long-passphrase"))
    return client


@pytest.fixture
def job() -> Job:
    return Job.objects.create(kind="test.note", key="one")


def act(client: Client, job: Job, action: str) -> str:
    answer = client.post(
        reverse("admin:sanctioning_job_changelist"),
        {"action": action, "_selected_action": job.pk},
        follow=True,
    )
    job.refresh_from_db()
    return answer.content.decode()


def test_a_job_is_looked_at_and_not_written(keeper: Client, job: Job) -> None:
    page = keeper.get(reverse("admin:sanctioning_job_change", args=[job.pk]))
    assert page.status_code == 200
    assert b"field-token" not in page.content
    assert keeper.get(reverse("admin:sanctioning_job_add")).status_code == 403


@pytest.mark.both_databases
def test_a_job_is_cancelled_and_tried_again(keeper: Client, job: Job) -> None:
    act(keeper, job, "cancel")
    assert job.state == "cancelled"
    act(keeper, job, "try_again")
    assert job.state == "queued"
    assert "Only jobs that failed" in act(keeper, job, "try_again")


def test_an_account_is_made_in_small_letters(keeper: Client) -> None:
    typed = {"email": "New.Clerk@Example.ORG", "name": "New Clerk", "usable_password": "true"}
    keeper.post(
        reverse("admin:sanctioning_account_add"),
        {**typed, "password1": "a-long-passphrase-2", "password2": "a-long-passphrase-2"},
    )
    account = Account.objects.get(name="New Clerk")
    assert account.email == "new.clerk@example.org"
    assert Client().login(email="NEW.clerk@example.org", password="a-long-passphrase-2")
