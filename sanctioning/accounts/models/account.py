"""The account a person signs in with.

An account is only the key to the site; who somebody is and may do is said elsewhere. People exist without.
"""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from sanctioning.kit.wording.localised import lazily as _lazy


class AccountManager(BaseUserManager["Account"]):
    """Finds and makes accounts by e-mail address, whatever its letters' case."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "Account":
        """Make an account; without a password nobody can sign in with it until one is set.

        Whoever makes it vouches for the address. One who signs up confirms it by mail instead.
        """
        from allauth.account.models import EmailAddress

        if not email:
            raise ValueError("An account needs an e-mail address.")
        account = self.model(email=self.normalize_email(email), **fields)
        account.set_password(password)
        account.save(using=self._db)
        EmailAddress.objects.using(self._db).create(
            user=account, email=account.email, primary=True, verified=True
        )
        return account

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "Account":
        return self.create_user(email, password, **{**fields, "is_staff": True, "is_superuser": True})

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        return (email or "").strip().lower()

    def get_by_natural_key(self, username: str | None) -> "Account":
        return self.get(email=self.normalize_email(username))


class Account(AbstractBaseUser, PermissionsMixin):
    """A login. Its e-mail address, in small letters, is its name."""

    email = models.EmailField(
        "e-mail address",
        unique=True,
        error_messages={"unique": _lazy("This e-mail address already has an account. Sign in with it.")},
    )
    name = models.CharField(max_length=120, blank=True)
    language = models.CharField(max_length=12, blank=True, help_text="Empty: as the browser asks.")
    is_active = models.BooleanField("may sign in", default=True)
    is_staff = models.BooleanField("may use the administration pages", default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    password_changed_at = models.DateTimeField(
        null=True, editable=False, help_text="Empty: never since the account was made."
    )

    objects: ClassVar[AccountManager] = AccountManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(email=Lower("email")),
                name="account_email_in_small_letters",
                violation_error_message="An e-mail address is kept in small letters.",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    def set_password(self, raw_password: str | None) -> None:
        """Note the moment too: what was made under the old password ends.

        A stronger hash of the same password is saved by its field alone, so it changes no moment.
        """
        super().set_password(raw_password)
        if self.pk:
            self.password_changed_at = timezone.now()

    def clean(self) -> None:
        self.email = AccountManager.normalize_email(self.email)

    def get_full_name(self) -> str:
        return self.name or self.email
