"""Addresses of the guides, and of what each error of the API means."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.help import views

urlpatterns: list[URLPattern] = [
    path("help/", views.overview, name="help"),
    path("help/errors/", views.errors, name="errors"),
    path("help/errors/<slug:code>/", views.one_error, name="error"),
    path("help/<slug:slug>/", views.one_guide, name="guide"),
]
