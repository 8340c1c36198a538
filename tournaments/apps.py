"""The tournaments as a Django app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        from django.urls import register_converter

        from tournaments.events.addresses import GameConverter
        from tournaments.formats import registry as formats
        from tournaments.formats.display import registry as display

        formats.discover()
        display.discover()
        register_converter(GameConverter, "game")
