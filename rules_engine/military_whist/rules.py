"""The rules of Military Whist as findings and answers cite them: the row of the inventory, then the section.

Sections keep the numbers of the rule text, which has two rules 7 and no rule 8: 7a is the one about loans,
7b the one about scores of two days. Capitals are its headings. Rows that no finding and no answer
cites are in docs/whist-rules.md alone.
"""

from typing import Final

CLOCK: Final = "M-3/Courtesies 1"
CONDUCT: Final = "M-4/11"
AGE: Final = "M-5/Age Groups"
MEMBERSHIP: Final = "M-6/Age Groups"
TEAM: Final = "M-7/10a"
TEAMS_OF_A_ZONE: Final = "M-8/Age Groups"
FLAGS_AT_START: Final = "M-10/3b"
COUNTS: Final = "M-13/5"
WINNER: Final = "M-14/6"
DAYS_ADDED: Final = "M-16/6"
LOANS: Final = "M-17/7a"
TRICKS: Final = "M-18/9a"
CUT: Final = "M-19/9b"
MISDEAL: Final = "M-20/9e"
OUT_OF_TURN: Final = "M-21/9f"
REVOKE: Final = "M-22/9g"
DROPPED: Final = "M-23/9h"
TWO_CARDS: Final = "M-24/9i"
PAIRS: Final = "M-25/10a"
PATTERN: Final = "M-26/10c"
FLAGS_WON: Final = "M-27/10c"
AREA: Final = "M-30/AREA"
ZONE: Final = "M-31/ZONE"
PROVINCIAL: Final = "M-32/PROVINCIAL"
ZONE_ORDER: Final = "M-33/PROVINCIAL"
TWO_TIED: Final = "M-34/TIE 1"
THREE_TIED: Final = "M-35/TIE 2"
CUTS: Final = "M-36/TIE 1"
ROTATION: Final = "M-37/SAMPLE"
MORE_TIED: Final = "M-12/10b"
"""Of ties of four or more the text says nothing; the leader is the final authority (reading 5)."""
