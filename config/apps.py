"""The site as the last of its apps: ready when everything else is loaded."""

import gc

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "config"
    verbose_name = "The site"

    def ready(self) -> None:
        from config import celery  # noqa: F401 - tasks go to this application once it is there
        from config.database.slow_statements import log_slow_statements
        from config.monitoring.errors import tell_sentry
        from sanctioning.kit.registry import Registry

        Registry.wired_by(_wire)
        log_slow_statements()
        tell_sentry()
        gc.freeze()
        gc.enable()


def _wire() -> None:
    # What answers is half of the site; a command that asks nothing need not wait for it to load.
    from config.wiring import wire

    wire()
