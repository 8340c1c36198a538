"""Addresses of the institution."""

from django.urls import URLPattern, URLResolver, path

from sanctioning.views import amending, bank, clubs, fees, law, levels, messages, offices, rules, session

urlpatterns: list[URLPattern | URLResolver] = [
    path("login/", session.sign_in, name="login"),
    path("logout/", session.sign_out, name="logout"),
    path("me/messages/", messages.inbox, name="messages"),
    path("me/messages/read/", messages.read_all, name="messages-read"),
    path("me/messages/<int:number>/", messages.message, name="message"),
    path("rules/", rules.rules, name="rules"),
    path("rules/levels/", levels.levels, name="levels"),
    path("rules/levels/<slug:kind>/add/", levels.add, name="level-add"),
    path("rules/levels/<slug:kind>/<slug:slug>/<slug:act>/", levels.act, name="level-act"),
    path("rules/versions/", law.history, name="law-history"),
    path("rules/versions/<slug:kind>/new/", amending.new, name="law-new"),
    path("rules/versions/<slug:kind>/<slug:reference>/", law.version, name="law-version"),
    path("rules/versions/<slug:kind>/<slug:reference>/body.json", law.body, name="law-body"),
    path("rules/versions/<slug:kind>/<slug:reference>/compare/", law.comparison, name="law-compare"),
    path("rules/versions/<slug:kind>/<slug:reference>/edit/", amending.edit, name="law-edit"),
    path("rules/versions/<slug:kind>/<slug:reference>/adopt/", amending.adopt, name="law-adopt"),
    path("rules/versions/<slug:kind>/<slug:reference>/withdraw/", amending.withdraw, name="law-withdraw"),
    path("register-club/", clubs.register, name="register-club"),
    path("clubs/<slug:slug>/desk/", clubs.desk, name="club-desk"),
    path("clubs/<slug:slug>/desk/terms/", clubs.give_office, name="club-terms"),
    path("clubs/<slug:slug>/desk/<slug:act>/", clubs.act, name="club-act"),
    path("authority/clubs/", clubs.queue, name="club-queue"),
    path("authority/offices/", offices.offices, name="offices"),
    path("terms/<int:number>/<slug:act>/", offices.act, name="term-act"),
    path("clubs/<slug:slug>/account/", fees.account, name="club-account"),
    path("invoices/<int:number>/", fees.invoice, name="invoice"),
    path("invoices/<int:number>/invoice.pdf", fees.invoice_pdf, name="invoice-pdf"),
    path("invoices/<int:number>/<slug:act>/", fees.invoice_act, name="invoice-act"),
    path("fees/", fees.desk, name="fees"),
    path("fees/bank/", bank.upload, name="bank"),
    path("fees/bank/<int:line>/", bank.assign, name="bank-assign"),
    path("components/", session.components, name="components"),
]
