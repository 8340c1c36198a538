"""Rating Point Certificates and certificates of degree, to be hung on a wall."""

from __future__ import annotations

from scoring.documents.facts import CertificateFacts, DegreeCertificateFacts, PageSize


def certificate_pdf(facts: CertificateFacts, size: PageSize = "A4") -> bytes:
    """The Rating Point Certificate, one landscape page."""
    raise NotImplementedError


def degree_certificate_pdf(facts: DegreeCertificateFacts, size: PageSize = "A4") -> bytes:
    """The certificate of a degree, one landscape page, grander with the degree."""
    raise NotImplementedError
