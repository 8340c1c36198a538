"""The authority as a Django app."""

from django.apps import AppConfig
from django.core.checks import register
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.module_loading import autodiscover_modules

# A sanction with a fee becomes granted while its invoice is open, or before there is one.
UNPAID = (
    "NEW.state = 'granted' AND OLD.state <> 'granted' AND NEW.fee > 0 AND COALESCE("
    "(SELECT SUM(entry.amount) FROM sanctioning_feeentry entry JOIN sanctioning_invoice invoice "
    "ON invoice.id = entry.invoice_id WHERE invoice.sanction_id = NEW.id), 1) > 0"
)
# The balance is not that of all entries, or an invoice would come below nothing.
DOES_NOT_ADD_UP = (
    "NEW.balance <> NEW.amount + COALESCE("
    "(SELECT SUM(amount) FROM sanctioning_feeentry WHERE club_id = NEW.club_id), 0) "
    "OR NEW.invoice_id IS NOT NULL AND NEW.amount + COALESCE("
    "(SELECT SUM(amount) FROM sanctioning_feeentry WHERE invoice_id = NEW.invoice_id), 0) < 0"
)
INTO_A_MERGED_ONE = (
    "NEW.merged_into_id IS NOT NULL AND "
    "(SELECT merged_into_id FROM sanctioning_person WHERE id = NEW.merged_into_id) IS NOT NULL"
)
# Another term of the same person in the same office shares a day with this one.
OVERLAPS = (
    "EXISTS (SELECT 1 FROM sanctioning_appointment other "
    "WHERE other.person_id = NEW.person_id AND other.office = NEW.office "
    "AND COALESCE(other.club_id, 0) = COALESCE(NEW.club_id, 0) "
    "AND other.first_day <= COALESCE(NEW.last_day, '9999-12-31') "
    "AND COALESCE(other.last_day, '9999-12-31') >= NEW.first_day"
)


class SanctioningConfig(AppConfig):
    name = "sanctioning"
    verbose_name = "The authority"

    def ready(self) -> None:
        from sanctioning.bars.models import Bar
        from sanctioning.fees.models import CreditNote, FeeEntry, Invoice, Payment, Refund
        from sanctioning.kit.audit.models import AuditEntry
        from sanctioning.kit.guards import guards
        from sanctioning.kit.guards.check import install_after_migrate
        from sanctioning.kit.installation import checks
        from sanctioning.kit.messages.models import Message
        from sanctioning.kit.wording.form_fields import speak_plainly
        from sanctioning.law.models.levels import Level
        from sanctioning.law.models.versions import Articles, FeeSchedule, RuleSet
        from sanctioning.offices.models.office import Appointment, DeclaredConflict
        from sanctioning.people.models.identity import Merge
        from sanctioning.people.models.person import Person
        from sanctioning.sanctions.models import Sanction
        from sanctioning.signing.models import SigningKey

        register(checks.words_are_compiled)
        for ledger in (AuditEntry, FeeEntry, Payment, CreditNote, Refund, SigningKey):
            guards.append_only(ledger)
        for law in (Articles, RuleSet, FeeSchedule):
            said = f"adopted {law._meta.verbose_name_plural} are never edited; adopt a new version"
            guards.guard(law, "UPDATE", said, condition="OLD.adopted_at IS NOT NULL")
            guards.guard(law, "DELETE", said, condition="OLD.adopted_at IS NOT NULL")
            given_up = f"withdrawn {law._meta.verbose_name_plural} are never edited; draft a new version"
            over = "OLD.withdrawn_at IS NOT NULL"
            guards.guard(law, "UPDATE", given_up, condition=over, about="withdrawn")
            guards.guard(law, "DELETE", given_up, condition=over, about="withdrawn")
        guards.guard(Bar, "DELETE", "a bar is lifted, never deleted")
        imposed = guards.differs("person_id", "first_day", "last_day", "why", "imposed_by_id", "imposed_at")
        reach = "CAST(OLD.reach AS TEXT) <> CAST(NEW.reach AS TEXT)"
        lifted = f"OLD.lifted_at IS NOT NULL OR {reach} OR {imposed}"
        guards.guard(Bar, "UPDATE", "a bar is only lifted, once", condition=lifted)
        guards.guard(
            Level,
            "UPDATE",
            "what a level is never changes; retire it and add another",
            condition=guards.differs("slug", "restricted", "playoff", "special_event"),
        )
        law_kept = guards.differs(
            *("number", "level_id", "type_id", "articles_id", "rule_set_id", "applied_under_id")
        )
        guards.guard(
            Sanction,
            "UPDATE",
            "a granted sanction keeps its number, level, type, Articles and rule set",
            condition=f"OLD.number IS NOT NULL AND ({law_kept})",
        )
        guards.guard(
            Sanction, "UPDATE", "a sanction is granted when its fee is paid", condition=UNPAID, about="unpaid"
        )
        guards.guard(FeeEntry, "INSERT", "the entries of an account add up", condition=DOES_NOT_ADD_UP)
        kept = "what an invoice asks never changes; issue a credit note"
        guards.guard(Invoice, "DELETE", kept)
        asked = guards.differs(
            *("number", "club_id", "sanction_id", "text", "amount", "currency", "issued_on", "due_on")
        )
        guards.guard(Invoice, "UPDATE", kept, condition=asked)
        said = guards.differs(
            *("key", "kind", "thing_type", "thing_id", "occasion", "subject", "text", "path", "at")
        )
        guards.guard(Message, "UPDATE", "what a message says never changes", condition=said)
        kept = "a merge is undone and never changed"
        guards.guard(Merge, "DELETE", kept)
        stood = guards.differs("kept_id", "merged_id", "reason", "at", "by_id")
        guards.guard(Merge, "UPDATE", kept, condition=f"OLD.undone_at IS NOT NULL OR {stood}")
        guards.guard(
            Person, "UPDATE", "a record is merged into one that is kept", condition=INTO_A_MERGED_ONE
        )
        overlap = "two terms of one person in one office never overlap"
        guards.guard(Appointment, "INSERT", overlap, condition=f"{OVERLAPS})")
        guards.guard(Appointment, "UPDATE", overlap, condition=f"{OVERLAPS} AND other.id <> NEW.id)")
        guards.guard(
            Appointment,
            "DELETE",
            "a term that has begun is never deleted; end it",
            condition="OLD.first_day <= CURRENT_DATE",
        )
        guards.guard(DeclaredConflict, "DELETE", "a declared conflict is never deleted; end it")
        declared = guards.differs("with_person_id", "with_club_id", "reason", "first_day")
        guards.guard(
            DeclaredConflict, "UPDATE", "a declared conflict is ended, not changed", condition=declared
        )
        pre_migrate.connect(guards.remove_before_migrate, sender=self, dispatch_uid="sanctioning.no_guards")
        post_migrate.connect(install_after_migrate, sender=self, dispatch_uid="sanctioning.kit.guards.guards")
        from sanctioning.kit.waiting import registry as waiting
        from sanctioning.waiting import waits_of_the_authority

        waiting.register("authority", waits_of_the_authority)
        speak_plainly()
        # Every process that asks for a job must know its kind, not only the worker.
        autodiscover_modules("tasks")
