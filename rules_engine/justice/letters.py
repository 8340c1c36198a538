"""When a Letter of Particulars and Complaint goes, and who signs it.

Section III, "Penalties"; inventory W-113 and W-114, reading 59. A Letter goes with the bar that all
non-offenders voted, where the motion asked for one; those who voted for it sign.
"""

from collections.abc import Mapping
from typing import Final

from rules_engine.justice.motions import Obstacle
from rules_engine.justice.votes import Motion

RULE: Final = "III/Penalties"
OBSTACLES: Final[Mapping[str, str]] = {
    "letter-without-bar": "A Letter goes only with the bar that all non-offenders vote.",
    "vote-not-closed": "The vote is not closed yet: nobody knows whether the bar is carried.",
    "bar-not-carried": "The bar was not carried by all non-offenders.",
    "letter-not-asked": "The motion did not ask for a Letter.",
}


def why_no_letter(motion: Motion, *, closed: bool, carried: bool, asked: bool) -> Obstacle | None:
    """What stands against a Letter, the first of `OBSTACLES`; none: those who voted may send one."""
    against = {
        "letter-without-bar": motion is not Motion.TYPE_2_BAR_WITH_PLAYOFFS,
        "vote-not-closed": not closed,
        "bar-not-carried": not carried,
        "letter-not-asked": not asked,
    }
    code = next((code for code in OBSTACLES if against[code]), None)
    return Obstacle(code, RULE, OBSTACLES[code]) if code else None
