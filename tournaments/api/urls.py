"""Addresses of the hall for programs."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.api import (
    appeals,
    calls,
    canons,
    cases,
    entries,
    entry_rulings,
    events,
    executors,
    games,
    letters,
    prepaid,
    rounds,
    rulings,
    team_invitations,
    teams,
    votes,
)
from tournaments.api.applications import ApplicationStepView, ApplicationView
from tournaments.api.views import EventsView, MyCalendarView

urlpatterns: list[URLPattern | URLResolver] = [
    path("events/", EventsView.as_view(), name="api-events"),
    path("me/calendar/", MyCalendarView.as_view(), name="api-my-calendar"),
    path("appeals/", appeals.AppealsView.as_view(), name="api-appeals"),
    path("appeals/<int:number>/", appeals.AppealView.as_view(), name="api-appeal"),
    path("appeals/<int:number>/<slug:act>/", appeals.AppealActView.as_view(), name="api-appeal-act"),
    path("clubs/<slug:slug>/events/", events.NewEventView.as_view(), name="api-new-event"),
    path("events/<slug:slug>/registration/", events.RegistrationView.as_view(), name="api-registration"),
    path("events/<slug:slug>/cancel/", events.CancelEventView.as_view(), name="api-cancel-event"),
    path("events/<slug:slug>/canons/", canons.CanonsView.as_view(), name="api-canons"),
    path(
        "events/<slug:slug>/canons/<int:step>/<slug:act>/",
        canons.CanonActView.as_view(),
        name="api-canon-act",
    ),
    path("letters/", letters.LettersView.as_view(), name="api-letters"),
    path("votes/<int:vote>/letters/", letters.VoteLettersView.as_view(), name="api-draft-letter"),
    path("letters/<int:letter>/", letters.LetterEndpoint.as_view(), name="api-letter"),
    path("letters/<int:letter>/case/", cases.LetterCaseView.as_view(), name="api-open-case"),
    path("letters/<int:letter>/<slug:act>/", letters.LetterStepView.as_view(), name="api-letter-act"),
    path("appeals/decisions/<int:step>/cases/", cases.DecisionCasesView.as_view(), name="api-open-cases"),
    path("cases/", cases.CasesView.as_view(), name="api-cases"),
    path("cases/<int:case>/", cases.CaseEndpoint.as_view(), name="api-case"),
    path("cases/<int:case>/<slug:act>/", cases.CaseStepView.as_view(), name="api-case-act"),
    path("executors/", executors.ExecutorsView.as_view(), name="api-executors"),
    path("executors/<str:number>/", executors.ExecutorView.as_view(), name="api-executor"),
    path("executors/<str:number>/<slug:act>/", executors.ExecutorActView.as_view(), name="api-executor-act"),
    path("troubled-games/", executors.TroubledView.as_view(), name="api-troubled-games"),
    path("events/<slug:slug>/executors/", executors.ProposalView.as_view(), name="api-proposals"),
    path("events/<slug:slug>/application/", ApplicationView.as_view(), name="api-application"),
    path(
        "events/<slug:slug>/application/<slug:act>/",
        ApplicationStepView.as_view(),
        name="api-application-step",
    ),
    path("events/<slug:slug>/entries/", entries.EntriesView.as_view(), name="api-entries"),
    path("events/<slug:slug>/entries/conditions/", entries.ConditionsView.as_view(), name="api-conditions"),
    path(
        "events/<slug:slug>/entries/<int:entry>/<slug:act>/",
        entries.EntryStepView.as_view(),
        name="api-entry-step",
    ),
    path(
        "events/<slug:slug>/entry-rulings/",
        entry_rulings.EntryRulingsView.as_view(),
        name="api-entry-rulings",
    ),
    path("events/<slug:slug>/teams/", teams.TeamsView.as_view(), name="api-teams"),
    path(
        "events/<slug:slug>/teams/invitations/",
        team_invitations.TeamInvitationsView.as_view(),
        name="api-team-invitations",
    ),
    path(
        "events/<slug:slug>/teams/invitations/<int:invitation>/<slug:act>/",
        team_invitations.TeamInvitationStepView.as_view(),
        name="api-team-invitation-act",
    ),
    path("events/<slug:slug>/prepaid/", prepaid.PrepaidView.as_view(), name="api-prepaid"),
    path(
        "events/<slug:slug>/teams/<int:team>/substitute/",
        teams.SubstituteView.as_view(),
        name="api-team-substitute",
    ),
    path(
        "events/<slug:slug>/teams/<int:team>/<slug:act>/", teams.TeamStepView.as_view(), name="api-team-act"
    ),
    path("events/<slug:slug>/rounds/", rounds.RoundsView.as_view(), name="api-rounds"),
    path(
        "events/<slug:slug>/rounds/<int:round>/<slug:act>/",
        rounds.RoundStepView.as_view(),
        name="api-round-step",
    ),
    path("events/<slug:slug>/games/", games.GamesView.as_view(), name="api-new-game"),
    path("events/<slug:slug>/cards/", rounds.TableCardsView.as_view(), name="api-table-cards"),
    path("events/<slug:slug>/games/<game:game>/draw/", rounds.OpeningDrawView.as_view(), name="api-draw"),
    path("events/<slug:slug>/games/<game:game>/calls/", calls.CallsView.as_view(), name="api-calls"),
    path(
        "events/<slug:slug>/games/<game:game>/calls/<int:call>/<slug:act>/",
        calls.CallStepView.as_view(),
        name="api-call-step",
    ),
    path(
        "events/<slug:slug>/games/<game:game>/violations/",
        votes.ViolationsView.as_view(),
        name="api-violations",
    ),
    path(
        "events/<slug:slug>/games/<game:game>/violations/<int:violation>/votes/",
        votes.DemandView.as_view(),
        name="api-demand-vote",
    ),
    path("events/<slug:slug>/games/<game:game>/votes/<int:vote>/", votes.VoteView.as_view(), name="api-vote"),
    path(
        "events/<slug:slug>/games/<game:game>/votes/<int:vote>/<slug:act>/",
        votes.VoteStepView.as_view(),
        name="api-vote-step",
    ),
    path("events/<slug:slug>/games/<game:game>/rulings/", rulings.RulingsView.as_view(), name="api-rulings"),
    path(
        "events/<slug:slug>/games/<game:game>/rulings/weigh/", rulings.WeighView.as_view(), name="api-weigh"
    ),
    path(
        "events/<slug:slug>/games/<game:game>/rulings/<int:number>/",
        rulings.RulingView.as_view(),
        name="api-ruling",
    ),
    path("rulings/", rulings.CasesView.as_view(), name="api-case-book"),
    path("rulings/statistics/", rulings.StatisticsView.as_view(), name="api-ruling-statistics"),
    path("rulings/<int:ruling>/", rulings.CaseView.as_view(), name="api-public-ruling"),
    path("rulings/<int:ruling>/<slug:act>/", rulings.CaseStepView.as_view(), name="api-ruling-mark"),
    path("events/<slug:slug>/announcements/", calls.AnnouncementsView.as_view(), name="api-announcements"),
    path(
        "events/<slug:slug>/announcements/<int:announcement>/down/",
        calls.AnnouncementDownView.as_view(),
        name="api-announcement-down",
    ),
]
