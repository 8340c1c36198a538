"""Addresses of bars."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.bars import views

urlpatterns: list[URLPattern] = [
    path("authority/bars/", views.desk, name="bars"),
    path("authority/bars/<int:bar>/lift/", views.lift, name="bar-lift"),
]
