"""Addresses for programs: Letters and disciplinary cases."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.justice.cases.api import cases, letters

urlpatterns: list[URLPattern] = [
    path("letters/", letters.LettersView.as_view(), name="api-letters"),
    path("votes/<int:vote>/letters/", letters.VoteLettersView.as_view(), name="api-draft-letter"),
    path("letters/<int:letter>/", letters.LetterEndpoint.as_view(), name="api-letter"),
    path("letters/<int:letter>/case/", cases.LetterCaseView.as_view(), name="api-open-case"),
    path("letters/<int:letter>/<slug:act>/", letters.LetterStepView.as_view(), name="api-letter-act"),
    path("appeals/decisions/<int:step>/cases/", cases.DecisionCasesView.as_view(), name="api-open-cases"),
    path("cases/", cases.CasesView.as_view(), name="api-cases"),
    path("cases/<int:case>/", cases.CaseEndpoint.as_view(), name="api-case"),
    path("cases/<int:case>/<slug:act>/", cases.CaseStepView.as_view(), name="api-case-act"),
]
