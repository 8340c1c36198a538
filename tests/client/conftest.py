"""The client, so that the tests here can import it within themselves."""

from __future__ import annotations

import pytest

from tests.support.client import put_on_path


@pytest.fixture(autouse=True)
def client_on_path(db: None) -> None:
    """The schema names the authority, which stands in the database."""
    put_on_path()
