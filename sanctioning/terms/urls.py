"""Addresses of offices."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.terms import views

urlpatterns: list[URLPattern] = [
    path("authority/offices/", views.offices, name="offices"),
]
