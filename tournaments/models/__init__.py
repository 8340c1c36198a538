"""The hall's models, one concept a file."""

from tournaments.models.announcement import Announcement
from tournaments.models.authorisation import Authorisation
from tournaments.models.call import Call
from tournaments.models.draw import Draw
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.feed import OwnFeed
from tournaments.models.game import Game, GamePlayer
from tournaments.models.notice import EventNotice
from tournaments.models.round import Round
from tournaments.models.series import Qualifier, Series
from tournaments.models.stay import Stay, Waiting
from tournaments.models.table_link import TableLink

__all__ = [
    "Announcement",
    "Authorisation",
    "Call",
    "Draw",
    "Entry",
    "Event",
    "EventNotice",
    "Game",
    "GamePlayer",
    "OwnFeed",
    "Qualifier",
    "Round",
    "Series",
    "Stay",
    "TableLink",
    "Waiting",
]
