"""Addresses of what others show of the site."""

from __future__ import annotations

from django.contrib.sitemaps import views as sitemap_views
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from scoring.sharing import embeds, oembed, site_files
from scoring.sharing.sitemaps import SITEMAPS

urlpatterns: list[URLPattern] = [
    path("robots.txt", site_files.robots, name="robots"),
    path("site.webmanifest", site_files.manifest, name="manifest"),
    path(
        "sitemap.xml",
        require_safe(sitemap_views.index),
        {"sitemaps": SITEMAPS, "sitemap_url_name": "sitemap-section"},
        name="sitemap",
    ),
    path(
        "sitemaps/<slug:section>.xml",
        require_safe(sitemap_views.sitemap),
        {"sitemaps": SITEMAPS},
        name="sitemap-section",
    ),
    path("oembed/", oembed.oembed, name="oembed"),
    path("embed/events/<slug:slug>/board/", embeds.board, name="embed-board"),
    path("embed/events/<slug:slug>/results/", embeds.results, name="embed-results"),
    path("embed/players/<str:number>/", embeds.player, name="embed-player"),
]
