"""Printed papers of the institution: invoices. The same facts give the same bytes."""
