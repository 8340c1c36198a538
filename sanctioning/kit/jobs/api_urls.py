"""Addresses for programs: long work."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.kit.jobs import api

urlpatterns: list[URLPattern] = [
    path("jobs/", api.JobsView.as_view(), name="api-jobs"),
    path("jobs/<int:number>/", api.OneJobView.as_view(), name="api-job"),
    path("jobs/<int:number>/cancel/", api.JobCancelView.as_view(), name="api-job-cancel"),
    path("jobs/<int:number>/again/", api.JobAgainView.as_view(), name="api-job-again"),
]
