"""Settings, addresses and the Celery application: what ties the floors into one site."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
