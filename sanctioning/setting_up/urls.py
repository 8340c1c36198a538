"""Addresses of setting up."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.setting_up import views

urlpatterns: list[URLPattern] = [
    path("set-up/", views.begin, name="set-up"),
    path("set-up/authority/", views.describe, name="set-up-authority"),
    path("set-up/managing-executor/", views.managing_executor, name="set-up-managing-executor"),
    path("set-up/law/", views.law, name="set-up-law"),
    path("set-up/people/", views.people, name="set-up-people"),
    path("start-for-real/", views.start_for_real, name="start-for-real"),
    path("set-up/club/", views.club, name="set-up-club"),
]
