"""Addresses of the institution for programs."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from sanctioning.api import bars, clubs, fees, jobs, law, messages, people, tokens, waiting

urlpatterns: list[URLPattern | URLResolver] = [
    path("bars/", bars.BarsView.as_view(), name="api-bars"),
    path("bars/<int:bar>/lift/", bars.BarLiftView.as_view(), name="api-bar-lift"),
    path("club-applications/", clubs.ClubApplicationsView.as_view(), name="api-club-applications"),
    path("clubs/<slug:slug>/desk/", clubs.ClubDeskView.as_view(), name="api-club-desk"),
    path("clubs/<slug:slug>/desk/terms/", clubs.ClubTermsView.as_view(), name="api-club-terms"),
    path("clubs/<slug:slug>/desk/<slug:act>/", clubs.ClubStepView.as_view(), name="api-club-step"),
    path("offices/", clubs.OfficesView.as_view(), name="api-offices"),
    path("terms/<int:number>/<slug:act>/", clubs.TermActView.as_view(), name="api-term-act"),
    path("clubs/<slug:slug>/account/", fees.AccountView.as_view(), name="api-account"),
    path("invoices/", fees.OpenInvoicesView.as_view(), name="api-invoices"),
    path("invoices/<int:number>/", fees.InvoiceView.as_view(), name="api-invoice"),
    path("invoices/<int:number>/<slug:act>/", fees.InvoiceActView.as_view(), name="api-invoice-act"),
    path("me/waiting/", waiting.WaitingView.as_view(), name="api-waiting"),
    path("messages/", messages.MessagesView.as_view(), name="api-messages"),
    path("messages/<int:number>/", messages.MessageView.as_view(), name="api-message"),
    path("messages/<int:number>/read/", messages.MessageReadView.as_view(), name="api-message-read"),
    path("people/", people.RegistryView.as_view(), name="api-registry"),
    path("people/<str:number>/", people.RecordView.as_view(), name="api-record"),
    path("people/<str:number>/<slug:act>/", people.RecordActView.as_view(), name="api-record-act"),
    path("claims/", people.ClaimView.as_view(), name="api-claim"),
    path("claims/<int:number>/<slug:act>/", people.ClaimActView.as_view(), name="api-claim-act"),
    path("me/data/", people.MyDataView.as_view(), name="api-my-data"),
    path("me/copies/", people.MyCopiesView.as_view(), name="api-my-copies"),
    path("me/forget/", people.ForgetMeView.as_view(), name="api-forget-me"),
    path("tokens/", tokens.TokensView.as_view(), name="api-tokens"),
    path("tokens/<int:number>/revoke/", tokens.TokenRevokeView.as_view(), name="api-token-revoke"),
    path("second-factor/reset/", tokens.SecondFactorResetView.as_view(), name="api-second-factor-reset"),
    path("bank/", fees.BankView.as_view(), name="api-bank"),
    path("law/", law.LawListView.as_view(), name="api-law"),
    path("law/<slug:kind>/", law.LawDraftView.as_view(), name="api-law-draft"),
    path("law/<slug:kind>/<slug:reference>/", law.LawView.as_view(), name="api-law-version"),
    path(
        "law/<slug:kind>/<slug:reference>/compare/", law.LawComparisonView.as_view(), name="api-law-compare"
    ),
    path("law/<slug:kind>/<slug:reference>/<slug:act>/", law.LawActView.as_view(), name="api-law-act"),
    path("levels/", law.CategoriesView.as_view(), name="api-levels"),
    path("levels/<slug:kind>/", law.CategoryAddView.as_view(), name="api-level-add"),
    path("levels/<slug:kind>/<slug:slug>/<slug:act>/", law.CategoryActView.as_view(), name="api-level-act"),
    path("jobs/", jobs.JobsView.as_view(), name="api-jobs"),
    path("jobs/<int:number>/", jobs.OneJobView.as_view(), name="api-job"),
    path("jobs/<int:number>/cancel/", jobs.JobCancelView.as_view(), name="api-job-cancel"),
    path("jobs/<int:number>/again/", jobs.JobAgainView.as_view(), name="api-job-again"),
]
