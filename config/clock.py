"""The clock: sends the tasks of the schedule by their names. What they do only the worker loads.

The schedule is `config.settings.schedule`. The clock neither sets Django up nor looks for tasks, which takes
four times as long as all else of its start.
"""

import os

from celery import Celery

from config import folder_broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

folder_broker.register()

app = Celery("saas", fixups=[], set_as_current=False)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_scheduler = "config.signs_of_life:SchedulerThatGivesSigns"
