"""Addresses of Letters and disciplinary cases."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.justice.cases.views import cases, letters

urlpatterns: list[URLPattern] = [
    path("letters/", letters.all_letters, name="letters"),
    path("votes/<int:vote>/letter/", letters.draft, name="draft-letter"),
    path("letters/<int:letter>/", letters.letter, name="letter"),
    path("letters/<int:letter>/paper/", letters.paper, name="letter-paper"),
    path("letters/<int:letter>/case/", cases.open_from_letter, name="open-case"),
    path("letters/<int:letter>/<slug:act>/", letters.act, name="letter-act"),
    path("appeals/decisions/<int:step>/cases/", cases.open_from_step, name="open-cases"),
    path("cases/", cases.all_cases, name="cases"),
    path("cases/<int:case>/", cases.case, name="case"),
    path("cases/<int:case>/<slug:act>/", cases.act, name="case-act"),
]
