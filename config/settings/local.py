"""The site on one machine: SQLite, a folder as broker, everything it keeps under `var/`, nothing to edit."""

import os
import secrets
import shlex
from contextlib import suppress
from pathlib import Path

from config.settings.environment import Local, read

TOLD = read(Local)  # before `base`, so that all that is wrong is said at once

from config.settings.base import *  # noqa: E402, F403
from config.settings.base import CACHES, MAIL_DIR, MIDDLEWARE, STATIC_ROOT, VAR_DIR  # noqa: E402
from config.settings.broker import folder_broker  # noqa: E402
from config.settings.sqlite import sqlite_database  # noqa: E402
from config.settings.values import BASE_DIR  # noqa: E402
from sanctioning.kit.atomic_files import write_wholly  # noqa: E402


def secret_key_of_this_site() -> str:
    """The site's own key, made at the first start and kept in a file that only its owner can read."""
    path = VAR_DIR / "secret_key"
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        write_wholly(path, [secrets.token_urlsafe(50).encode()], mode=0o600)
    return path.read_text()


def address_of_last_start() -> str:
    """Where the site of this folder is, so that links printed by a command lead to it."""
    with suppress(OSError):
        if address := (VAR_DIR / "running").read_text().strip():
            return address.rstrip("/")
    return "http://localhost:8000"


DEBUG = TOLD.DEBUG
SECRET_KEY = secret_key_of_this_site()
ALLOWED_HOSTS = list(TOLD.ALLOWED_HOSTS)

DATABASES = {"default": sqlite_database(Path(TOLD.DB_NAME or VAR_DIR / "saas.sqlite3"))}

CACHES = {
    **CACHES,
    "progress": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": str(VAR_DIR / "progress"),
    },
}

STREAM_PORT = TOLD.STREAM_PORT

WHITENOISE_USE_FINDERS = True
MIDDLEWARE = ["config.middleware.packed_as_sent", *MIDDLEWARE]
STATIC_ROOT.mkdir(parents=True, exist_ok=True)

CELERY_BROKER_URL = "folder://"
CELERY_BROKER_TRANSPORT_OPTIONS = folder_broker(VAR_DIR / "broker")
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False

if TOLD.EMAIL_HOST:
    EMAIL_HOST = TOLD.EMAIL_HOST
    EMAIL_PORT = TOLD.EMAIL_PORT
    EMAIL_HOST_USER = TOLD.EMAIL_USER
    EMAIL_HOST_PASSWORD = TOLD.EMAIL_PASSWORD.get_secret_value()
    EMAIL_USE_TLS = TOLD.EMAIL_TLS
    DEFAULT_FROM_EMAIL = TOLD.EMAIL_FROM
else:
    DEFAULT_FROM_EMAIL = ""
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = MAIL_DIR
SITE_ADDRESS = TOLD.SITE_ADDRESS or address_of_last_start()
MANAGE = f"SAAS_VAR={shlex.quote(os.path.relpath(VAR_DIR, BASE_DIR))} .venv/bin/python manage.py"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SITE_ADDRESS.startswith("https://")
