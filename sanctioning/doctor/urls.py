"""Addresses of the doctor."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.doctor import views

urlpatterns: list[URLPattern] = [path("authority/installation/", views.doctor, name="doctor")]
