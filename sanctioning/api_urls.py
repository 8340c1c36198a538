"""Addresses of the authority for programs."""

from __future__ import annotations

from sanctioning.kit.pages.addresses import addresses_of

urlpatterns = addresses_of(
    "sanctioning.api_docs.api_urls",
    "sanctioning.authority.api_urls",
    "sanctioning.bars.api_urls",
    "sanctioning.clubs.api_urls",
    "sanctioning.doctor.api_urls",
    "sanctioning.fees.api_urls",
    "sanctioning.people_search.api_urls",
    "sanctioning.search.api_urls",
    "sanctioning.kit.waiting.api_urls",
    "sanctioning.kit.messages.api_urls",
    "sanctioning.people.api_urls",
    "sanctioning.accounts.api_urls",
    "sanctioning.webhooks.api_urls",
    "sanctioning.law.api_urls",
    "sanctioning.trail.api_urls",
    "sanctioning.kit.jobs.api_urls",
)
