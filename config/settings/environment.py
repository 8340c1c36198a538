"""What the environment tells the site: each variable once, with its type, its bounds and its default.

Purpose: settings read nothing of the environment but this. `read` takes all of it at once, so that whoever
starts the site learns everything that is wrong with it from one attempt.
Invariants: an empty value is none; a yes or no is one however it is commonly spelled, and anything else is
refused; nothing that is said of a fault shows a secret.
Terms: told (what the environment says, read); `description` (what a value must be, as a fault says it).
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

from django.core.exceptions import ImproperlyConfigured
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

PREFIX: Final = "SAAS_"
BASE_DIR: Final = Path(__file__).resolve().parent.parent.parent
DAY: Final = 24 * 3600
NEW_KEY: Final = "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
# Known to the commands of `deploy/`, which read them before there are any settings.
OF_COMMANDS: Final = frozenset({"SAAS_ENV"})


def _split(text: Any) -> Any:
    return [part.strip() for part in text.split(",") if part.strip()] if isinstance(text, str) else text


def _upper(text: Any) -> Any:
    return text.upper() if isinstance(text, str) else text


YesOrNo = Annotated[bool, Field(description="write yes or no")]
Text = Annotated[str, Field(description="a text is needed")]
Secret = Annotated[SecretStr, Field(description="a text is needed")]
Folder = Annotated[Path, Field(description="the path of a folder is needed")]
A_PORT: Final = Field(ge=1, le=65535, description="a number from 1 to 65535 is needed")
Port = Annotated[int, A_PORT]
Seconds = Annotated[float, Field(ge=0, le=DAY, description="a number of seconds is needed, 0 for no limit")]
Redis = Annotated[
    str,
    Field(
        pattern=r"^(redis|rediss|unix|redis\+socket)://",
        description="the address of a Redis is needed, such as redis://localhost:6379/0",
        json_schema_extra={"secret": True},
    ),
]
Hosts = Annotated[
    tuple[str, ...],
    NoDecode,
    BeforeValidator(_split),
    Field(min_length=1, description="host names are needed, with commas, such as saas.example.org"),
]
SiteAddress = Annotated[
    str,
    Field(
        pattern=r"^https?://[^/\s]+/?$",
        description="the address that people type is needed, such as https://saas.example.org",
    ),
    AfterValidator(lambda address: address.rstrip("/")),
]


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
    SIGNING_KEYS: Annotated[Path | None, Field(description="the path of a folder is needed")] = None
    SIGNING_PASSPHRASE: Secret = SecretStr("")
    LOG_LEVEL: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"],
        BeforeValidator(_upper),
        Field(description="write DEBUG, INFO, WARNING, ERROR or CRITICAL"),
    ] = "INFO"


class Local(Told):
    """The site on one machine, and the command that starts it."""

    DEBUG: YesOrNo = False
    ALLOWED_HOSTS: Hosts = ("localhost", "127.0.0.1", "[::1]")
    SITE_ADDRESS: SiteAddress = "http://localhost:8000"
    DB_NAME: Text = ""
    HOST: Text = "127.0.0.1"
    PORT: Annotated[int | None, A_PORT] = None


class Production(Told):
    """The site in earnest."""

    SECRET_KEY: Annotated[
        SecretStr,
        Field(
            min_length=32,
            description="a long random text is needed, of 32 characters or more, made once and kept: "
            + NEW_KEY,
        ),
    ]
    ALLOWED_HOSTS: Hosts
    SITE_ADDRESS: SiteAddress
    DB_NAME: Text = "saas"
    DB_USER: Text = "saas"
    DB_PASSWORD: Secret = SecretStr("")
    DB_HOST: Text = ""
    DB_PORT: Port = 5432
    DB_LOCK_SECONDS: Seconds = 5
    DB_STATEMENT_SECONDS: Seconds = 30
    DB_IDLE_SECONDS: Seconds = 60
    BROKER_URL: Redis = "redis://localhost:6379/0"
    CACHE_URL: Redis = "redis://localhost:6379/1"
    PROXIES: Annotated[int, Field(ge=0, le=20, description="a whole number from 0 to 20 is needed")] = 1
    SSL_REDIRECT: YesOrNo = True
    HSTS_SECONDS: Annotated[int, Field(ge=0, description="a whole number of seconds is needed")] = 365 * DAY
    EMAIL_HOST: Text = "localhost"
    EMAIL_PORT: Port = 25
    EMAIL_USER: Text = ""
    EMAIL_PASSWORD: Secret = SecretStr("")
    EMAIL_TLS: YesOrNo = False
    EMAIL_FROM: Text = "saas@localhost"


class UnderTest(Told):
    """The site under test; `DB_HOST` chooses PostgreSQL, `BROKER_URL` Redis."""

    DB_NAME: Text = ""
    DB_USER: Text = "postgres"
    DB_HOST: Text = ""
    DB_PORT: Port = 5432
    TEST_DB_NAME: Text = "test_saas"
    BROKER_URL: Text = ""


WAYS: Final[tuple[type[Told], ...]] = (Local, Production, UnderTest)
Way = TypeVar("Way", bound=Told)


def read(way: type[Way]) -> Way:
    """All that one way of running the site is told, or `SettingsWrong` with every fault."""
    faults = _unknown() if way is Production else []
    told = None
    try:
        told = way()
    except ValidationError as wrong:
        faults += [
            _sentence(way, name) for name in dict.fromkeys(str(one["loc"][0]) for one in wrong.errors())
        ]
    if told is None or faults:
        raise SettingsWrong(_said(faults))
    return told


def _said(faults: list[str]) -> str:
    count = "One setting is wrong" if len(faults) == 1 else f"{len(faults)} settings are wrong"
    each = [f"  {fault}" for fault in sorted(faults)]
    return "\n".join([f"The site does not start: {count}.", *each, "docs/operator.md says what each means."])


def _sentence(way: type[Told], name: str) -> str:
    """What is wrong with one variable, and what it must be."""
    field, variable = way.model_fields[name], f"{PREFIX}{name}"
    value = os.environ.get(variable, "")
    if not value:
        return f"{variable} is missing; {field.description}."
    secret = field.annotation is SecretStr or bool(field.json_schema_extra)
    shown = "cannot be used" if secret else f"is “{value}”"
    return f"{variable} {shown}; {field.description}."


def _unknown() -> list[str]:
    """Variables that look like the site's and are none: a slip in a name would go unnoticed."""
    known = {f"{PREFIX}{name}" for way in WAYS for name in way.model_fields} | OF_COMMANDS
    return [_slip(name, known) for name in os.environ if name.startswith(PREFIX) and name not in known]


def _slip(name: str, known: set[str]) -> str:
    meant = difflib.get_close_matches(name, sorted(known), n=1)
    return f"{name} is no setting of the site; " + (f"{meant[0]} is." if meant else "take it out.")
