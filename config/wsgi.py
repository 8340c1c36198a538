"""The WSGI entrance of the site."""

import os
from functools import partial

from django.core.wsgi import get_wsgi_application

from config.room import with_room

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

application = partial(with_room, get_wsgi_application())
