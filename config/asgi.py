"""The ASGI entrance of the site."""

import os

from django.core.asgi import get_asgi_application

from config.database.of_requests import wait_as_a_request

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

application = get_asgi_application()
wait_as_a_request()
