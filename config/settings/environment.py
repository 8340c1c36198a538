"""What the environment tells the site: each variable once, with its type, its bounds and its default.

Purpose: settings read nothing of the environment but this. `read` takes all of it at once, so that whoever
starts the site learns everything that is wrong with it from one attempt.
Invariants: an empty value is none; a yes or no is one however it is commonly spelled, and anything else is
refused; nothing that is said of a fault shows a secret.
Term: told (what the environment says, read). A variable may also be a file of its name in `SAAS_SECRETS`.
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from config.settings.values import (
    A_PORT,
    A_REDIS,
    BASE_DIR,
    DAY,
    ISSUER_DESCRIPTION,
    REASON,
    SHORTEST_KEY,
    SITE_ADDRESS_DESCRIPTION,
    Addresses,
    Count,
    Folder,
    Hosts,
    IssuerAddress,
    Networks,
    Pooler,
    Port,
    Seconds,
    Secret,
    SiteAddress,
    Text,
    WholePath,
    YesOrNo,
    hard_to_guess,
    redis,
    upper,
    wrong,
)

PREFIX: Final = "SAAS_"
SECRETS: Final = "SAAS_SECRETS"
"""Names the folder whose files are secrets: each has the name of its variable."""
NEW_KEY: Final = "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
# Read before there are any settings.
OF_COMMANDS: Final = frozenset({"SAAS_ENV", SECRETS})


class SettingsWrong(ImproperlyConfigured):
    """Everything that is wrong with the environment, a sentence each."""


class Told(BaseSettings):
    """What any way of running the site may be told."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        case_sensitive=True,
        frozen=True,
        hide_input_in_errors=True,
        extra="ignore",
    )

    VAR: Folder = BASE_DIR / "var"
    CONTACT: Text = ""
    PAY_TO: Text = ""
    CURRENCY: Annotated[
        str, Field(pattern="^[A-Z]{3}$", description="three capital letters are needed, such as GBP")
    ] = "GBP"
    API_RATE_OF_ACCOUNT: Count = 1200
    API_RATE_OF_ADDRESS: Count = 600
    API_RATE_OF_WRONG_TOKENS: Count = 20
    SIGNING_KEYS: Annotated[Folder | None, Field(description="the path of a folder is needed")] = None
    SIGNING_PASSPHRASE: Secret = SecretStr("")
    WEBHOOK_NETWORKS: Networks = ()
    SIGN_IN_ISSUER: Annotated[IssuerAddress | Literal[""], Field(description=ISSUER_DESCRIPTION)] = ""
    SIGN_IN_CLIENT: Annotated[
        str, Field(description="the name that the identity provider gave this site is needed")
    ] = ""
    SIGN_IN_SECRET: Annotated[
        SecretStr,
        Field(description="the secret that the identity provider gave this site is needed"),
    ] = SecretStr("")
    SIGN_IN_NAME: Annotated[str, Field(description="what people call the identity provider is needed")] = ""
    LOG_LEVEL: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"],
        BeforeValidator(upper),
        Field(description="write DEBUG, INFO, WARNING, ERROR or CRITICAL"),
    ] = "INFO"
    KEEP_JOBS_DAYS: Annotated[int, Field(ge=30, description="a number of days from 30 is needed")] = 365
    LOG_FORMAT: Annotated[Literal["line", "json"], Field(description="write line or json")] = "line"
    METRICS_TOKEN: Secret = SecretStr("")
    SENTRY_DSN: Secret = SecretStr("")
    ERRORS_TO: Addresses = ()
    SLOW_STATEMENT_SECONDS: Seconds = 1
    ALIVE_FILE: WholePath | None = Field(
        None, description="the whole path of a file is needed, such as /tmp/saas-alive"
    )

    @field_validator("SIGN_IN_CLIENT", "SIGN_IN_NAME", "SIGN_IN_SECRET")
    @classmethod
    def _goes_with_an_issuer(cls, value: str | SecretStr, info: ValidationInfo) -> str | SecretStr:
        """An identity provider is told wholly or not at all."""
        issuer, there = info.data.get("SIGN_IN_ISSUER"), bool(value)
        if issuer is not None and bool(issuer) != there:
            raise wrong("SAAS_SIGN_IN_ISSUER is set" if issuer else "SAAS_SIGN_IN_ISSUER is missing")
        return value


