"""Addresses of the institution."""

from django.urls import URLPattern, URLResolver, path

from sanctioning.views import session

urlpatterns: list[URLPattern | URLResolver] = [
    path("login/", session.sign_in, name="login"),
    path("logout/", session.sign_out, name="logout"),
    path("components/", session.components, name="components"),
]
