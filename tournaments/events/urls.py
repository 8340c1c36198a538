"""Addresses of events."""

from __future__ import annotations

from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from tournaments.events.announced_feed import AnnouncementsFeed
from tournaments.events.views import application, calendar, changes, feeds, first_steps

urlpatterns: list[URLPattern] = [
    path("first-steps/", first_steps.first_steps, name="first-steps"),
    path("calendar/", calendar.calendar, name="calendar"),
    path("calendar/month/", calendar.month, name="calendar-month"),
    path("calendar/month/<str:month>/", calendar.month, name="calendar-month-of"),
    path("calendar/events.ics", calendar.feed, name="calendar-feed"),
    path("calendar/own/<str:secret>.ics", feeds.own_feed, name="own-feed"),
    path("me/calendar/", feeds.my_calendar, name="my-calendar"),
    path("clubs/<slug:slug>/events.ics", calendar.club_feed, name="club-feed"),
    path("announcements/feed.atom", require_safe(AnnouncementsFeed()), name="announcements-feed"),
    path(
        "clubs/<slug:slug>/announcements.atom",
        require_safe(AnnouncementsFeed()),
        name="club-announcements-feed",
    ),
    path("events/<slug:slug>/event.ics", calendar.event_feed, name="event-feed"),
    path("events/<slug:slug>/application/", application.application, name="application"),
    path("events/<slug:slug>/application/<slug:act>/", application.act, name="application-act"),
    path("applications/<int:number>/", application.of_sanction, name="application-of"),
    path("events/<slug:slug>/edit/", changes.edit, name="edit-event"),
    path("events/<slug:slug>/cancel/", changes.cancel, name="cancel-event"),
]
