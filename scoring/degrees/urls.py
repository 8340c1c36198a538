"""Addresses of degrees."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.degrees.views import papers
from scoring.degrees.views.degrees import degrees

urlpatterns: list[URLPattern] = [
    path("degrees/", degrees, name="degrees"),
    path("registrar/degrees/", papers.degrees, name="registrar-degrees"),
    path("registrar/degrees/papers.pdf", papers.degrees_pdf, name="registrar-degrees-pdf"),
]
