"""Which addresses webhooks may go to.

Purpose: nobody makes the site ask what only the site can reach: itself, its database, the services of its
host. The operator may open networks of their own (`WEBHOOK_NETWORKS`), to which alone a message may go
unencrypted.
Invariant: checked is the very address to which a connection is opened, after the name was looked up; so no
name can lead elsewhere a moment later.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from socket import inet_aton, inet_ntoa
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal

Address = IPv4Address | IPv6Address
LONGEST: Final = 500
# Public by their numbers, but they lead to other addresses, or into the network of a provider.
LEADING_ELSEWHERE: Final = tuple(
    map(
        ip_network,
        (
            "64:ff9b::/96",
            "64:ff9b:1::/48",
            "2001::/32",
            "2002::/16",
            "192.88.99.0/24",
            "5f00::/16",
            "fec0::/10",
        ),
    )
)


def may_be_reached(text: str, *, plain: bool = False) -> bool:
    """Whether a request may go to this address, written in numbers; `plain` is one that is not encrypted."""
    address = _meant(ip_address(text.partition("%")[0]))
    if any(address in network for network in settings.WEBHOOK_NETWORKS):
        return True
    public = address.is_global and not address.is_multicast and not address.is_reserved
    return public and not plain and not any(address in network for network in LEADING_ELSEWHERE)


def _meant(address: Address) -> Address:
    """An IPv4 address may be written as one of IPv6."""
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def require_address(url: str) -> str:
    """The address as it is kept. Its name is not looked up: where it leads may change with every request.

    Raises:
        Refusal: `webhook-address-impossible`, `webhook-address-private`.
    """
    parts = _parts(url)
    schemes = ("https", "http") if settings.WEBHOOK_NETWORKS else ("https",)
    if parts is None or parts.scheme not in schemes or parts.username is not None or parts.fragment:
        raise Refusal(
            code="webhook-address-impossible",
            sentence=_("Messages cannot be sent to “%(url)s”.") % {"url": url[:80]},
            rule=_(
                "A webhook has an address that begins with https:// and names a host, without a password."
            ),
            remedy=_("Copy the address from the program that receives the messages."),
            status=422,
        )
    if not _is_public(parts.hostname or ""):
        raise Refusal(
            code="webhook-address-private",
            sentence=_("%(host)s is not a public address.") % {"host": parts.hostname},
            rule=_("Webhooks only go to addresses that anyone on the internet can reach."),
            remedy=_(
                "Give the program a public address, or ask the operator of this site to allow its network."
            ),
            status=422,
        )
    return url


def _parts(url: str) -> SplitResult | None:
    if len(url) > LONGEST or any(character.isspace() or not character.isprintable() for character in url):
        return None
    try:
        parts = urlsplit(url)
        return parts if parts.hostname and parts.port != 0 else None
    except ValueError:
        return None


def _in_four_numbers(host: str) -> str:
    """An IPv4 address in one number, in hexadecimal or shortened, as `127.1` is, in its usual form."""
    try:
        return inet_ntoa(inet_aton(host))
    except OSError:
        return host


def _is_public(host: str) -> bool:
    """As far as it can be told without asking: a name is taken, unless it is the machine's own."""
    try:
        return may_be_reached(_in_four_numbers(host))
    except ValueError:
        own = host == "localhost" or host.endswith(".localhost")
        return not own or bool(settings.WEBHOOK_NETWORKS)
