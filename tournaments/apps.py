"""The hall as a Django app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "The hall"

    def ready(self) -> None:
        from sanctioning.guards import append_only
        from sanctioning.signals import sanction_cancelling
        from tournaments.models import Draw
        from tournaments.services.events import keep_what_was_played

        append_only(Draw)
        sanction_cancelling.connect(keep_what_was_played, dispatch_uid="tournaments.keep_what_was_played")
