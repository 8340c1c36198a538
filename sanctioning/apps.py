"""The institution as a Django app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.module_loading import autodiscover_modules


class SanctioningConfig(AppConfig):
    name = "sanctioning"
    verbose_name = "The institution"

    def ready(self) -> None:
        from sanctioning import guards
        from sanctioning.models import Articles, AuditEntry, RuleSet, Sanction

        guards.append_only(AuditEntry)
        for law in (Articles, RuleSet):
            said = f"adopted {law._meta.verbose_name_plural} are never edited; adopt a new version"
            guards.guard(law, "UPDATE", said, condition="OLD.adopted_at IS NOT NULL")
            guards.guard(law, "DELETE", said, condition="OLD.adopted_at IS NOT NULL")
        law_kept = guards.differs("number", "level_id", "type_id", "articles_id", "rule_set_id")
        guards.guard(
            Sanction,
            "UPDATE",
            "a granted sanction keeps its number, level, type, Articles and rule set",
            condition=f"OLD.number IS NOT NULL AND ({law_kept})",
        )
        post_migrate.connect(guards.install_after_migrate, sender=self, dispatch_uid="sanctioning.guards")
        # Every process that asks for a job must know its kind, not only the worker.
        autodiscover_modules("tasks")
