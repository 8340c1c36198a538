"""What the environment tells the site: each variable once, with its type, its bounds and its default.

Purpose: settings read nothing of the environment but this. `read` takes all of it at once, so that whoever
starts the site learns everything that is wrong with it from one attempt.
Invariants: an empty value is none; a yes or no is one however it is commonly spelled, and anything else is
refused; nothing that is said of a fault shows a secret.
Terms: told (what the environment says, read); `description` (what a value must be, as a fault says it);
reason (what exactly is wrong with a value, where the description alone would not show it).
"""

from __future__ import annotations

import difflib
import os
import re
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar
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
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

PREFIX: Final = "SAAS_"
BASE_DIR: Final = Path(__file__).resolve().parent.parent.parent
DAY: Final = 24 * 3600
NEW_KEY: Final = "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
SHORTEST_KEY: Final = 32
FEWEST_DIFFERENT: Final = 10
# As Django takes the host of a request: without a port, and never with anything but ASCII.
HOST_NAME: Final = re.compile(r"\*|[a-z0-9.-]+|\[[a-f0-9:.]+\]", re.IGNORECASE)
REASON: Final = "reason"
# Known to the commands of `deploy/`, which read them before there are any settings.
OF_COMMANDS: Final = frozenset({"SAAS_ENV"})


def _split(text: Any) -> Any:
    return [part.strip() for part in text.split(",") if part.strip()] if isinstance(text, str) else text


def _upper(text: Any) -> Any:
    return text.upper() if isinstance(text, str) else text


def _wrong(reason: str) -> PydanticCustomError:
    return PydanticCustomError(REASON, "{reason}", {"reason": reason})


def _hard_to_guess(key: SecretStr) -> SecretStr:
    characters = key.get_secret_value().strip()
    if len(characters) < SHORTEST_KEY:
        raise _wrong(f"it has fewer than {SHORTEST_KEY} characters, blanks at its ends not counted")
    if len(set(characters)) < FEWEST_DIFFERENT:
        raise _wrong("it repeats the same few characters")
    return key


def _whole_path(path: Path) -> Path:
    if not path.is_absolute():
        raise _wrong("where that is would depend on where a command is started")
    return path


def _host_name(host: str) -> str:
    if not HOST_NAME.fullmatch(host):
        raise _wrong(f"“{host}” is no host name")
    return host


def _redis(*schemes: str) -> AfterValidator:
    """The address of a Redis, by a scheme that the library which is given the address knows."""

    def understood(address: str) -> str:
        scheme, parted, _rest = address.partition("://")
        if not parted:
            raise _wrong("it does not begin with redis://")
        if scheme not in schemes:
            others = ", ".join(f"{known}://" for known in schemes)
            raise _wrong(f"it begins with {scheme}://, and what is understood here is {others}")
        try:
            port, path = urlsplit(address).port, urlsplit(address).path.strip("/")
        except ValueError:
            port, path = 0, ""
        if port == 0:
            raise _wrong("its port is not a number from 1 to 65535")
        if scheme in ("redis", "rediss") and path and not path.isdecimal():
            raise _wrong("what follows its last / is not the number of a database")
        return address

    return AfterValidator(understood)


A_REDIS: Final = Field(
    description="the address of a Redis is needed, such as redis://localhost:6379/0",
    json_schema_extra={"secret": True},
)
YesOrNo = Annotated[bool, Field(description="write yes or no")]
Count = Annotated[int, Field(ge=0, description="a whole number from 0 is needed")]
Text = Annotated[str, Field(description="a text is needed")]
Secret = Annotated[SecretStr, Field(description="a text is needed")]
Folder = Annotated[
    Path,
    AfterValidator(lambda path: BASE_DIR / path),
    Field(description="the path of a folder is needed"),
]
WholePath = Annotated[
    Path,
    AfterValidator(_whole_path),
    Field(description="the whole path of a folder is needed, such as /srv/saas/var"),
]
A_PORT: Final = Field(ge=1, le=65535, description="a number from 1 to 65535 is needed")
Port = Annotated[int, A_PORT]
Seconds = Annotated[float, Field(ge=0, le=DAY, description="a number of seconds is needed, 0 for no limit")]
Hosts = Annotated[
    tuple[Annotated[str, AfterValidator(_host_name)], ...],
    NoDecode,
    BeforeValidator(_split),
    Field(
        min_length=1,
        description="host names are needed, without https:// and without a port, with commas between "
        "them, such as saas.example.org",
    ),
]
Networks = Annotated[
    tuple[IPv4Network | IPv6Network, ...],
    NoDecode,
    BeforeValidator(_split),
    Field(description="networks are needed, with commas between them, such as 10.0.0.0/8"),
]
SITE_ADDRESS_DESCRIPTION: Final = "the address that people type is needed, such as https://saas.example.org"
SiteAddress = Annotated[
    str,
    Field(
        pattern=r"^https?://([A-Za-z0-9.-]+|\[[A-Fa-f0-9:.]+\])(:[0-9]{1,5})?/?$",
        description=SITE_ADDRESS_DESCRIPTION,
    ),
    AfterValidator(lambda address: address.rstrip("/")),
]

