"""The site says no."""

from __future__ import annotations

from typing import Any

import httpx

PROBLEM = "application/problem+json"


class Refused(Exception):
    """A problem document (RFC 9457): compare with `code`, show people `sentence` and `remedy`."""

    def __init__(self, response: httpx.Response) -> None:
        problem: dict[str, Any] = response.json()
        self.status = response.status_code
        self.code: str = problem["code"]
        self.sentence: str = problem["sentence"]
        self.rule: str = problem["rule"]
        self.remedy: str = problem["remedy"]
        self.facts: dict[str, Any] = problem["facts"]
        self.page: str = problem["type"]
        super().__init__(f"{self.sentence} {self.remedy} ({self.page})")


def require_yes(response: httpx.Response) -> None:
    """Go on only with an answer that is none of the errors.

    Raises:
        Refused: the site says why.
        httpx.HTTPStatusError: something between you and the site answered in its place.
    """
    if response.status_code >= 400 and response.headers.get("Content-Type", "").startswith(PROBLEM):
        raise Refused(response)
    response.raise_for_status()
