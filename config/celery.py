"""The Celery application. It carries jobs out; which jobs there are is known by the job table alone."""

import os

from celery import Celery

from config import folder_broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

folder_broker.register()
app = Celery("saas")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
