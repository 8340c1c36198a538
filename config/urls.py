"""The addresses of the site: each app brings its own, from the authority up to scoring."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from config.monitoring.health import health

# Also the administration pages are entered by the site's own sign-in, second factor and all.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler400 = "sanctioning.site.errors.bad_request"
handler404 = "sanctioning.site.errors.not_found"
handler500 = "sanctioning.site.errors.server_error"

urlpatterns = [
    path("health/", health, name="health"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("scoring.api_urls")),
    path("api/v1/", include("tournaments.api_urls")),
    path("api/v1/", include("sanctioning.api_urls")),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),
    path("", include("sanctioning.urls")),
]
