"""Addresses of the authority."""

from __future__ import annotations

from sanctioning.kit.pages.addresses import addresses_of

urlpatterns = addresses_of(
    "sanctioning.accounts.urls",
    "sanctioning.webhooks.urls",
    "sanctioning.kit.waiting.urls",
    "sanctioning.kit.messages.urls",
    "sanctioning.people.urls",
    "sanctioning.law.urls",
    "sanctioning.clubs.urls",
    "sanctioning.terms.urls",
    "sanctioning.fees.urls",
    "sanctioning.bars.urls",
    "sanctioning.authority.urls",
    "sanctioning.trail.urls",
    "sanctioning.site.urls",
    "sanctioning.search.urls",
    "sanctioning.api_docs.urls",
    "sanctioning.help.urls",
    "sanctioning.setting_up.urls",
    "sanctioning.doctor.urls",
    "sanctioning.kit.jobs.urls",
)
