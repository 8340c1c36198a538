"""Addresses of clubs."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.clubs import views

urlpatterns: list[URLPattern] = [
    path("register-club/", views.register, name="register-club"),
    path("clubs/<slug:slug>/desk/", views.desk, name="club-desk"),
    path("clubs/<slug:slug>/desk/terms/", views.give_office, name="club-terms"),
    path("clubs/<slug:slug>/desk/<slug:act>/", views.act, name="club-act"),
    path("terms/<int:number>/<slug:act>/", views.change_term, name="term-act"),
    path("authority/clubs/", views.queue, name="club-queue"),
]
