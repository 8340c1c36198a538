"""Until when an appeal may be made, and until when it is decided.

Section IV, reading 71. The days are data of the Articles; a term ends with its last day in the authority's
zone.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Final

from rules_engine.justice.appeals import Office

# The provisions of the Articles that set the days for an appeal to an office, and for that office to decide.
DAYS_TO_APPEAL: Final[Mapping[Office, str]] = {
    "Associate": "days_to_appeal_to_associate",
    "Managing": "days_to_appeal_to_managing",
    "College": "days_to_appeal_to_college",
}
DAYS_TO_DECIDE: Final[Mapping[Office, str]] = {
    # The Articles name no days for a ruling anew: as many as the office has that sent it back.
    "Acting": "days_for_associate_to_decide",
    "Associate": "days_for_associate_to_decide",
    "Managing": "days_for_managing_to_decide",
    "College": "days_for_college_to_decide",
}


def last_day(begun: dt.date, days: int) -> dt.date:
    """The last day of a term of so many days that begins with the decision or the appeal on `begun`."""
    if days < 1:
        raise ValueError("a term has at least one day")
    return begun + dt.timedelta(days=days)


def is_in_time(begun: dt.date, days: int, today: dt.date) -> bool:
    return begun <= today <= last_day(begun, days)