class Local(Told):
    """The site on one machine, and the command that starts it."""

    DEMO: YesOrNo = True
    DEBUG: YesOrNo = False
    ALLOWED_HOSTS: Hosts = ("localhost", "127.0.0.1", "[::1]")
    SITE_ADDRESS: SiteAddress | Literal[""] = Field("", description=SITE_ADDRESS_DESCRIPTION)
    DB_NAME: Text = ""
    HOST: Text = "127.0.0.1"
    HTTPS: YesOrNo = False
    PORT: Annotated[int | None, A_PORT] = None
    STREAM_PORT: Annotated[int | None, A_PORT] = None
    EMAIL_HOST: Text = ""
    EMAIL_PORT: Port = 25
    EMAIL_USER: Text = ""
    EMAIL_PASSWORD: Secret = SecretStr("")
    EMAIL_TLS: YesOrNo = False
    EMAIL_FROM: Text = ""


class Production(Told):
    """The site in earnest."""

    VAR: WholePath = BASE_DIR / "var"
    SIGNING_KEYS: Annotated[
        WholePath | None,
        Field(description="the whole path of a folder is needed, such as /srv/saas/var/keys"),
    ] = None
    STATIC: WholePath | None = Field(
        None, description="the whole path of a folder is needed, such as /srv/saas/var/static"
    )
    SECRET_KEY: Annotated[
        SecretStr,
        AfterValidator(hard_to_guess),
        Field(
            description=f"a long random text is needed, of {SHORTEST_KEY} characters or more, made once and "
            f"kept: {NEW_KEY}; with a new key in place of an old one, second factors have to be reset "
            "(docs/operator.md, Upgrade)",
        ),
    ]
    ALLOWED_HOSTS: Hosts
    SITE_ADDRESS: SiteAddress
    DB_NAME: Text = "saas"
    DB_USER: Text = "saas"
    DB_PASSWORD: Secret = SecretStr("")
    DB_HOST: Text = ""
    DB_PORT: Port = 5432
    DB_POOLED: Pooler | None = Field(
        None, description="host and port of a PgBouncer are needed, such as localhost:6432"
    )
    DB_LOCK_SECONDS: Seconds = 5
    DB_STATEMENT_SECONDS: Seconds = 30
    DB_IDLE_SECONDS: Seconds = 60
    BROKER_URL: Annotated[str, redis("redis", "rediss", "redis+socket"), A_REDIS] = "redis://localhost:6379/0"
    CACHE_URL: Annotated[str, redis("redis", "rediss", "unix"), A_REDIS] = "redis://localhost:6379/1"
    S3_BUCKET: Text = ""
    S3_ENDPOINT: Annotated[
        str, Field(pattern=r"^(https?://\S+)?$", description="the address of the object store is needed")
    ] = ""
    S3_REGION: Text = ""
    S3_KEY: Secret = SecretStr("")
    S3_SECRET: Secret = SecretStr("")
    PROXIES: Annotated[int, Field(ge=0, le=20, description="a whole number from 0 to 20 is needed")] = 1
    SSL_REDIRECT: YesOrNo = True
    HSTS_SECONDS: Annotated[int, Field(ge=0, description="a whole number of seconds is needed")] = 365 * DAY
    EMAIL_HOST: Text = "localhost"
    EMAIL_PORT: Port = 25
    EMAIL_USER: Text = ""
    EMAIL_PASSWORD: Secret = SecretStr("")
    EMAIL_TLS: YesOrNo = False
    EMAIL_FROM: Text = ""

    @field_validator("SITE_ADDRESS")
    @classmethod
    def _is_answered(cls, address: str, info: ValidationInfo) -> str:
        """People can sign in there: cookies go by https alone, and a request to another host is refused."""
        # Half of Django, which the process that starts a local site has no use for.
        from django.http.request import validate_host

        site, hosts = urlsplit(address), info.data.get("ALLOWED_HOSTS")
        if site.scheme != "https":
            raise wrong("nobody can sign in by http")
        if hosts and not validate_host(site.netloc.rpartition(":")[0] if site.port else site.netloc, hosts):
            raise wrong(f"SAAS_ALLOWED_HOSTS does not name {site.hostname}, so its pages are refused")
        return address


