"""The site in earnest: PostgreSQL, Redis, everything told by the environment (docs/operator.md lists it)."""

import os

from config.settings.base import *  # noqa: F403
from config.settings.base import CACHES, STORAGES
from config.settings.broker import redis_broker

DEBUG = False
SECRET_KEY = os.environ["SAAS_SECRET_KEY"]
ALLOWED_HOSTS = os.environ["SAAS_ALLOWED_HOSTS"].split(",")
SITE_ADDRESS = os.environ["SAAS_SITE_ADDRESS"]
CSRF_TRUSTED_ORIGINS = [SITE_ADDRESS]

# Connections are kept, not pooled: as fast, and a pool's threads would not survive the worker's fork.
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": os.environ.get("SAAS_DB_NAME", "saas"),
        "USER": os.environ.get("SAAS_DB_USER", "saas"),
        "PASSWORD": os.environ.get("SAAS_DB_PASSWORD", ""),
        "HOST": os.environ.get("SAAS_DB_HOST", ""),
        "PORT": os.environ.get("SAAS_DB_PORT", ""),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }
}

STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# Every page names a file with the hash of its content; the files without are neither kept nor packed.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# Attempts are counted for all processes together, each visitor by the address that the proxy saw.
CACHES = {
    **CACHES,
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": os.environ.get("SAAS_CACHE_URL", "redis://localhost:6379/1"),
    },
}
ALLAUTH_TRUSTED_PROXY_COUNT = int(os.environ.get("SAAS_PROXIES", "1"))
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"

CELERY_BROKER_URL = os.environ.get("SAAS_BROKER_URL", "redis://localhost:6379/0")
CELERY_BROKER_TRANSPORT_OPTIONS = redis_broker()

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = os.environ.get("SAAS_SSL_REDIRECT", "1") == "1"
SECURE_HSTS_SECONDS = int(os.environ.get("SAAS_HSTS_SECONDS", "31536000"))
# Whether other sites under the same domain speak https is not this site's to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True

EMAIL_HOST = os.environ.get("SAAS_EMAIL_HOST", "localhost")
EMAIL_PORT = int(os.environ.get("SAAS_EMAIL_PORT", "25"))
EMAIL_HOST_USER = os.environ.get("SAAS_EMAIL_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("SAAS_EMAIL_PASSWORD", "")
EMAIL_USE_TLS = os.environ.get("SAAS_EMAIL_TLS", "0") == "1"
DEFAULT_FROM_EMAIL = os.environ.get("SAAS_EMAIL_FROM", "saas@localhost")
