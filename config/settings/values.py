"""What a value of the environment may be: types with their bounds, each with what a fault says of it.

Terms: `description` (what a value must be, as a fault says it); reason (what exactly is wrong with a value,
where the description alone would not show it).
"""

from __future__ import annotations

import re
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr
from pydantic_core import PydanticCustomError
from pydantic_settings import NoDecode

BASE_DIR: Final = Path(__file__).resolve().parent.parent.parent
DAY: Final = 24 * 3600
SHORTEST_KEY: Final = 32
FEWEST_DIFFERENT: Final = 10
# As Django takes the host of a request: without a port, and never with anything but ASCII.
HOST_NAME: Final = re.compile(r"\*|[a-z0-9.-]+|\[[a-f0-9:.]+\]", re.IGNORECASE)
# A name, an address or the folder of a socket, and a port where it is not the usual one.
POOLER: Final = re.compile(r"(?P<host>/[^:,]+|[A-Za-z0-9._-]+|\[[A-Fa-f0-9:.]+\])(:(?P<port>[0-9]{1,5}))?")
PORT_OF_POOLERS: Final = 6432
REASON: Final = "reason"


def split(text: Any) -> Any:
    return [part.strip() for part in text.split(",") if part.strip()] if isinstance(text, str) else text


def upper(text: Any) -> Any:
    return text.upper() if isinstance(text, str) else text


def wrong(reason: str) -> PydanticCustomError:
    return PydanticCustomError(REASON, "{reason}", {"reason": reason})


def hard_to_guess(key: SecretStr) -> SecretStr:
    characters = key.get_secret_value().strip()
    if len(characters) < SHORTEST_KEY:
        raise wrong(f"it has fewer than {SHORTEST_KEY} characters, blanks at its ends not counted")
    if len(set(characters)) < FEWEST_DIFFERENT:
        raise wrong("it repeats the same few characters")
    return key


def whole_path(path: Path) -> Path:
    if not path.is_absolute():
        raise wrong("where that is would depend on where a command is started")
    return path


def _host_name(host: str) -> str:
    if not HOST_NAME.fullmatch(host):
        raise wrong(f"“{host}” is no host name")
    return host


def _mail_address(address: str) -> str:
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", address):
        raise wrong(f"“{address}” is no mail address")
    return address


def _host_and_port(address: Any) -> Any:
    if not isinstance(address, str):
        return address
    parts = POOLER.fullmatch(address)
    if parts is None:
        raise wrong("that is no host with a port")
    return parts["host"].strip("[]"), int(parts["port"] or PORT_OF_POOLERS)


def redis(*schemes: str) -> AfterValidator:
    """The address of a Redis, by a scheme that the library which is given the address knows."""

    def understood(address: str) -> str:
        scheme, parted, _rest = address.partition("://")
        if not parted:
            raise wrong("it does not begin with redis://")
        if scheme not in schemes:
            others = ", ".join(f"{known}://" for known in schemes)
            raise wrong(f"it begins with {scheme}://, and what is understood here is {others}")
        try:
            port, path = urlsplit(address).port, urlsplit(address).path.strip("/")
        except ValueError:
            port, path = 0, ""
        if port == 0:
            raise wrong("its port is not a number from 1 to 65535")
        if scheme in ("redis", "rediss") and path and not path.isdecimal():
            raise wrong("what follows its last / is not the number of a database")
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
    AfterValidator(whole_path),
    Field(description="the whole path of a folder is needed, such as /srv/saas/var"),
]
A_PORT: Final = Field(ge=1, le=65535, description="a number from 1 to 65535 is needed")
Port = Annotated[int, A_PORT]
Pooler = Annotated[tuple[str, Port], NoDecode, BeforeValidator(_host_and_port)]
Seconds = Annotated[float, Field(ge=0, le=DAY, description="a number of seconds is needed, 0 for no limit")]
Hosts = Annotated[
    tuple[Annotated[str, AfterValidator(_host_name)], ...],
    NoDecode,
    BeforeValidator(split),
    Field(
        min_length=1,
        description="host names are needed, without https:// and without a port, with commas between "
        "them, such as saas.example.org",
    ),
]
Networks = Annotated[
    tuple[IPv4Network | IPv6Network, ...],
    NoDecode,
    BeforeValidator(split),
    Field(description="networks are needed, with commas between them, such as 10.0.0.0/8"),
]
Addresses = Annotated[
    tuple[Annotated[str, AfterValidator(_mail_address)], ...],
    NoDecode,
    BeforeValidator(split),
    Field(description="mail addresses are needed, with commas between them"),
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
