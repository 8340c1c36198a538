"""Addresses for programs: accounts."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.accounts import api

urlpatterns: list[URLPattern] = [
    path("tokens/", api.TokensView.as_view(), name="api-tokens"),
    path("tokens/<int:number>/revoke/", api.TokenRevokeView.as_view(), name="api-token-revoke"),
    path("second-factor/reset/", api.SecondFactorResetView.as_view(), name="api-second-factor-reset"),
]
