"""The certificate for phones in the room: kept while it serves, another one for another address."""

from __future__ import annotations

from pathlib import Path

from cryptography import x509

from deploy.local_certificate import LocalCertificate


def test_it_is_signed_by_what_phones_install_and_its_key_is_the_owners_alone(tmp_path: Path) -> None:
    certificate = LocalCertificate(tmp_path / "tls")
    certificate.make_for("192.168.1.7")
    server = x509.load_pem_x509_certificate(certificate.server.read_bytes())
    server.verify_directly_issued_by(x509.load_pem_x509_certificate(certificate.to_install.read_bytes()))
    assert certificate.key.stat().st_mode & 0o777 == 0o600


def test_it_is_kept_for_the_same_address_and_not_for_another(tmp_path: Path) -> None:
    certificate = LocalCertificate(tmp_path / "tls")
    certificate.make_for("192.168.1.7")
    first = certificate.server.read_bytes()
    certificate.make_for("192.168.1.7")
    assert certificate.server.read_bytes() == first
    certificate.make_for("192.168.1.8")
    assert certificate.server.read_bytes() != first


def test_it_is_for_the_names_of_the_machine_too(tmp_path: Path) -> None:
    certificate = LocalCertificate(tmp_path / "tls")
    certificate.make_for("192.168.1.7", "desk", "desk.local")
    server = x509.load_pem_x509_certificate(certificate.server.read_bytes())
    names = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["desk", "desk.local", "localhost"]
