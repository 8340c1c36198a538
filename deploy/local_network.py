"""The address by which phones in the same room reach this machine, and its QR code for a terminal."""

from __future__ import annotations

import fcntl
import io
import ipaddress
import socket
import struct
from typing import Final

import segno

EVERY_ADDRESS: Final = "0.0.0.0"
READ_ADDRESS: Final = 0x8915  # SIOCGIFADDR
# For documentation alone (RFC 5737): the kernel chooses a way there, and a datagram socket sends nothing.
NOBODY: Final = ("192.0.2.1", 9)


def own_address() -> str:
    """This machine's address in its local network, found without asking the network; `localhost` if it is in
    none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOBODY)
            return str(probe.getsockname()[0])
        except OSError:
            return next(iter(addresses_of_interfaces()), "localhost")


def own_names() -> list[str]:
    """By which other machines of the local network may know this one, where a router or mDNS tells them."""
    name = socket.gethostname().partition(".")[0].lower()
    return [name, f"{name}.local"] if name else []


def addresses_of_interfaces() -> list[str]:
    """Where no way leads out, as with a router that has no line: every address but the loopback's."""
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe.fileno(), READ_ADDRESS, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            addresses.append(socket.inet_ntoa(answer[20:24]))
    return [address for address in addresses if not ipaddress.ip_address(address).is_loopback]


def qr_code(address: str) -> str:
    """Drawn in half blocks, two rows a line."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")
