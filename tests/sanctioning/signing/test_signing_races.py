"""The very first key, where several workers want it at the same moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from sanctioning.signing.models import SigningKey
from sanctioning.signing.services import key_in_use
from tests.sanctioning.signing.test_signing import folder
from tests.support.racing import all_at_once

__all__ = ["folder"]

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


def test_all_sign_with_the_key_that_was_made_first(folder: Path) -> None:
    keys = all_at_once([key_in_use] * 4)
    assert keys == [SigningKey.objects.get()] * 4
