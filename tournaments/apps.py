"""The hall as a Django app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "The hall"

    def ready(self) -> None:
        from django.urls import register_converter

        from sanctioning.guards import append_only, differs, guard
        from sanctioning.signals import (
            bar_imposed,
            club_closing,
            conflict_declared,
            people_merging,
            sanction_cancelling,
        )
        from tournaments.addresses import GameConverter
        from tournaments.models import Authorisation, Draw, EventNotice, Series
        from tournaments.services.conflict_news import warn_of_declared
        from tournaments.services.events import keep_what_is_to_come, keep_what_was_played
        from tournaments.services.identity import object_to_two_at_once
        from tournaments.services.news import tell_of_bar

        register_converter(GameConverter, "game")
        append_only(Authorisation)
        append_only(Draw)
        append_only(EventNotice)
        fixed = differs("club_id", "name", "slug", "basis", "playoff", "consolation", "ties")
        guard(Series, "UPDATE", "who qualifies is fixed when a series is announced", condition=fixed)
        club_closing.connect(keep_what_is_to_come, dispatch_uid="tournaments.keep_what_is_to_come")
        conflict_declared.connect(warn_of_declared, dispatch_uid="tournaments.warn_of_declared")
        bar_imposed.connect(tell_of_bar, dispatch_uid="tournaments.tell_of_bar")
        sanction_cancelling.connect(keep_what_was_played, dispatch_uid="tournaments.keep_what_was_played")
        people_merging.connect(object_to_two_at_once, dispatch_uid="tournaments.object_to_two_at_once")
