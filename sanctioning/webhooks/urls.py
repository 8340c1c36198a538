"""Addresses of webhooks."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.webhooks import views

ONE = "webhooks/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("webhooks/", views.webhooks, name="webhooks"),
    path(ONE, views.webhook, name="webhook"),
    path(f"{ONE}secret/", views.secret, name="webhook-secret"),
    path(f"{ONE}remove/", views.remove, name="webhook-remove"),
    path(f"{ONE}messages/<int:message>/again/", views.again, name="webhook-message-again"),
    path(f"{ONE}<slug:act>/", views.act, name="webhook-act"),
]
