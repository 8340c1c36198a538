"""Addresses of offices."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.offices import views

urlpatterns: list[URLPattern] = [
    path("authority/offices/", views.offices, name="offices"),
    path("terms/<int:number>/<slug:act>/", views.act, name="term-act"),
]
