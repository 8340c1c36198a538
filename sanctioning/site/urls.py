"""Addresses of site."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.site import components

urlpatterns: list[URLPattern] = [
    path("about/", components.about, name="about"),
    path("components/", components.components, name="components"),
]
