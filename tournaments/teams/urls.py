"""Addresses of teams."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.teams.views import invitations, substitutes, team_links, teams

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/teams/", teams.teams, name="teams"),
    path("events/<slug:slug>/teams/enter/", invitations.team_entry, name="team-entry"),
    path(
        "events/<slug:slug>/teams/invitations/<int:invitation>/<slug:act>/",
        invitations.invitation_act,
        name="team-invitation-act",
    ),
    path("teams/join/<str:code>/", team_links.team_link, name="team-link"),
    path("teams/confirm/<str:code>/", team_links.confirm_place, name="confirm-place"),
    path(
        "events/<slug:slug>/teams/<int:team>/substitute/",
        substitutes.team_substitute,
        name="team-substitute",
    ),
    path("events/<slug:slug>/teams/<int:team>/<slug:act>/", teams.team_act, name="team-act"),
]
