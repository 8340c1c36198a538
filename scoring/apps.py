"""The books as a Django app."""

from django.apps import AppConfig

RESULT = ("game_id", "version", "report_id", "at", "corrects_id", "ordered_by_id", "why", "card_game")
SAID = ("number", "code", "person_id", "award_id", "card_game", "degree", "points", "blue", "facts")
PUBLISHED = "(SELECT published_at FROM scoring_roster WHERE id = OLD.roster_id) IS NOT NULL"


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = "The books"

    def ready(self) -> None:
        from sanctioning.guards import append_only, differs, guard
        from sanctioning.signals import people_changed, people_merging
        from scoring.entry_conditions import DEGREE
        from scoring.formats import discover
        from scoring.models import (
            Certificate,
            Certification,
            Confirmation,
            Erratum,
            LedgerEntry,
            Report,
            Roster,
            RosterSheet,
            Settlement,
            SignedHead,
            SigningKey,
            Slip,
            SlipSignature,
            Split,
            StanzaVersion,
        )
        from tournaments.entry_conditions import register

        discover()
        register("degree", DEGREE)
        from sanctioning import waiting
        from sanctioning.services.data_copies import register_papers
        from scoring.selectors.appeal_bundles import bundle_part
        from scoring.selectors.certificates import papers_of
        from scoring.selectors.reported import (
            open_errors_of,
            places_due,
            reported_stanzas,
            slips_of_rounds,
        )
        from scoring.selectors.tills import till_of_slips
        from scoring.selectors.waiting import waits_of_the_books
        from scoring.services.amendments import follow_amendments
        from scoring.services.identity import follow_identity, object_to_own_witness
        from scoring.services.signed_seats import object_to_a_signed_seat
        from tournaments import bundles, reported, till
        from tournaments.signals import record_amended, substituting

        reported.register(reported_stanzas)
        till.register(till_of_slips)
        reported.register_places(places_due)
        reported.register_slips(slips_of_rounds)
        reported.register_open_errors(open_errors_of)
        bundles.register("stanza", bundle_part)
        waiting.register("books", waits_of_the_books)
        register_papers("certificates", papers_of)
        people_merging.connect(object_to_own_witness, dispatch_uid="scoring.object_to_own_witness")
        people_changed.connect(follow_identity, dispatch_uid="scoring.follow_identity")
        record_amended.connect(follow_amendments, dispatch_uid="scoring.follow_amendments")
        substituting.connect(object_to_a_signed_seat, dispatch_uid="scoring.object_to_a_signed_seat")
        append_only(LedgerEntry)
        append_only(SigningKey)
        append_only(SignedHead)
        append_only(Erratum)
        append_only(StanzaVersion)
        append_only(Slip)
        append_only(SlipSignature)
        guard(
            SlipSignature,
            "INSERT",
            "a signature names the reporter of its slip",
            condition="NEW.reporter_id <> (SELECT reporter_id FROM scoring_slip WHERE id = NEW.slip_id)",
        )
        append_only(Settlement)
        decided = "a split stays as it was decided and drawn; undo it and decide another"
        facts = "game_id after_stanza group_count scores waiting returning average decided_by_id decided_at"
        guard(Split, "UPDATE", decided, condition=differs(*facts.split()))
        guard(
            Split,
            "UPDATE",
            decided,
            condition=f"OLD.state <> 'drawing' AND ({differs('draws', 'ranking', 'groups', 'open')}"
            f" OR NEW.state = 'drawing' OR OLD.carried <> '[]' AND ({differs('carried')}))",
            about="made",
        )
        guard(Split, "UPDATE", decided, condition="OLD.state = 'undone'", about="undone")
        guard(Split, "DELETE", decided)
        guard(Split, "TRUNCATE", decided)
        kept = "a report is never written over; send a new version"
        guard(Report, "DELETE", kept)
        guard(
            Report, "UPDATE", kept, condition=differs("game_id", "version", "record", "sha256", "reporter_id")
        )
        guard(
            Confirmation,
            "INSERT",
            "a confirmation names the reporter of its report",
            condition="NEW.reporter_id <> (SELECT reporter_id FROM scoring_report WHERE id = NEW.report_id)",
        )
        guard(Confirmation, "UPDATE", "a confirmation is never changed")
        final = "a certified result is final; a correction is a new version"
        guard(Certification, "DELETE", final)
        guard(
            Certification,
            "UPDATE",
            final,
            condition=differs(*RESULT),
        )
        said = "what a certificate says never changes; issue a replacement"
        guard(Certificate, "DELETE", said)
        guard(
            Certificate,
            "UPDATE",
            said,
            condition=differs(*SAID),
        )
        frozen = "a published roster never changes; issue an erratum"
        guard(Roster, "UPDATE", frozen, condition="OLD.published_at IS NOT NULL")
        guard(Roster, "DELETE", frozen, condition="OLD.published_at IS NOT NULL")
        guard(RosterSheet, "UPDATE", frozen, condition=PUBLISHED)
        guard(RosterSheet, "DELETE", frozen, condition=PUBLISHED)
        guard(RosterSheet, "INSERT", frozen, condition=PUBLISHED.replace("OLD", "NEW"))
