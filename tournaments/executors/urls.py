"""Addresses of Acting Executors."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.executors.views import executors, managing_desk

urlpatterns: list[URLPattern] = [
    path("authority/", managing_desk.desk, name="authority"),
    path("authority/sanctions/<slug:slug>/", managing_desk.decide, name="decide"),
    path("authority/executors/", executors.executors, name="executors"),
    path("executors/<str:number>/", executors.executor, name="executor"),
    path("executors/<str:number>/<slug:act>/", executors.act, name="executor-act"),
    path("events/<slug:slug>/executors/", executors.of_event, name="event-executors"),
    path("events/<slug:slug>/executors/appoint/", executors.appoint_all, name="appoint-all"),
    path("events/<slug:slug>/executors/<slug:act>/", executors.change_for_event, name="event-executor-act"),
    path("authority/executors/<slug:slug>/<int:number>/", managing_desk.appoint, name="appoint"),
    path(
        "authority/executors/<slug:slug>/<int:number>/<slug:group>/",
        managing_desk.appoint,
        name="appoint-group",
    ),
]
