"""The address of the schema."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.api_docs import views

urlpatterns: list[URLPattern] = [path("schema/", views.api_schema, name="api-schema")]
