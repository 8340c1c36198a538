"""Addresses for programs: teams."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.teams.api import invitations, joining, teams

urlpatterns: list[URLPattern] = [
    path("teams/join/confirm/", joining.ConfirmPlaceView.as_view(), name="api-confirm-place"),
    path("teams/join/<str:code>/newcomer/", joining.JoinTeamView.as_view(), name="api-join-team"),
    path("teams/join/<str:code>/<slug:act>/", invitations.TeamLinkView.as_view(), name="api-team-link"),
    path("events/<slug:slug>/teams/", teams.TeamsView.as_view(), name="api-teams"),
    path(
        "events/<slug:slug>/teams/invitations/",
        invitations.TeamInvitationsView.as_view(),
        name="api-team-invitations",
    ),
    path(
        "events/<slug:slug>/teams/invitations/<int:invitation>/<slug:act>/",
        invitations.TeamInvitationStepView.as_view(),
        name="api-team-invitation-act",
    ),
    path(
        "events/<slug:slug>/teams/<int:team>/substitute/",
        teams.SubstituteView.as_view(),
        name="api-team-substitute",
    ),
    path(
        "events/<slug:slug>/teams/<int:team>/<slug:act>/", teams.TeamStepView.as_view(), name="api-team-act"
    ),
]
