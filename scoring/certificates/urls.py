"""Addresses of certificates."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.certificates.views import certificates, check

urlpatterns: list[URLPattern] = [
    path("check/", check.check, name="check"),
    path("check/<str:code>/", check.check, name="check-code"),
    path("registrar/certificates/", certificates.papers, name="registrar-certificates"),
    path("registrar/certificates/<str:serial>/<slug:act>/", certificates.act, name="certificate-act"),
]
