"""Addresses of the authority."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.authority import views

urlpatterns: list[URLPattern] = [
    path("authority/described/", views.described, name="describe-authority"),
    path("crest/<str:sha256>/", views.crest, name="crest"),
    path("imprint/", views.imprint, name="imprint"),
    path("privacy/", views.privacy, name="privacy"),
    path("contact/", views.contact, name="contact"),
]
