"""Addresses for programs: fees."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.fees import api

urlpatterns: list[URLPattern] = [
    path("clubs/<slug:slug>/account/", api.AccountView.as_view(), name="api-account"),
    path("invoices/", api.OpenInvoicesView.as_view(), name="api-invoices"),
    path("invoices/<int:number>/", api.InvoiceView.as_view(), name="api-invoice"),
    path("invoices/<int:number>/<slug:act>/", api.InvoiceActView.as_view(), name="api-invoice-act"),
    path("bank/", api.BankView.as_view(), name="api-bank"),
    path("bank/receipts/", api.ReceiptsView.as_view(), name="api-bank-receipts"),
    path("bank/receipts/<int:line>/", api.ReceiptView.as_view(), name="api-bank-assign"),
]
