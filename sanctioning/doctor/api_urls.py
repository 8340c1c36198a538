"""Addresses for programs: how the installation is."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.doctor import api

urlpatterns: list[URLPattern] = [
    path("authority/installation/", api.InstallationView.as_view(), name="api-installation"),
    path("authority/installation/upkeep/", api.UpkeepView.as_view(), name="api-upkeep"),
]
