"""Addresses for programs: webhooks."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.webhooks import api

ONE = "webhooks/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("webhooks/", api.WebhooksView.as_view(), name="api-webhooks"),
    path("webhooks/types/", api.KindsView.as_view(), name="api-webhook-types"),
    path(ONE, api.WebhookView.as_view(), name="api-webhook"),
    path(f"{ONE}secret/", api.SecretView.as_view(), name="api-webhook-secret"),
    path(f"{ONE}messages/", api.DeliveriesView.as_view(), name="api-webhook-messages"),
    path(f"{ONE}messages/<int:message>/again/", api.AgainView.as_view(), name="api-webhook-message-again"),
    path(f"{ONE}<slug:act>/", api.WebhookActView.as_view(), name="api-webhook-act"),
]
