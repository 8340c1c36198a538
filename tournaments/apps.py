"""The tournaments as a Django app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        from django.urls import register_converter

        from sanctioning.bars import origins, targets
        from sanctioning.kit.guards.guards import append_only, differs, guard
        from sanctioning.kit.waiting import registry as waiting
        from sanctioning.signals import (
            bar_imposed,
            club_closing,
            conflict_declared,
            people_merging,
            person_anonymised,
            person_deleting,
            sanction_cancelling,
        )
        from tournaments.calls.models import Call
        from tournaments.entries import till
        from tournaments.entries.models.entry import Entry
        from tournaments.entries.models.refund import RefundDraw
        from tournaments.entries.notifications.entries import tell_of_bar
        from tournaments.entries.services.merged_people import let_go_of_unused_entries, object_to_two_at_once
        from tournaments.events import personal_calendar
        from tournaments.events.addresses import GameConverter
        from tournaments.events.bar_targets import EVENTS
        from tournaments.events.models.announcement import Announcement
        from tournaments.events.models.notice import EventNotice
        from tournaments.events.selectors.dates import dates_of_events_and_games
        from tournaments.events.services.events import keep_what_is_to_come, keep_what_was_played
        from tournaments.events.services.feeds import forget_feed
        from tournaments.executors.notifications.conflicts import warn_of_declared
        from tournaments.formats import registry as formats
        from tournaments.formats.papers_and_floors import registry as papers_and_floors
        from tournaments.games import reported
        from tournaments.justice.appeals import bundle_parts
        from tournaments.justice.appeals.selectors.dates import dates_of_appeals
        from tournaments.justice.appeals.selectors.waiting import waits_of_appeals
        from tournaments.justice.bar_origins import origins_in_tournaments
        from tournaments.justice.cases.selectors.dates import dates_of_cases
        from tournaments.justice.cases.selectors.waiting import waits_of_letters
        from tournaments.justice.guards import guard_justice
        from tournaments.reports.guards import guard_reports
        from tournaments.reports.selectors.appeal_bundle import bundle_part
        from tournaments.reports.selectors.reported import (
            open_errors_of,
            places_due,
            reported_stanzas,
            slips_of_rounds,
        )
        from tournaments.reports.services.merged_people import object_to_own_witness
        from tournaments.rounds.models.draw import Draw
        from tournaments.series.models import Series
        from tournaments.signals import substituting
        from tournaments.slips.guards import guard_slips
        from tournaments.slips.selectors.tills import till_of_slips
        from tournaments.slips.services.signed_seats import object_to_a_signed_seat
        from tournaments.tables.guards import guard_tables
        from tournaments.waiting import waits_of_tournaments

        formats.discover()
        papers_and_floors.discover()
        targets.register("tournaments", EVENTS)
        waiting.register("tournaments", waits_of_tournaments)
        personal_calendar.register("tournaments", dates_of_events_and_games)
        waiting.register("appeals", waits_of_appeals)
        personal_calendar.register("appeals", dates_of_appeals)
        waiting.register("letters", waits_of_letters)
        personal_calendar.register("letters", dates_of_cases)
        origins.register("tournaments", origins_in_tournaments)
        till.register(till_of_slips)
        reported.register(reported_stanzas)
        reported.register_places(places_due)
        reported.register_slips(slips_of_rounds)
        reported.register_open_errors(open_errors_of)
        bundle_parts.register("stanza", bundle_part)
        person_anonymised.connect(forget_feed)
        person_deleting.connect(let_go_of_unused_entries)
        register_converter(GameConverter, "game")
        append_only(Draw)
        append_only(EventNotice)
        append_only(RefundDraw)
        back = f"OLD.fee_state = 'refunded' AND ({differs('fee_state', 'refund_id', 'paid_at')})"
        guard(Entry, "UPDATE", "a fee that was refunded stays so", condition=back, about="refund")
        guard_justice()
        said = "what was announced never changes; take it down and announce anew"
        words = differs("event_id", "text", "by_id", "at", "until")
        guard(Announcement, "UPDATE", said, condition=words)
        guard(Announcement, "DELETE", said)
        called = "a call stays as it was made and as it ended"
        facts = differs("game_id", "by_id", "kind", "about", "stanza", "key", "made_at")
        guard(Call, "UPDATE", called, condition=f"OLD.ended <> '' OR {facts}")
        guard(Call, "DELETE", called)
        fixed = differs("club_id", "name", "slug", "basis", "playoff", "consolation", "ties")
        guard(Series, "UPDATE", "who qualifies is fixed when a series is announced", condition=fixed)
        guard_tables()
        guard_slips()
        guard_reports()
        club_closing.connect(keep_what_is_to_come, dispatch_uid="tournaments.keep_what_is_to_come")
        conflict_declared.connect(warn_of_declared, dispatch_uid="tournaments.warn_of_declared")
        bar_imposed.connect(tell_of_bar, dispatch_uid="tournaments.tell_of_bar")
        sanction_cancelling.connect(keep_what_was_played, dispatch_uid="tournaments.keep_what_was_played")
        people_merging.connect(object_to_two_at_once, dispatch_uid="tournaments.object_to_two_at_once")
        people_merging.connect(object_to_own_witness, dispatch_uid="tournaments.object_to_own_witness")
        substituting.connect(object_to_a_signed_seat, dispatch_uid="tournaments.object_to_a_signed_seat")
