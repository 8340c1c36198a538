"""The tournaments as a Django app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        from django.urls import register_converter

        from tournaments.events.addresses import GameConverter

        register_converter(GameConverter, "game")
