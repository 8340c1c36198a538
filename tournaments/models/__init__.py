"""The hall's models, one concept a file."""

from tournaments.models.announcement import Announcement
from tournaments.models.appeal import (
    Appeal,
    AppealStep,
    Assignment,
    CollegeBallot,
    CollegeMotion,
    Decision,
    Statement,
    Waiver,
)
from tournaments.models.authorisation import Authorisation
from tournaments.models.call import Call
from tournaments.models.canon import CanonStep, SatOut
from tournaments.models.case import Case, CaseEntry, Letter, LetterSignature
from tournaments.models.draw import Draw
from tournaments.models.entry import Entry
from tournaments.models.entry_ruling import EntryRuling
from tournaments.models.event import Event
from tournaments.models.feed import OwnFeed
from tournaments.models.game import Game, GamePlayer
from tournaments.models.notice import EventNotice
from tournaments.models.refund import RefundDraw
from tournaments.models.round import Round
from tournaments.models.ruling import Amendment, Ruling
from tournaments.models.series import Qualifier, Series
from tournaments.models.stay import Stay, Waiting
from tournaments.models.table_link import TableLink
from tournaments.models.team import Team, TeamMember
from tournaments.models.team_invitation import InvitedPlayer, TeamInvitation
from tournaments.models.vote import Offender, SecretBallot, Violation, Vote, Voter

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
