"""Addresses for programs: certificates."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.certificates.api import (
    CertificateBadgeView,
    CertificateCheckView,
    MutilatedView,
    ReplacementView,
)

urlpatterns: list[URLPattern] = [
    path("certificates/<str:code>/mutilated/", MutilatedView.as_view(), name="api-mutilated"),
    path("certificates/<str:code>/replacement/", ReplacementView.as_view(), name="api-replacement"),
    path("certificates/<str:code>/badge/", CertificateBadgeView.as_view(), name="api-badge"),
    path("certificates/<str:code>/", CertificateCheckView.as_view(), name="api-check"),
]
