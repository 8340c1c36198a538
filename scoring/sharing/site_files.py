"""Files at fixed addresses that programs look for: robots.txt and the manifest of the web application."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from sanctioning.kit.installation.selectors import authority, is_demo

NOT_FOR_SEARCH: Final = ("/admin/", "/api/", "/account/", "/me/", "/embed/", "/practice/")
FELT, PAPER = "#1f5b3f", "#f7f3e8"


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may read (RFC 9309). A demo holds people who do not exist: nothing of it."""
    if is_demo():
        return _plain(["User-agent: *", "Disallow: /"])
    closed = [f"Disallow: {path}" for path in NOT_FOR_SEARCH]
    sitemap = request.build_absolute_uri(reverse("sitemap"))
    return _plain(["User-agent: *", *closed, "", f"Sitemap: {sitemap}"])


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """By which a phone puts the site among its applications (W3C Web Application Manifest)."""
    whose = authority()
    icon = {"src": static("img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"}
    return JsonResponse(
        {
            "id": "/",
            "name": whose.name,
            "short_name": whose.short_name,
            "start_url": reverse("front"),
            "scope": "/",
            "display": "minimal-ui",
            "theme_color": FELT,
            "background_color": PAPER,
            "icons": [icon],
        },
        content_type="application/manifest+json",
    )


def _plain(lines: list[str]) -> HttpResponse:
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
