"""What is the same wherever the site runs.

Nothing here reads a secret, names a machine or chooses a database; `local`, `production` and `test` do.
"""

import gc
from typing import Any

from config.settings.environment import Told, read
from config.settings.schedule import CELERY_BEAT_SCHEDULE  # noqa: F401
from config.settings.sqlite import sqlite_database
from config.settings.values import BASE_DIR

# Nothing that is loaded from here on is garbage, and looking for it takes a quarter of the start;
# `config.apps` lets it be looked for again when everything is there.
gc.disable()

_told = read(Told)
VAR_DIR = _told.VAR

INSTALLED_APPS = [
    "sanctioning.apps.SanctioningConfig",
    "tournaments.apps.TournamentsConfig",
    "scoring.apps.ScoringConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.sitemaps",
    "django_guid",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "drf_spectacular",
    "config.apps.SiteConfig",
]

COUNTING = _told.METRICS_TOKEN.get_secret_value() != ""
MIDDLEWARE = [
    "config.monitoring.probes.probes",
    *(["django_prometheus.middleware.PrometheusBeforeMiddleware"] if COUNTING else []),
    "django_guid.middleware.guid_middleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "config.middleware.content_security",
    "sanctioning.kit.api.counting.counted",
    "config.middleware.no_null_characters",
    "sanctioning.kit.pages.self_renewing.parts_for_visitors",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.middleware.AddressesWithSlash",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "sanctioning.site.middleware.nothing_private_stays",
    "sanctioning.site.middleware.language_of_account",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "sanctioning.setting_up.middleware.set_up_first",
    "sanctioning.kit.request_cache.remembers_while_reading",
    "sanctioning.site.middleware.second_factor_first",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "sanctioning.site.errors.ErrorPages",
    "scoring.practice.middleware.practice_databases",
    "sanctioning.kit.pages.form_pages.leads_to_its_form",
    "sanctioning.site.middleware.SentOnce",
    *(["django_prometheus.middleware.PrometheusAfterMiddleware"] if COUNTING else []),
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "sanctioning.site.context.site",
            ],
            # Every form that carries the token against forgery carries a key of its own as well.
            "builtins": [
                "sanctioning.templatetags.forms",
                "sanctioning.templatetags.controls",
                "sanctioning.templatetags.sentences",
            ],
        },
    },
]

# People sign in with their e-mail address.
AUTH_USER_MODEL = "sanctioning.Account"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AUTHENTICATION_BACKENDS = ["sanctioning.accounts.backends.AccountBackend"]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "my-page"
LOGOUT_REDIRECT_URL = "/"

# Accounts: one confirmed address each, nobody learns who has one, second factor by an app, passkeys and
# recovery codes.
ACCOUNT_ADAPTER = "sanctioning.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = {
    "login_failed_on_own_device": "10/5m/key",
    "confirm_entry": "60/h/ip,5/h/key",
    "sign_in_with": "30/m/ip",
}
ACCOUNT_FORMS = {
    "login": "sanctioning.accounts.forms.SignInForm",
    "signup": "sanctioning.accounts.forms.SignUpForm",
    "add_email": "sanctioning.accounts.forms.ChangeEmailForm",
    "change_password": "sanctioning.accounts.forms.ChangePasswordForm",
    "set_password": "sanctioning.accounts.forms.SetPasswordForm",
    "reset_password": "sanctioning.accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "sanctioning.accounts.forms.NewPasswordForm",
    "reauthenticate": "sanctioning.accounts.forms.ReauthenticateForm",
}
MFA_ADAPTER = "sanctioning.accounts.adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {
    "authenticate": "sanctioning.accounts.forms.CodeForm",
    "authenticate_webauthn": "sanctioning.accounts.forms.ShowPasskeyForm",
    "reauthenticate": "sanctioning.accounts.forms.CodeAgainForm",
    "activate_totp": "sanctioning.accounts.forms.FirstCodeForm",
}
# The federation's identity provider; none where there is no issuer.
SIGN_IN_ISSUER = _told.SIGN_IN_ISSUER
SIGN_IN_CLIENT = _told.SIGN_IN_CLIENT
SIGN_IN_SECRET = _told.SIGN_IN_SECRET.get_secret_value()
SIGN_IN_NAME = _told.SIGN_IN_NAME
# Whoever holds an office that judges or keeps the records signs in with a second factor; never in a demo.
SECOND_FACTOR_REQUIRED = True

