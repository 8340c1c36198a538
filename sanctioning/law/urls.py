"""Addresses of the law."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.law.views import amending, levels, rules_for_people, versions

urlpatterns: list[URLPattern] = [
    path("rules/", rules_for_people.rules, name="rules"),
    path("rules/levels/", levels.levels, name="levels"),
    path("rules/levels/<slug:kind>/add/", levels.add, name="level-add"),
    path("rules/levels/<slug:kind>/<slug:slug>/<slug:act>/", levels.act, name="level-act"),
    path("rules/games/<slug:game>/", rules_for_people.rules_of_game, name="game-rules"),
    path("rules/versions/", versions.history, name="law-history"),
    path("rules/versions/<slug:kind>/new/", amending.new, name="law-new"),
    path("rules/versions/<slug:kind>/<slug:reference>/", versions.version, name="law-version"),
    path("rules/versions/<slug:kind>/<slug:reference>/body.json", versions.body, name="law-body"),
    path("rules/versions/<slug:kind>/<slug:reference>/compare/", versions.comparison, name="law-compare"),
    path("rules/versions/<slug:kind>/<slug:reference>/edit/", amending.edit, name="law-edit"),
    path("rules/versions/<slug:kind>/<slug:reference>/adopt/", amending.adopt, name="law-adopt"),
    path("rules/versions/<slug:kind>/<slug:reference>/withdraw/", amending.withdraw, name="law-withdraw"),
]
