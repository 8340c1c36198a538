"""The institution as a Django app."""

from django.apps import AppConfig


class SanctioningConfig(AppConfig):
    name = "sanctioning"
    verbose_name = "The institution"
