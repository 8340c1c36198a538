"""Whose installation it is in a test: the settings', for as long as a test does not make it another's."""

from __future__ import annotations

from typing import Final

from sanctioning.kit.installation.selectors import authority_of, keep

ALL_DAY: Final = 24 * 60 * 60


def be_nobodys() -> None:
    keep(authority_of(None), seconds=ALL_DAY)


# Modules of tests name days before any test may ask the database.
be_nobodys()
