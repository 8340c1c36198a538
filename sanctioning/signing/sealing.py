"""The digital signature of a paper, as PDF readers show it (PAdES, ECDSA on P-256).

Purpose: `new_key` makes a key, `sealed` signs the bytes of a PDF with it. Verifying is `proof`'s, which
needs none of this.
Invariant: the paper's own bytes stand unchanged before the signature, so that the unsigned paper can be cut
out of the signed one.
"""

from __future__ import annotations

import datetime as dt
import io
from dataclasses import dataclass

from asn1crypto import keys, pem, x509
from cryptography import x509 as crypto_x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID, ObjectIdentifier
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import PdfSignatureMetadata, PdfSigner, SimpleSigner
from pyhanko.sign.fields import MDPPerm, SigFieldSpec, SigSeedSubFilter
from pyhanko_certvalidator.registry import SimpleCertificateStore

DOCUMENT_SIGNING = ObjectIdentifier("1.3.6.1.5.5.7.3.36")
YEARS_VALID = 50
BYTES_FOR_SIGNATURE = 4096
FIELD = "Authority"


@dataclass(frozen=True, slots=True)
class NewKey:
    """`private_pem` is a secret; `certificate_pem` is to be published."""

    private_pem: bytes
    certificate_pem: str


def new_key(*, holder: str, first_day: dt.date, passphrase: str = "") -> NewKey:
    """A P-256 key, and a certificate by which it vouches for itself; `holder` says whose it is."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = crypto_x509.Name([crypto_x509.NameAttribute(NameOID.COMMON_NAME, holder[:64])])
    begins = dt.datetime.combine(first_day, dt.time(), tzinfo=dt.UTC) - dt.timedelta(days=1)
    certificate = (
        crypto_x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(crypto_x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins.replace(year=begins.year + YEARS_VALID, day=min(begins.day, 28)))
        .add_extension(crypto_x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_for_signing(), critical=True)
        .add_extension(crypto_x509.ExtendedKeyUsage([DOCUMENT_SIGNING]), critical=False)
        .add_extension(crypto_x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    encryption: serialization.KeySerializationEncryption = (
        serialization.BestAvailableEncryption(passphrase.encode())
        if passphrase
        else serialization.NoEncryption()
    )
    return NewKey(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, encryption),
        certificate.public_bytes(serialization.Encoding.PEM).decode(),
    )


def sealed(paper: bytes, *, private_pem: bytes, passphrase: str, certificate_pem: str, reason: str) -> bytes:
    """The paper with a signature that allows no change after it."""
    encrypted = b"ENCRYPTED" in private_pem
    key = serialization.load_pem_private_key(private_pem, passphrase.encode() if encrypted else None)
    plain = key.private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    certificate = x509.Certificate.load(pem.unarmor(certificate_pem.encode())[2])
    signer = SimpleSigner(
        signing_cert=certificate,
        signing_key=keys.PrivateKeyInfo.load(plain),
        cert_registry=SimpleCertificateStore(),  # type: ignore[no-untyped-call]
    )
    metadata = PdfSignatureMetadata(
        field_name=FIELD,
        md_algorithm="sha256",
        subfilter=SigSeedSubFilter.PADES,
        name=str(certificate.subject.native["common_name"]),
        reason=reason,
        certify=True,
        docmdp_permissions=MDPPerm.NO_CHANGES,
    )
    writer = IncrementalPdfFileWriter(io.BytesIO(paper))
    pdf_signer = PdfSigner(metadata, signer, new_field_spec=SigFieldSpec(FIELD))
    out = pdf_signer.sign_pdf(writer, bytes_reserved=BYTES_FOR_SIGNATURE, in_place=False)
    return bytes(out.getvalue())


def _for_signing() -> crypto_x509.KeyUsage:
    return crypto_x509.KeyUsage(
        digital_signature=True,
        content_commitment=True,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
