"""The site as the last of its apps: ready when everything else is loaded."""

import gc

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "config"
    verbose_name = "The site"

    def ready(self) -> None:
        from config import celery  # noqa: F401 - tasks go to this application once it is there
        from config.wiring import wire

        wire()
        gc.freeze()
        gc.enable()
