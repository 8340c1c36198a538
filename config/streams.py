"""The entrance of the process that serves streams, and nothing else: no app, no model, no page is loaded."""

import os
import resource

from django.apps import apps
from django.conf import settings
from django.utils.log import configure_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
apps.populate(())

from tournaments.streams.server import Streams  # noqa: E402
from tournaments.streams.trail import Trail  # noqa: E402

# A stream is an open file; most systems allow a thousand until they are asked for more.
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
application = Streams(Trail())
