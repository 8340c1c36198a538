"""Addresses of the published keys and heads."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.heads import views

urlpatterns: list[URLPattern] = [
    path("keys/", views.keys, name="keys"),
    path("keys/saas-keys.pem", views.keys_pem, name="keys-pem"),
    path(".well-known/jwks.json", views.key_set, name="key-set"),
    path(".well-known/did.json", views.issuer, name="issuer"),
]