# An empty installation shows only how it is set up, and the Managing Executor what is missing.
SET_UP_FIRST = True

# How long a request waits for PostgreSQL, by the server's own settings; on SQLite it waits twenty seconds.
PATIENCE_OF_REQUESTS: dict[str, int] = {}
# Host and port of the PgBouncer through which requests reach the database, if they do.
POOLER: tuple[str, int] | None = None

# What every page shows is kept in the memory of the process that answers: pages need no service but theirs.
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "process": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "process"},
    # How far long transactions are, told by workers; where several processes share it, the settings say how.
    "progress": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "progress"},
    # Boards as they were drawn last, a few hundred kilobytes each at a great event.
    "parts": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "parts",
        "OPTIONS": {"MAX_ENTRIES": 50},
    },
}

# The port of this host that serves streams; none where a proxy has them under the address of the site.
STREAM_PORT: int | None = None

# How long the count in the masthead may lag behind what comes with time alone; any act renews it at once.
WAITING_COUNT_SECONDS = 30

# How many requests a minute the API answers each account, and each address from which nobody is signed in.
API_RATE_OF_ACCOUNT = _told.API_RATE_OF_ACCOUNT
API_RATE_OF_ADDRESS = _told.API_RATE_OF_ADDRESS
API_RATE_OF_WRONG_TOKENS = _told.API_RATE_OF_WRONG_TOKENS

# Whom to write to about games and rules, lines parted by "|"; the address in the text of 1966 is never shown.
CONTACT = _told.CONTACT

# Where clubs pay their fees, lines parted by "|"; it stands beside every open invoice and on its paper.
PAY_TO = _told.PAY_TO

# The one currency of fees, as three letters.
CURRENCY = _told.CURRENCY

# Where webhooks may go though nobody else reaches it.
WEBHOOK_NETWORKS = _told.WEBHOOK_NETWORKS

LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = "Europe/London"
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
MEDIA_ROOT = VAR_DIR / "media"
MEDIA_URL = "/media/"
STORAGES = {
    "default": {"BACKEND": "sanctioning.kit.storage.WholeFileStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# Practice events, a database each, whatever database the authority's own data is in.
PRACTICE_DIR = VAR_DIR / "practice"
PRACTICE_DATABASE = sqlite_database(PRACTICE_DIR, synchronous="OFF")

# The private halves of the keys that sign certificates, one file each; encrypted where there is a passphrase.
SIGNING_KEYS_DIR = _told.SIGNING_KEYS or VAR_DIR / "keys"
SIGNING_PASSPHRASE = _told.SIGNING_PASSPHRASE.get_secret_value()

# A mail server that is silent for longer is tried again; shorter than the lease of the job that waits for it.
EMAIL_TIMEOUT = 30
MAIL_DIR = VAR_DIR / "mail"

SESSION_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "sanctioning.site.errors.form_too_old"
SESSION_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# A play-level record of a long game is some hundred kilobytes; a form never comes near this.
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FILES = 300  # as many records as are sent in together
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000  # a scoresheet of eighty stanzas and ten players has 2,600 cells

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "sanctioning.kit.api.schema.KeyedSchema",
    "DEFAULT_AUTHENTICATION_CLASSES": [
        # First the one that says in `WWW-Authenticate` how to show who asks, so that a stranger gets a 401.
        "sanctioning.accounts.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": ["sanctioning.kit.api.rates.AskedOften"],
    "EXCEPTION_HANDLER": "sanctioning.kit.api.errors.answer_to",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "sanctioning.kit.api.parsing.ReadableJSONParser",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Sanctioning Authority and Associated System",
    "VERSION": "1.0.0",
    # Of 3.0 no validator and no generator agrees what a reference is that may be null.
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_NAME_OVERRIDES": {
        "FeeOwingEnum": "tournaments.entries.models.entry.Entry.OWING",
        "FieldKindEnum": ["whole", "choice", "cards", "text", "lines", "rows"],
        "FeeByHandEnum": "tournaments.entries.models.entry.Entry.BY_HAND",
        "ClubStateEnum": "sanctioning.clubs.models.Club.State",
        "SanctionStateEnum": "sanctioning.sanctions.models.Sanction.State",
        "JobStateEnum": "sanctioning.kit.jobs.models.Job.State",
        "GameStateEnum": "tournaments.games.models.Game.State",
        "EntryStateEnum": "tournaments.entries.models.entry.Entry.State",
        "RoundKindEnum": "tournaments.rounds.models.round.Round.Kind",
        "CallKindEnum": "tournaments.calls.models.Call.Kind",
        "AppealStateEnum": "tournaments.justice.appeals.selectors.appeals.AppealState.__args__",
        "CaseStateEnum": "tournaments.justice.cases.selectors.cases.CaseState.__args__",
        "CertificateStateEnum": "scoring.certificates.models.Certificate.State",
        "RosterStateEnum": "scoring.rosters.models.Roster.State",
        "ImportStateEnum": "scoring.imports.models.Import.State",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "sanctioning.kit.api.schema.closed_bodies",
        "tournaments.formats.record_schemas.with_record_formats",
        "sanctioning.kit.api.errors.described",
        "sanctioning.kit.lists.schema.with_partial_lines",
        "sanctioning.kit.api.schema.in_parts",
        "sanctioning.accounts.schema.with_scopes",
        "sanctioning.authority.schema.titled",
        "sanctioning.webhooks.schema.with_messages",
        "sanctioning.api_docs.examples.with_examples",
    ],
}

# The job table is the truth, so a message carries nothing but a row's number, is acknowledged at once and
# leaves no result; a broker that does not answer is given up quickly, for the sweeper rings again.
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_DEFAULT_QUEUE = "jobs"
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 8
CELERY_WORKER_MAX_TASKS_PER_CHILD = 500
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")

# How long a job that is done stays in the table.
KEEP_JOBS_DAYS = _told.KEEP_JOBS_DAYS

# How the site is watched: docs/operator.md, Watching it.
METRICS_TOKEN = _told.METRICS_TOKEN.get_secret_value()
SENTRY_DSN = _told.SENTRY_DSN.get_secret_value()
SLOW_STATEMENT_SECONDS = _told.SLOW_STATEMENT_SECONDS
ADMINS = [("", address) for address in _told.ERRORS_TO]
EMAIL_SUBJECT_PREFIX = "[SAAS] "
# What a worker and the clock touch at every turn, where something looks at it.
ALIVE_FILE = _told.ALIVE_FILE
DJANGO_GUID = {"GUID_HEADER_NAME": "X-Request-ID", "EXPOSE_HEADER": False}

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "request": {"()": "django_guid.log_filters.CorrelationId", "correlation_id_field": "request_id"}
    },
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s]: %(message)s"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s %(process)d %(request_id)s %(message)s",
            "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
        },
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": _told.LOG_FORMAT,
            "filters": ["request"],
        },
        "mail": {"class": "config.monitoring.errors.ErrorMail", "filters": ["request"]},
    },
    "root": {"handlers": ["console", "mail"] if ADMINS else ["console"], "level": _told.LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django_guid": {"level": "ERROR"},
        "fontTools": {"level": "WARNING"},
        "pikepdf": {"level": "WARNING"},
        "weasyprint": {"level": "ERROR"},
        "kombu.connection": {"level": "ERROR"},
        "celery.beat": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
    },
}
