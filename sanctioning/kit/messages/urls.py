"""Addresses of messages."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.kit.messages import views

urlpatterns: list[URLPattern] = [
    path("me/messages/", views.inbox, name="messages"),
    path("me/messages/read/", views.read_all, name="messages-read"),
    path("me/messages/<int:number>/", views.message, name="message"),
]
