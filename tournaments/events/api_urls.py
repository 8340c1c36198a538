"""Addresses for programs: events."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.api import events
from tournaments.events.api.applications import ApplicationStepView, ApplicationView
from tournaments.events.api.calendar import CalendarView, EventsView, MyCalendarView

urlpatterns: list[URLPattern] = [
    path("calendar/", CalendarView.as_view(), name="api-calendar"),
    path("events/", EventsView.as_view(), name="api-events"),
    path("me/calendar/", MyCalendarView.as_view(), name="api-my-calendar"),
    path("clubs/<slug:slug>/events/", events.NewEventView.as_view(), name="api-new-event"),
    path("events/<slug:slug>/registration/", events.RegistrationView.as_view(), name="api-registration"),
    path("events/<slug:slug>/cancel/", events.CancelEventView.as_view(), name="api-cancel-event"),
    path("events/<slug:slug>/application/", ApplicationView.as_view(), name="api-application"),
    path(
        "events/<slug:slug>/application/<slug:act>/",
        ApplicationStepView.as_view(),
        name="api-application-step",
    ),
]