class UnderTest(Told):
    """The site under test; `DB_HOST` chooses PostgreSQL, `BROKER_URL` Redis."""

    DB_NAME: Text = ""
    DB_USER: Text = "postgres"
    DB_HOST: Text = ""
    DB_PORT: Port = 5432
    TEST_DB_NAME: Text = "test_saas"
    BROKER_URL: Text = ""


Way = TypeVar("Way", bound=Told)


def read(way: type[Way]) -> Way:
    """All that one way of running the site is told, or `SettingsWrong` with every fault."""
    faults = _not_taken() if way is Production else []
    folder, fault = _folder_of_secrets()
    if fault:
        raise SettingsWrong(_said([fault]))
    settings = None
    try:
        settings = way(_secrets_dir=folder)  # type: ignore[call-arg]
    except ValidationError as wrong:
        reasons = {
            str(error["loc"][0]): error["msg"] if error["type"] == REASON else ""
            for error in reversed(wrong.errors())
        }
        faults += [_sentence(way, name, reason) for name, reason in reasons.items()]
    if settings is None or faults:
        raise SettingsWrong(_said(faults))
    return settings


def _folder_of_secrets() -> tuple[str | None, str]:
    """Where it is, and what is wrong with it; nowhere where none is named."""
    folder = os.environ.get(SECRETS)
    if not folder:
        return None, ""
    try:
        files = [path for path in Path(folder).iterdir() if path.name.startswith(PREFIX)]
        unread = [path.name for path in files if not os.access(path, os.R_OK)]
    except OSError as failure:
        return folder, f"{SECRETS} is “{folder}”, which cannot be read: {failure.strerror}."
    if unread:
        return folder, f"{SECRETS}: these files cannot be read: {', '.join(sorted(unread))}."
    return folder, ""


def _said(faults: list[str]) -> str:
    count = "One setting is wrong" if len(faults) == 1 else f"{len(faults)} settings are wrong"
    each = [f"  {fault}" for fault in sorted(faults)]
    return "\n".join([f"The site does not start: {count}.", *each, "docs/operator.md says what each means."])


def _sentence(way: type[Told], name: str, reason: str) -> str:
    """What is wrong with one variable, and what it must be."""
    field, variable = way.model_fields[name], f"{PREFIX}{name}"
    value = os.environ.get(variable, "")
    if not value:
        return f"{variable} is missing; {field.description}."
    secret = field.annotation is SecretStr or bool(field.json_schema_extra)
    shown = "cannot be used" if secret else f"is “{value}”"
    return f"{variable} {shown}{f': {reason}' if reason else ''}; {field.description}."


def _not_taken() -> list[str]:
    """Variables that look like the site's and would change nothing: nobody would notice."""
    known = {f"{PREFIX}{name}" for name in Production.model_fields} | OF_COMMANDS
    elsewhere = {f"{PREFIX}{name}" for way in (Local, UnderTest) for name in way.model_fields} - known
    variables = [name for name in [*os.environ, *_secret_names()] if name.startswith(PREFIX)]
    return [
        _of_another_way(name) if name in elsewhere else _slip(name, known)
        for name in variables
        if name not in known and (name not in elsewhere or os.environ.get(name))
    ]


def _secret_names() -> list[str]:
    folder = os.environ.get(SECRETS)
    return os.listdir(folder) if folder and os.path.isdir(folder) else []


def _of_another_way(name: str) -> str:
    return f"{name} is “{os.environ[name]}”, which changes nothing in production; take it out."


def _slip(name: str, known: set[str]) -> str:
    meant = difflib.get_close_matches(name, sorted(known), n=1)
    return f"{name} is no setting of the site; " + (f"{meant[0]} is." if meant else "take it out.")
