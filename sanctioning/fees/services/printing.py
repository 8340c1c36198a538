"""Printing invoices; the row that names the file commits with the job's `done`."""

from __future__ import annotations

from sanctioning.fees.models import Invoice
from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.kit.storage import keep_file


def print_invoice(running: RunningJob) -> None:
    """The job's handler."""
    from sanctioning.fees.documents import invoice_pdf
    from sanctioning.fees.selectors.invoice_facts import invoice_facts

    invoice = Invoice.objects.select_related("club", "sanction").get(pk=running.payload["invoice"])
    name, sha256 = keep_file(f"invoices/{invoice.label}", invoice_pdf(invoice_facts(invoice)))
    with running.completing():
        Invoice.objects.filter(pk=invoice.pk).update(document=name, document_sha256=sha256)
