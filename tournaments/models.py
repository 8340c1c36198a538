"""The hall's models, one concept a file."""

from tournaments.calls.models import Call
from tournaments.entries.models.entry import Entry
from tournaments.entries.models.refund import RefundDraw
from tournaments.entries.models.ruling import EntryRuling
from tournaments.events.models.announcement import Announcement
from tournaments.events.models.event import Event
from tournaments.events.models.feed import OwnFeed
from tournaments.events.models.notice import EventNotice
from tournaments.games.models import Game, GamePlayer
from tournaments.justice.appeals.models import (
    Appeal,
    AppealStep,
    Assignment,
    CollegeBallot,
    CollegeMotion,
    Decision,
    Statement,
    Waiver,
)
from tournaments.justice.canons.models import CanonStep, SatOut
from tournaments.justice.cases.models import Case, CaseEntry, Letter, LetterSignature
from tournaments.justice.rulings.models import Amendment, Ruling
from tournaments.justice.votes.models import Offender, SecretBallot, Violation, Vote, Voter
from tournaments.rounds.models.draw import Draw
from tournaments.rounds.models.round import Round
from tournaments.series.models import Qualifier, Series
from tournaments.tables.models.authorisation import Authorisation
from tournaments.tables.models.stay import Stay, Waiting
from tournaments.tables.models.table_link import TableLink
from tournaments.teams.models.invitation import InvitedPlayer, TeamInvitation
from tournaments.teams.models.team import Team, TeamMember

__all__ = [
    "Amendment",
    "Announcement",
    "Appeal",
    "AppealStep",
    "Assignment",
    "Authorisation",
    "Call",
    "CanonStep",
    "Case",
    "CaseEntry",
    "CollegeBallot",
    "CollegeMotion",
    "Decision",
    "Draw",
    "Entry",
    "EntryRuling",
    "Event",
    "EventNotice",
    "Game",
    "GamePlayer",
    "InvitedPlayer",
    "Letter",
    "LetterSignature",
    "Offender",
    "OwnFeed",
    "Qualifier",
    "RefundDraw",
    "Round",
    "Ruling",
    "SatOut",
    "SecretBallot",
    "Series",
    "Statement",
    "Stay",
    "TableLink",
    "Team",
    "TeamInvitation",
    "TeamMember",
    "Violation",
    "Vote",
    "Voter",
    "Waiting",
    "Waiver",
]
