"""Scoring as a Django app."""

from django.apps import AppConfig

RESULT = ("game_id", "version", "report_id", "at", "corrects_id", "ordered_by_id", "why", "card_game")
SAID = ("number", "code", "person_id", "award_id", "card_game", "degree", "points", "blue", "facts")
PUBLISHED = "(SELECT published_at FROM scoring_roster WHERE id = OLD.roster_id) IS NOT NULL"


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = "Scoring"

    def ready(self) -> None:
        from sanctioning.kit.guards.guards import append_only, differs, guard
        from sanctioning.kit.waiting import registry as waiting
        from sanctioning.people.services.data_copies import register_papers
        from sanctioning.signals import people_changed
        from scoring.certificates.models import Certificate
        from scoring.certificates.selectors.certificates import papers_of
        from scoring.degrees.entry_condition import DEGREE
        from scoring.degrees.services.merged_people import follow_identity
        from scoring.ledger.models.head import SignedHead
        from scoring.ledger.models.ledger import LedgerEntry
        from scoring.results.models import Certification
        from scoring.results.services.amendments import follow_amendments
        from scoring.rosters.models import Erratum, Roster, RosterSheet
        from scoring.waiting import waits_of_scoring
        from tournaments.events.entry_conditions import register
        from tournaments.signals import record_amended

        register("degree", DEGREE)
        waiting.register("scoring", waits_of_scoring)
        register_papers("certificates", papers_of)
        people_changed.connect(follow_identity, dispatch_uid="scoring.follow_identity")
        record_amended.connect(follow_amendments, dispatch_uid="scoring.follow_amendments")
        append_only(LedgerEntry)
        append_only(SignedHead)
        append_only(Erratum)
        final = "a certified result is final; a correction is a new version"
        guard(Certification, "DELETE", final)
        guard(Certification, "UPDATE", final, condition=differs(*RESULT))
        said = "what a certificate says never changes; issue a replacement"
        guard(Certificate, "DELETE", said)
        guard(Certificate, "UPDATE", said, condition=differs(*SAID))
        frozen = "a published roster never changes; issue an erratum"
        guard(Roster, "UPDATE", frozen, condition="OLD.published_at IS NOT NULL")
        guard(Roster, "DELETE", frozen, condition="OLD.published_at IS NOT NULL")
        guard(RosterSheet, "UPDATE", frozen, condition=PUBLISHED)
        guard(RosterSheet, "DELETE", frozen, condition=PUBLISHED)
        guard(RosterSheet, "INSERT", frozen, condition=PUBLISHED.replace("OLD", "NEW"))
