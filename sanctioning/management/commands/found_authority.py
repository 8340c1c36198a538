"""Make the first Managing Executor, from whom every other right comes, by who runs the machine."""

from __future__ import annotations

from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import EmailValidator
from django.db import transaction

from sanctioning.accounts.forms import ADDRESS
from sanctioning.accounts.models.account import Account
from sanctioning.kit.refusals import Refusal
from sanctioning.people.services.registering import found_authority


class Command(BaseCommand):
    help = "Makes the first Managing Executor, once; the account is made where the address has none yet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--email", required=True, help="the address that signs in")
        parser.add_argument("--given-names", required=True)
        parser.add_argument("--family-name", required=True)

    def handle(self, *, email: str, given_names: str, family_name: str, **options: Any) -> None:
        try:
            with transaction.atomic():
                account = Account.objects.filter(email=Account.objects.normalize_email(email)).first()
                person = found_authority(
                    given_names=given_names,
                    family_name=family_name,
                    account=account or self._new_account(email),
                )
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(
            f"{person.name} is Managing Executor, number {person.number}. The first sign-in asks for a\n"
            "second factor; then the law, levels and offices are kept on the pages of the authority."
        )

    def _new_account(self, email: str) -> Account:
        """The password is asked for twice, or read from standard input where nobody is at the keyboard."""
        account = Account(email=Account.objects.normalize_email(email))
        password = getpass("Password: ")
        if password != getpass("Password again: "):
            raise CommandError("The two passwords differ. Start again.")
        try:
            validate_password(password, account)
            EmailValidator(ADDRESS)(account.email)
            account.full_clean(exclude=["password"])
        except ValidationError as wrong:
            raise CommandError(" ".join(wrong.messages)) from wrong
        return Account.objects.create_user(email, password)
