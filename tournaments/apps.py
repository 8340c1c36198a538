"""The hall as a Django app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "The hall"

    def ready(self) -> None:
        from sanctioning.signals import sanction_cancelling
        from tournaments.services.events import keep_what_was_played

        sanction_cancelling.connect(keep_what_was_played, dispatch_uid="tournaments.keep_what_was_played")
