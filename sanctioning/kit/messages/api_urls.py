"""Addresses for programs: messages."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.kit.messages import api

urlpatterns: list[URLPattern] = [
    path("messages/", api.MessagesView.as_view(), name="api-messages"),
    path("messages/archive/", api.ArchiveView.as_view(), name="api-messages-archive"),
    path("messages/archive-read/", api.ArchiveReadView.as_view(), name="api-messages-archive-read"),
    path("messages/channels/", api.ChannelsView.as_view(), name="api-messages-channels"),
    path("messages/<int:number>/", api.MessageView.as_view(), name="api-message"),
    path("messages/<int:number>/read/", api.MessageReadView.as_view(), name="api-message-read"),
    path("messages/<int:number>/archive/", api.MessageArchiveView.as_view(), name="api-message-archive"),
    path(
        "messages/<int:number>/unarchive/", api.MessageUnarchiveView.as_view(), name="api-message-unarchive"
    ),
]
