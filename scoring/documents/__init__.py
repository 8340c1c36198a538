"""Printed papers of the books: certificates and rosters as PDF.

    from scoring.documents import certificate_pdf, degree_certificate_pdf, roster_pdf

Each takes its facts (`scoring.documents.facts`) and a page size ("A4" or "Letter") and returns the bytes
of a PDF. The same facts give the same bytes. Pages and jobs call these three and nothing below them.
"""

from scoring.documents.certificates import certificate_pdf, degree_certificate_pdf
from scoring.documents.rosters import roster_pdf

__all__ = ["certificate_pdf", "degree_certificate_pdf", "roster_pdf"]
