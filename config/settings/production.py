"""The site in earnest: PostgreSQL, Redis, everything told by the environment (docs/operator.md lists it)."""

from config.settings.environment import Production, read

TOLD = read(Production)  # before `base`, so that all that is wrong is said at once

from config.database_timeouts import as_options, patience  # noqa: E402
from config.settings.base import *  # noqa: E402, F403
from config.settings.base import CACHES, STATIC_ROOT, STORAGES  # noqa: E402
from config.settings.broker import redis_broker  # noqa: E402
from config.settings.object_store import object_store  # noqa: E402

DEBUG = False
SECRET_KEY = TOLD.SECRET_KEY.get_secret_value()
ALLOWED_HOSTS = list(TOLD.ALLOWED_HOSTS)
SITE_ADDRESS = TOLD.SITE_ADDRESS
MANAGE = "deploy/manage"
CSRF_TRUSTED_ORIGINS = [SITE_ADDRESS]

# Connections are kept, not pooled: as fast, and a pool's threads would not survive the worker's fork.
DATABASES = {
    "default": {
        "ENGINE": "config.database.postgresql",
        "NAME": TOLD.DB_NAME,
        "USER": TOLD.DB_USER,
        "PASSWORD": TOLD.DB_PASSWORD.get_secret_value(),
        "HOST": TOLD.DB_HOST,
        "PORT": TOLD.DB_PORT,
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        # Of jobs and commands; a statement of theirs may take as long as it needs.
        "OPTIONS": {
            "options": as_options(patience(lock=60, statement=0, idle=900)),
            # Of several servers the one that writes, whichever it is by then.
            **({"target_session_attrs": "read-write"} if "," in TOLD.DB_HOST else {}),
        },
    }
}

PATIENCE_OF_REQUESTS = patience(
    lock=TOLD.DB_LOCK_SECONDS, statement=TOLD.DB_STATEMENT_SECONDS, idle=TOLD.DB_IDLE_SECONDS
)
POOLER = TOLD.DB_POOLED

STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
if TOLD.S3_BUCKET:
    STORAGES["default"] = object_store(
        bucket=TOLD.S3_BUCKET,
        endpoint=TOLD.S3_ENDPOINT,
        region=TOLD.S3_REGION,
        key=TOLD.S3_KEY.get_secret_value(),
        secret=TOLD.S3_SECRET.get_secret_value(),
    )
STATIC_ROOT = TOLD.STATIC or STATIC_ROOT
# Every page names a file with the hash of its content; the files without are neither kept nor packed.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# Attempts are counted for all processes together while Redis answers, each visitor by the address that the
# proxy saw.
SHARED = {"BACKEND": "config.cache.SharedOrOwnCache", "LOCATION": TOLD.CACHE_URL}
CACHES = {**CACHES, "default": SHARED, "progress": SHARED}
ALLAUTH_TRUSTED_PROXY_COUNT = TOLD.PROXIES
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"

CELERY_BROKER_URL = TOLD.BROKER_URL
CELERY_BROKER_TRANSPORT_OPTIONS = redis_broker()

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = TOLD.SSL_REDIRECT
SECURE_HSTS_SECONDS = TOLD.HSTS_SECONDS
# Whether other sites under the same domain speak https is not this site's to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True

EMAIL_HOST = TOLD.EMAIL_HOST
EMAIL_PORT = TOLD.EMAIL_PORT
EMAIL_HOST_USER = TOLD.EMAIL_USER
EMAIL_HOST_PASSWORD = TOLD.EMAIL_PASSWORD.get_secret_value()
EMAIL_USE_TLS = TOLD.EMAIL_TLS
DEFAULT_FROM_EMAIL = TOLD.EMAIL_FROM
