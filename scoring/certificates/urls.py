"""Addresses of certificates."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.certificates.views import badges, certificates, check

urlpatterns: list[URLPattern] = [
    path("check/", check.check, name="check"),
    path("check/<str:code>/", check.check, name="check-code"),
    path("certificates/<str:serial>.jwt", badges.badge, name="certificate-badge"),
    path("badges/status/<slug:kind>/<int:part>/", badges.status_list, name="badge-status"),
    path("registrar/certificates/", certificates.papers, name="registrar-certificates"),
    path("registrar/certificates/<str:serial>/<slug:act>/", certificates.act, name="certificate-act"),
]
