"""`manage.py sign_certificates`: sign what was printed before there were keys."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from scoring.certificates.services.certificates import sign_what_is_unsigned


class Command(BaseCommand):
    help = "Has every certificate signed whose file carries no signature; the worker does it, each once."

    def handle(self, **options: Any) -> None:
        self.stdout.write(f"{sign_what_is_unsigned()} certificates are given to the press to be signed.")
