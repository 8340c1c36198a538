"""Addresses of messages."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.kit.messages import views

urlpatterns: list[URLPattern] = [
    path("me/messages/", views.inbox, name="messages"),
    path("me/messages/read/", views.read_all, name="messages-read"),
    path("me/messages/archive/", views.archived, name="messages-archive"),
    path("me/messages/archive-read/", views.archive_all_read, name="messages-archive-read"),
    path("me/messages/channels/", views.channels, name="messages-channels"),
    path("me/messages/<int:number>/", views.message, name="message"),
    path("me/messages/<int:number>/archive/", views.archive_one, name="message-archive"),
    path("me/messages/<int:number>/unarchive/", views.unarchive_one, name="message-unarchive"),
]
