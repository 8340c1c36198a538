"""Addresses of the hall."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import calendar

urlpatterns: list[URLPattern | URLResolver] = [
    path("calendar/", calendar.calendar, name="calendar"),
]
