"""Long work for programs: how far it is, cancelling it, trying it again."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer, acting_person, or_not_found
from sanctioning.kit.api.serializers import serializer_for
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.selectors import JobView, job_of, job_view, long_jobs
from sanctioning.kit.jobs.services.jobs import cancel_job, try_again
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import kind_parameter, state_parameter

ACTS = {"cancel": cancel_job, "again": try_again}


class JobsView(MemberEndpoint):
    @list_schema(
        "jobs",
        JobView,
        filters=(kind_parameter(), state_parameter(Job.State.values)),
        sorts=("number", "kind", "state", "asked", "finished"),
    )
    def get(self, request: Request) -> Response:
        """Your long work, or all of it for those who watch it; the latest first."""
        return list_answer(request, long_jobs(asker=acting_person(request)))


class OneJobView(MemberEndpoint):
    @extend_schema(operation_id="job", responses=serializer_for(JobView))
    def get(self, request: Request, number: int) -> Response:
        """How far one job is."""
        return or_not_found(job_view(asker=acting_person(request), number=number))


class JobActView(MemberEndpoint):
    """What is done to a job that the asker may see."""

    def _do(self, request: Request, number: int, act: str) -> Response:
        person = acting_person(request)
        job = job_of(asker=person, number=number)
        if job is None:
            raise NotFound
        ACTS[act](by=person.account, job=job)
        return or_not_found(job_view(asker=person, number=number))


class JobCancelView(JobActView):
    @extend_schema(
        operation_id="cancel_job",
        request=None,
        responses={200: serializer_for(JobView), 409: ProblemSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Stop a job that is not over; nothing of it counts."""
        return self._do(request, number, "cancel")


class JobAgainView(JobActView):
    @extend_schema(
        operation_id="try_job_again",
        request=None,
        responses={200: serializer_for(JobView), 409: ProblemSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Try a job again that failed or was cancelled."""
        return self._do(request, number, "again")
