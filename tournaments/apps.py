"""The hall as a Django app."""

from django.apps import AppConfig

PLAYED = (
    "(SELECT game.stanzas_played FROM tournaments_game AS game JOIN tournaments_gameplayer AS player"
    " ON player.game_id = game.id WHERE player.id = OLD.player_id)"
)


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "The hall"

    def ready(self) -> None:
        from django.urls import register_converter

        from sanctioning import bar_origins, targets, waiting
        from sanctioning.guards import append_only, differs, guard
        from sanctioning.signals import (
            bar_imposed,
            club_closing,
            conflict_declared,
            people_merging,
            person_anonymised,
            person_deleting,
            sanction_cancelling,
        )
        from tournaments import diary
        from tournaments.addresses import GameConverter
        from tournaments.formats.registry import discover
        from tournaments.justice_guards import guard_justice
        from tournaments.models import (
            Announcement,
            Authorisation,
            Call,
            Draw,
            Entry,
            EventNotice,
            RefundDraw,
            Series,
            Stay,
            TableLink,
        )
        from tournaments.selectors.appeal_dates import dates_of_appeals
        from tournaments.selectors.appeal_waits import waits_of_appeals
        from tournaments.selectors.bar_origins import origins_in_the_hall
        from tournaments.selectors.case_dates import dates_of_cases
        from tournaments.selectors.dates import dates_of_the_hall
        from tournaments.selectors.letter_waiting import waits_of_letters
        from tournaments.selectors.waiting import waits_of_the_hall
        from tournaments.services.conflict_news import warn_of_declared
        from tournaments.services.events import keep_what_is_to_come, keep_what_was_played
        from tournaments.services.feeds import forget_feed
        from tournaments.services.identity import let_go_of_unused_entries, object_to_two_at_once
        from tournaments.services.news import tell_of_bar
        from tournaments.targets import EVENTS

        discover()
        targets.register("hall", EVENTS)
        waiting.register("hall", waits_of_the_hall)
        diary.register("hall", dates_of_the_hall)
        waiting.register("appeals", waits_of_appeals)
        diary.register("appeals", dates_of_appeals)
        waiting.register("letters", waits_of_letters)
        diary.register("letters", dates_of_cases)
        bar_origins.register("hall", origins_in_the_hall)
        person_anonymised.connect(forget_feed)
        person_deleting.connect(let_go_of_unused_entries)
        register_converter(GameConverter, "game")
        append_only(Authorisation)
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
        sat = "who sat at a table, where and since when is never changed"
        guard(
            Stay,
            "UPDATE",
            sat,
            condition=differs(
                "player_id", "since", "returns", "came_from_id", "came_after", "sat_by_id", "sat_at"
            ),
        )
        guard(
            Stay,
            "UPDATE",
            sat,
            condition=f"{PLAYED} >= OLD.since AND ({differs('left_of_id')})",
            about="played",
        )
        guard(
            Stay,
            "UPDATE",
            "a stay neither ends nor goes on before stanzas that were played",
            condition=f"({differs('until')}) AND (OLD.until < {PLAYED} OR NEW.until < {PLAYED})",
            about="until",
        )
        guard(
            Stay,
            "DELETE",
            "a stay of which a stanza was played is never deleted",
            condition=f"{PLAYED} >= OLD.since",
        )
        given = "a link to a table is withdrawn, never changed, opened again or deleted"
        fixed = differs("game_id", "seed", "sha256", "made_by_id", "made_at")
        reopened = f"OLD.withdrawn_at IS NOT NULL AND ({differs('withdrawn_at', 'withdrawn_by_id')})"
        guard(TableLink, "UPDATE", given, condition=f"{fixed} OR {reopened}")
        guard(TableLink, "DELETE", given)
        club_closing.connect(keep_what_is_to_come, dispatch_uid="tournaments.keep_what_is_to_come")
        conflict_declared.connect(warn_of_declared, dispatch_uid="tournaments.warn_of_declared")
        bar_imposed.connect(tell_of_bar, dispatch_uid="tournaments.tell_of_bar")
        sanction_cancelling.connect(keep_what_was_played, dispatch_uid="tournaments.keep_what_was_played")
        people_merging.connect(object_to_two_at_once, dispatch_uid="tournaments.object_to_two_at_once")
