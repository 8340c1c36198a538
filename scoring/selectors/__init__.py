"""What is read of the books, for pages, API, PDF and mail.

One module a subject: `results` (front page, event), `games`, `players`, `rosters`, `certificates`,
`clubs`. Each function takes the person who asks (`asker=`, None for the public), leaves out what that
person may not see, and returns frozen dataclasses in a constant number of queries.
"""

from scoring.selectors.certificates import certificate_check, certificate_document
from scoring.selectors.clubs import club_detail, clubs
from scoring.selectors.games import game_detail, game_record
from scoring.selectors.players import people_named, player_detail
from scoring.selectors.results import event_detail, latest_results
from scoring.selectors.rosters import roster_csv, roster_detail, roster_document, rosters

__all__ = [
    "certificate_check",
    "certificate_document",
    "club_detail",
    "clubs",
    "event_detail",
    "game_detail",
    "game_record",
    "latest_results",
    "people_named",
    "player_detail",
    "roster_csv",
    "roster_detail",
    "roster_document",
    "rosters",
]
