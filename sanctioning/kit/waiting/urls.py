"""Addresses of waiting."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.kit.waiting import views

urlpatterns: list[URLPattern] = [
    path("me/waiting/", views.waiting, name="waiting"),
]
