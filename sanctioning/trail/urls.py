"""Addresses of trail."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.trail import views

urlpatterns: list[URLPattern] = [
    path("authority/trail/", views.trail, name="trail"),
]
