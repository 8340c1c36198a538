"""Whose installation it is in a test: the settings', for as long as a test does not make it another's."""

from __future__ import annotations

import math

from sanctioning.kit.installation.selectors import authority_of, keep


def be_nobodys() -> None:
    keep(authority_of(None), seconds=math.inf)


# Modules of tests name days before any test may ask the database.
be_nobodys()
