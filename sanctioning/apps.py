"""The authority as a Django app."""

from django.apps import AppConfig
from django.core.checks import register
from django.db.models.signals import post_migrate, pre_migrate


class SanctioningConfig(AppConfig):
    name = "sanctioning"
    verbose_name = "The authority"

    def ready(self) -> None:
        from sanctioning.identity.found_by import bring_trigrams
        from sanctioning.kit.guards.check import install_after_migrate
        from sanctioning.kit.guards.guards import remove_before_migrate
        from sanctioning.kit.installation import checks
        from sanctioning.kit.plugins import plugins_load
        from sanctioning.kit.wording.form_fields import speak_plainly

        register(checks.words_are_compiled)
        register(plugins_load)
        pre_migrate.connect(remove_before_migrate, sender=self, dispatch_uid="sanctioning.no_guards")
        pre_migrate.connect(bring_trigrams, sender=self, dispatch_uid="sanctioning.trigrams")
        post_migrate.connect(install_after_migrate, sender=self, dispatch_uid="sanctioning.kit.guards.guards")
        speak_plainly()
