"""The site under test: SQLite and a folder as broker, or what the environment names.

`SAAS_DB_HOST` (a socket folder) and `SAAS_DB_PORT` choose PostgreSQL, `SAAS_BROKER_URL` chooses Redis; the
test run starts both for itself. Without them nothing but this tree is needed.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from config.settings.environment import UnderTest, read

TOLD = read(UnderTest)

from config.settings.base import *  # noqa: E402, F403
from config.settings.base import LOGGING, MIDDLEWARE  # noqa: E402
from config.settings.broker import folder_broker, redis_broker  # noqa: E402
from config.settings.sqlite import sqlite_database  # noqa: E402

DEBUG = False
SECRET_KEY = "only-for-tests"
ALLOWED_HOSTS = ["*"]
SITE_ADDRESS = "http://testserver"
MANAGE = "python manage.py"
# Most tests look at sites that are set up in part or not at all; those of setting up switch it on.
SET_UP_FIRST = False
MIDDLEWARE = ["tests.support.traffic.note_traffic", *MIDDLEWARE, "tests.support.layout.without_layout"]


def folder_of_this_run() -> Path:
    """Where the tests may write: the folder that the environment names, or one that goes with the process."""
    if "VAR" in TOLD.model_fields_set:
        return TOLD.VAR
    path = Path(tempfile.mkdtemp(prefix="saas-test-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


VAR_DIR = folder_of_this_run()
MEDIA_ROOT = VAR_DIR / "media"
STATIC_ROOT = VAR_DIR / "static"
PRACTICE_DIR = VAR_DIR / "practice"
SIGNING_KEYS_DIR = VAR_DIR / "keys"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")


def database_under_test() -> dict[str, Any]:
    """PostgreSQL if the environment names its host, a file of SQLite otherwise."""
    if TOLD.DB_HOST:
        return {
            "ENGINE": "config.database.postgresql",
            "NAME": TOLD.DB_NAME or "postgres",
            "USER": TOLD.DB_USER,
            "HOST": TOLD.DB_HOST,
            "PORT": TOLD.DB_PORT,
            "CONN_MAX_AGE": 600,
            "TEST": {"NAME": TOLD.TEST_DB_NAME},
        }
    path = TOLD.DB_NAME or VAR_DIR / "saas.sqlite3"
    database = sqlite_database(Path(path), synchronous="OFF")
    database["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}
    return database


DATABASES = {"default": database_under_test()}

# Test processes side by side each have a queue of their own, and their workers inherit its name.
CELERY_TASK_DEFAULT_QUEUE = f"jobs-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"

if TOLD.BROKER_URL:
    CELERY_BROKER_URL = TOLD.BROKER_URL
    CELERY_BROKER_TRANSPORT_OPTIONS = redis_broker()
else:
    CELERY_BROKER_URL = "folder://"
    CELERY_BROKER_TRANSPORT_OPTIONS = folder_broker(VAR_DIR / "broker")
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False

WHITENOISE_USE_FINDERS = True
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
# Each client of a test loads the middleware again: a file is looked up when asked for, not listed with all.
WHITENOISE_AUTOREFRESH = True
# Tests ask more often than anybody; its own tests ask for a bound.
API_RATE_OF_ACCOUNT = API_RATE_OF_ADDRESS = API_RATE_OF_WRONG_TOKENS = 0
# Tests of everything else sign their people in without one; its own tests ask for it.
SECOND_FACTOR_REQUIRED = False
# The first makes what tests write; the demo season is made as a site makes it.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.MD5PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
LOGGING = {**LOGGING, "root": {"handlers": ["console"], "level": "WARNING"}}
