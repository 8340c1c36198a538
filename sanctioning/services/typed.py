"""What a person typed, taken or refused: words that a step needs, and names of time zones."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sanctioning.refusal import Refusal


def said(text: str, code: str, sentence: str) -> str:
    """The words without blanks around them; refuses where there are none."""
    if text.strip():
        return text.strip()
    raise Refusal(
        code=code,
        sentence=sentence,
        rule="IV",
        remedy="Write it in a sentence or two, and send again.",
        status=422,
    )


def zone_named(name: str, whose: str) -> ZoneInfo:
    """The time zone of a club or an event; refuses a name that no zone has."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        raise Refusal(
            code="time-zone-unknown",
            sentence=f"There is no time zone “{name}”.",
            rule=f"{whose} has a time zone.",
            remedy='Write it as "Europe/London" or "America/Chicago".',
            status=422,
        ) from None
