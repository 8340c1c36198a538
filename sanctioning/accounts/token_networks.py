"""From which addresses a token is taken."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.http import HttpRequest
from django.utils.translation import gettext as _

from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.kit.refusals import Refusal

Network = IPv4Network | IPv6Network


def networks_of(typed: str) -> list[Network]:
    """Addresses and networks, with blanks or commas between them.

    Raises:
        Refusal: `network-impossible`.
    """
    return [_network(word) for word in typed.replace(",", " ").split()]


def require_network(token: ApiToken, request: HttpRequest) -> None:
    """Refuse a token that is used from elsewhere than was said when it was made. Where nothing was said,
    nobody asks from where: behind some proxies it cannot be told.

    Raises:
        Refusal: `token-from-elsewhere`.
    """
    if not token.networks:
        return
    address = get_adapter().get_client_ip(request)
    if any(ip_address(address) in network for network in networks_of(token.networks)):
        return
    raise Refusal(
        code="token-from-elsewhere",
        sentence=_("This token is not taken from the address %(address)s.") % {"address": address},
        rule=_("A token can be tied to the addresses of the program that uses it."),
        remedy=_("Use it from there, or make a new token under My account."),
        status=403,
        facts={"address": address},
    )


def _network(word: str) -> Network:
    try:
        return ip_network(word, strict=False)
    except ValueError:
        raise Refusal(
            code="network-impossible",
            sentence=_("“%(word)s” is no address and no network.") % {"word": word},
            rule=_("A token can be tied to the addresses of the program that uses it."),
            remedy=_("Write 192.0.2.7 for one address, 192.0.2.0/24 or 2001:db8::/32 for a network."),
            status=422,
            facts={"word": word},
        ) from None
