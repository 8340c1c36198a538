"""A certificate for this machine in the local network, so that phones get what browsers keep for https."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

# Phones trust no certificate of a server for longer than 398 days.
DAYS_VALID: Final = 397
DAYS_LEFT_AT_START: Final = 30


class LocalCertificate:
    """What the web server shows, and the certificate to install on phones, by which they trust it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = folder / "server.pem"
        self.key = folder / "server.key"
        self.to_install = folder / "saas-local.crt"

    def make_for(self, *hosts: str) -> None:
        """Kept from start to start, so that a phone has to be told once; another for another address."""
        if self._serves(hosts):
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        root_key, server_key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
        root_name = _name(f"The site at {hosts[0]}")
        root = _certificate(root_name, root_key, root_name, root_key, [_IS_ROOT])
        extensions = [x509.SubjectAlternativeName(_names(hosts)), _IS_SERVER, _SERVES]
        server = _certificate(_name(hosts[0]), server_key, root_name, root_key, extensions)
        # The root's key is kept nowhere: a phone that trusts the root trusts nothing but this server.
        secret = server_key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        self.key.unlink(missing_ok=True)
        with os.fdopen(os.open(self.key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secret)
        self.to_install.write_bytes(root.public_bytes(serialization.Encoding.PEM))
        self.server.write_bytes(server.public_bytes(serialization.Encoding.PEM))

    def _serves(self, hosts: Sequence[str]) -> bool:
        if not all(path.exists() for path in (self.server, self.key, self.to_install)):
            return False
        server = x509.load_pem_x509_certificate(self.server.read_bytes())
        names = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        until = server.not_valid_after_utc - timedelta(days=DAYS_LEFT_AT_START)
        return set(_names(hosts)) == set(names) and datetime.now(UTC) < until


_IS_ROOT = x509.BasicConstraints(ca=True, path_length=0)
_IS_SERVER = x509.BasicConstraints(ca=False, path_length=None)
_SERVES = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])


def _name(words: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, words)])


def _names(hosts: Sequence[str]) -> list[x509.GeneralName]:
    return [_general(name) for name in dict.fromkeys([*hosts, "localhost", "127.0.0.1"])]


def _general(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _certificate(
    subject: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    issuer: x509.Name,
    issuer_key: ec.EllipticCurvePrivateKey,
    extensions: Sequence[x509.ExtensionType],
) -> x509.Certificate:
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=DAYS_VALID - 1))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), critical=False
        )
    )
    for extension in extensions:
        builder = builder.add_extension(extension, critical=isinstance(extension, x509.BasicConstraints))
    return builder.sign(issuer_key, hashes.SHA256())
