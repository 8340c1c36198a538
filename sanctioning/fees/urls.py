"""Addresses of fees."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.fees.views import bank_file, fees

urlpatterns: list[URLPattern] = [
    path("clubs/<slug:slug>/account/", fees.account, name="club-account"),
    path("invoices/<int:number>/", fees.invoice, name="invoice"),
    path("invoices/<int:number>/invoice.pdf", fees.invoice_pdf, name="invoice-pdf"),
    path("invoices/<int:number>/<slug:act>/", fees.invoice_act, name="invoice-act"),
    path("fees/", fees.desk, name="fees"),
    path("fees/bank/", bank_file.upload, name="bank"),
    path("fees/bank/<int:line>/", bank_file.assign, name="bank-assign"),
]
