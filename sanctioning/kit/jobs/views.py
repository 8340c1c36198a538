"""Long work: how far it is, cancelling it, trying it again. The pages look again by themselves."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from sanctioning.kit.jobs.lists import JOBS
from sanctioning.kit.jobs.selectors import job_of, job_view, long_jobs
from sanctioning.kit.jobs.services.jobs import cancel_job, try_again
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person

LOOK_AGAIN = "3"


@require_safe
@signed_in
def jobs(request: HttpRequest, person: Person) -> HttpResponse:
    job_list = listing(request, long_jobs(asker=person), JOBS)
    return list_page(request, "sanctioning/kit/jobs/jobs.html", {"list": job_list}, {"section": "mine"})


@require_safe
@signed_in
def job(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    return _page(request, person, number)


@require_POST
@signed_in
def cancel(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    return _act(request, person, number, cancel_job, _("It is cancelled, and nothing it did counts."))


@require_POST
@signed_in
def again(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    return _act(request, person, number, try_again, _("It will be tried again."))


def _act(
    request: HttpRequest, person: Person, number: int, act: Callable[..., object], done: str
) -> HttpResponse:
    job = job_of(asker=person, number=number)
    if job is None:
        raise Http404(_("You have no job with this number."))
    try:
        act(by=person.account, job=job)
    except Refusal as refusal:
        return _page(request, person, number, refusal)
    messages.success(request, done)
    return redirect("job", number=number)


def _page(request: HttpRequest, person: Person, number: int, refusal: Refusal | None = None) -> HttpResponse:
    job = job_view(asker=person, number=number)
    if job is None:
        raise Http404(_("You have no job with this number."))
    context = {"job": job, "refusal": refusal, "section": "mine"}
    status = refusal.status if refusal else 200
    response = render(request, "sanctioning/kit/jobs/job.html", context, status=status)
    if not job.over and refusal is None:
        response["Refresh"] = LOOK_AGAIN
    return response
