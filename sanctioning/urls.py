"""Addresses of the institution."""

from django.urls import URLPattern, URLResolver, path

from sanctioning.views import rules, session

urlpatterns: list[URLPattern | URLResolver] = [
    path("login/", session.sign_in, name="login"),
    path("logout/", session.sign_out, name="logout"),
    path("rules/", rules.rules, name="rules"),
    path("components/", session.components, name="components"),
]
