"""Addresses of practice."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.practice import views

urlpatterns: list[URLPattern] = [
    path("practice/", views.practice, name="practice"),
    path("practice/<str:key>/", views.guide, name="practice-guide"),
    path("practice/<str:key>/robots/", views.robots, name="practice-robots"),
    path("practice/<str:key>/throw-away/", views.discard, name="practice-discard"),
]
