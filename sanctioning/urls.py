"""Addresses of the institution."""

from django.urls import URLPattern, URLResolver, path

from sanctioning.views import bank, fees, messages, rules, session

urlpatterns: list[URLPattern | URLResolver] = [
    path("login/", session.sign_in, name="login"),
    path("logout/", session.sign_out, name="logout"),
    path("me/messages/", messages.inbox, name="messages"),
    path("me/messages/read/", messages.read_all, name="messages-read"),
    path("me/messages/<int:number>/", messages.message, name="message"),
    path("rules/", rules.rules, name="rules"),
    path("clubs/<slug:slug>/account/", fees.account, name="club-account"),
    path("invoices/<int:number>/", fees.invoice, name="invoice"),
    path("invoices/<int:number>/invoice.pdf", fees.invoice_pdf, name="invoice-pdf"),
    path("invoices/<int:number>/<slug:act>/", fees.invoice_act, name="invoice-act"),
    path("fees/", fees.desk, name="fees"),
    path("fees/bank/", bank.upload, name="bank"),
    path("fees/bank/<int:line>/", bank.assign, name="bank-assign"),
    path("components/", session.components, name="components"),
]
