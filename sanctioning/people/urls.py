"""Addresses of people and their records."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.people.views import own_data, registry

urlpatterns: list[URLPattern] = [
    path("me/data/", own_data.my_data, name="my-data"),
    path("me/data/copies/", own_data.ask_copy, name="my-copies"),
    path("me/data/copies/<int:number>.zip", own_data.copy, name="my-copy"),
    path("me/data/forget/", own_data.forget_me, name="forget-me"),
    path("claim/", own_data.claim, name="claim"),
    path("people/", registry.people, name="registry"),
    path("people/new/", registry.register, name="register-person"),
    path("people/claims/<int:number>/", registry.decide_claim, name="decide-claim"),
    path("people/provisional/<int:number>/", registry.decide_provisional, name="decide-provisional"),
    path("people/<str:number>/", registry.record, name="record"),
    path("people/<str:number>/<slug:act>/", registry.record_act, name="record-act"),
]
