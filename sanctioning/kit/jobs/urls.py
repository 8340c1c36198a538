"""Addresses of long work."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.kit.jobs import views

urlpatterns: list[URLPattern] = [
    path("jobs/", views.jobs, name="jobs"),
    path("jobs/<int:number>/", views.job, name="job"),
    path("jobs/<int:number>/cancel/", views.cancel, name="job-cancel"),
    path("jobs/<int:number>/again/", views.again, name="job-again"),
]
