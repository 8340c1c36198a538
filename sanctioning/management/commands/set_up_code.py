"""Print the address that sets an empty installation up, with a new one-time code."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from sanctioning.kit.installation.commands import command_line
from sanctioning.kit.installation.tables import require_tables
from sanctioning.kit.messages.mail_text import link_to
from sanctioning.kit.refusals import Refusal
from sanctioning.setting_up.services import new_code


class Command(BaseCommand):
    help = "Prints the address that sets this installation up, with a one-time code in place of any before."

    def handle(self, **options: Any) -> None:
        require_tables()
        try:
            code = new_code()
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(
            f"Set this site up at {link_to(reverse('set-up'))}?{urlencode({'code': code})}\n"
            f"The one-time code is {code}. It lasts two days; this prints a new one:\n"
            f"    {command_line('set_up_code')}"
        )