ISSUER_DESCRIPTION: Final = (
    "the address by which the identity provider names itself is needed, such as https://login.example.org"
)
IssuerAddress = Annotated[
    str,
    Field(
        pattern=r"^(https://|http://(localhost|127\.0\.0\.1)[:/])[^\s?#]+$", description=ISSUER_DESCRIPTION
    ),
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
    API_RATE_OF_ACCOUNT: Count = 1200
    API_RATE_OF_ADDRESS: Count = 600
    API_RATE_OF_WRONG_TOKENS: Count = 20
    SIGNING_KEYS: Annotated[Folder | None, Field(description="the path of a folder is needed")] = None
    SIGNING_PASSPHRASE: Secret = SecretStr("")
    WEBHOOK_NETWORKS: Networks = ()
    SIGN_IN_ISSUER: Annotated[IssuerAddress | Literal[""], Field(description=ISSUER_DESCRIPTION)] = ""
    SIGN_IN_SECRET_FILE: Annotated[
        Path | None,
        Field(description="the whole path of a file with the secret of the identity provider is needed"),
    ] = None
    SIGN_IN_CLIENT: Annotated[
        str, Field(description="the name that the identity provider gave this site is needed")
    ] = ""
    SIGN_IN_SECRET: Annotated[
        SecretStr,
        Field(
            description="the secret that the identity provider gave this site is needed, here or in "
            "SAAS_SIGN_IN_SECRET_FILE"
        ),
    ] = SecretStr("")
    SIGN_IN_NAME: Annotated[str, Field(description="what people call the identity provider is needed")] = ""
    LOG_LEVEL: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"],
        BeforeValidator(_upper),
        Field(description="write DEBUG, INFO, WARNING, ERROR or CRITICAL"),
    ] = "INFO"

    @field_validator("SIGN_IN_SECRET_FILE")
    @classmethod
    def _can_be_read(cls, path: Path | None) -> Path | None:
        try:
            if path is not None and not _whole_path(path).read_text().strip():
                raise _wrong("nothing is in it")
        except (OSError, UnicodeDecodeError) as failure:
            raise _wrong("it cannot be read") from failure
        return path

    @field_validator("SIGN_IN_CLIENT", "SIGN_IN_NAME", "SIGN_IN_SECRET")
    @classmethod
    def _goes_with_an_issuer(cls, value: str | SecretStr, info: ValidationInfo) -> str | SecretStr:
        """An identity provider is told wholly or not at all."""
        issuer, there = info.data.get("SIGN_IN_ISSUER"), bool(value)
        if info.field_name == "SIGN_IN_SECRET":
            there = there or info.data.get("SIGN_IN_SECRET_FILE") is not None
        if issuer is not None and bool(issuer) != there:
            raise _wrong("SAAS_SIGN_IN_ISSUER is set" if issuer else "SAAS_SIGN_IN_ISSUER is missing")
        return value

    @property
    def sign_in_secret(self) -> str:
        if self.SIGN_IN_SECRET_FILE is not None:
            return self.SIGN_IN_SECRET_FILE.read_text().strip()
        return self.SIGN_IN_SECRET.get_secret_value()


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
    SECRET_KEY: Annotated[
        SecretStr,
        AfterValidator(_hard_to_guess),
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
    DB_LOCK_SECONDS: Seconds = 5
    DB_STATEMENT_SECONDS: Seconds = 30
    DB_IDLE_SECONDS: Seconds = 60
    BROKER_URL: Annotated[str, _redis("redis", "rediss", "redis+socket"), A_REDIS] = (
        "redis://localhost:6379/0"
    )
    CACHE_URL: Annotated[str, _redis("redis", "rediss", "unix"), A_REDIS] = "redis://localhost:6379/1"
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
            raise _wrong("nobody can sign in by http")
        if hosts and not validate_host(site.netloc.rpartition(":")[0] if site.port else site.netloc, hosts):
            raise _wrong(f"SAAS_ALLOWED_HOSTS does not name {site.hostname}, so its pages are refused")
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
    settings = None
    try:
        settings = way()
    except ValidationError as wrong:
        reasons = {
            str(error["loc"][0]): error["msg"] if error["type"] == REASON else ""
            for error in reversed(wrong.errors())
        }
        faults += [_sentence(way, name, reason) for name, reason in reasons.items()]
    if settings is None or faults:
        raise SettingsWrong(_said(faults))
    return settings


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
    variables = [name for name in os.environ if name.startswith(PREFIX) and name not in known]
    return [
        _of_another_way(name) if name in elsewhere else _slip(name, known)
        for name in variables
        if name not in elsewhere or os.environ[name]
    ]


def _of_another_way(name: str) -> str:
    return f"{name} is “{os.environ[name]}”, which changes nothing in production; take it out."


def _slip(name: str, known: set[str]) -> str:
    meant = difflib.get_close_matches(name, sorted(known), n=1)
    return f"{name} is no setting of the site; " + (f"{meant[0]} is." if meant else "take it out.")
