"""Addresses of the hall."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import (
    application,
    authority,
    calendar,
    calls,
    changes,
    director,
    draws,
    entries,
    executors,
    feeds,
    first_steps,
    rounds,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("first-steps/", first_steps.first_steps, name="first-steps"),
    path("calendar/", calendar.calendar, name="calendar"),
    path("calendar/month/", calendar.month, name="calendar-month"),
    path("calendar/month/<str:month>/", calendar.month, name="calendar-month-of"),
    path("calendar/events.ics", calendar.feed, name="calendar-feed"),
    path("calendar/own/<str:secret>.ics", feeds.own_feed, name="own-feed"),
    path("me/calendar/", feeds.my_calendar, name="my-calendar"),
    path("clubs/<slug:slug>/events.ics", calendar.club_feed, name="club-feed"),
    path("events/<slug:slug>/event.ics", calendar.event_feed, name="event-feed"),
    path("clubs/<slug:slug>/events/new/", director.new_event, name="new-event"),
    path("events/<slug:slug>/manage/", director.manage_event, name="manage-event"),
    path("events/<slug:slug>/manage/enter/", director.enter, name="enter"),
    path("events/<slug:slug>/manage/withdraw/", director.withdraw, name="withdraw"),
    path("events/<slug:slug>/manage/games/", director.new_game, name="new-game"),
    path("events/<slug:slug>/manage/conditions/", entries.conditions, name="entry-conditions"),
    path("events/<slug:slug>/manage/check-in/", entries.check_in_list, name="check-in"),
    path("events/<slug:slug>/manage/check-in/<int:entry>/<slug:act>/", entries.entry_act, name="entry-act"),
    path("events/<slug:slug>/entries/", entries.entrants, name="entrants"),
    path("events/<slug:slug>/entry/", entries.own, name="own-entry"),
    path("events/<slug:slug>/rounds/", rounds.rounds, name="rounds"),
    path("events/<slug:slug>/rounds/plan/", rounds.plan, name="plan-round"),
    path("events/<slug:slug>/rounds/<int:round>/cards/", rounds.cards, name="round-cards"),
    path("events/<slug:slug>/rounds/<int:round>/<slug:act>/", rounds.act, name="round-act"),
    path("events/<slug:slug>/cards/", rounds.cards, name="table-cards"),
    path("events/<slug:slug>/games/<game:game>/draw/", draws.opening_draw, name="opening-draw"),
    path("events/<slug:slug>/games/<game:game>/calls/", calls.calls, name="calls"),
    path(
        "events/<slug:slug>/games/<game:game>/calls/<int:call>/<slug:act>/", calls.call_act, name="call-act"
    ),
    path("events/<slug:slug>/announcements/", calls.announcements, name="announcements"),
    path(
        "events/<slug:slug>/announcements/<int:announcement>/down/",
        calls.announcement_down,
        name="announcement-down",
    ),
    path("events/<slug:slug>/application/", application.application, name="application"),
    path("events/<slug:slug>/application/<slug:act>/", application.act, name="application-act"),
    path("applications/<int:number>/", application.of_sanction, name="application-of"),
    path("authority/", authority.desk, name="authority"),
    path("authority/sanctions/<slug:slug>/", authority.decide, name="decide"),
    path("authority/executors/", executors.executors, name="executors"),
    path("executors/<str:number>/", executors.executor, name="executor"),
    path("executors/<str:number>/<slug:act>/", executors.act, name="executor-act"),
    path("events/<slug:slug>/edit/", changes.edit, name="edit-event"),
    path("events/<slug:slug>/cancel/", changes.cancel, name="cancel-event"),
    path("events/<slug:slug>/executors/", executors.of_event, name="event-executors"),
    path("events/<slug:slug>/executors/appoint/", executors.appoint_all, name="appoint-all"),
    path("authority/executors/<slug:slug>/<int:number>/", authority.appoint, name="appoint"),
    path(
        "authority/executors/<slug:slug>/<int:number>/<slug:group>/", authority.appoint, name="appoint-group"
    ),
]
