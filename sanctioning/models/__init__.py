"""The institution's models, one concept a file."""

from sanctioning.models.account import Account
from sanctioning.models.api_token import ApiToken
from sanctioning.models.audit import AuditEntry
from sanctioning.models.bar import Bar
from sanctioning.models.club import CLUB_STEPS, CLUB_TURNS, Club, ClubQuestion
from sanctioning.models.executor import Area, Leave
from sanctioning.models.fees import (
    BankLine,
    BankUpload,
    CreditNote,
    FeeEntry,
    Invoice,
    Payment,
    Refund,
)
from sanctioning.models.identity import Claim, ClaimCode, Merge
from sanctioning.models.installation import Installation
from sanctioning.models.job import Job
from sanctioning.models.law import Articles, FeeSchedule, RuleSet, Version
from sanctioning.models.level import Category, EventType, Level
from sanctioning.models.message import Message
from sanctioning.models.office import Appointment, DeclaredConflict, Office
from sanctioning.models.own_data import AnonymisationWish, DataCopy
from sanctioning.models.person import Person, PrivateData, Publicity
from sanctioning.models.sanction import (
    STEPS,
    TRANSITIONS,
    TURNS,
    Sanction,
    SanctionQuestion,
    Step,
    Turn,
)
from sanctioning.models.sent_key import SentKey
from sanctioning.models.sequence import Sequence

__all__ = [
    "CLUB_STEPS",
    "CLUB_TURNS",
    "STEPS",
    "TRANSITIONS",
    "TURNS",
    "Account",
    "AnonymisationWish",
    "ApiToken",
    "Appointment",
    "Area",
    "Articles",
    "AuditEntry",
    "BankLine",
    "BankUpload",
    "Bar",
    "Category",
    "Claim",
    "ClaimCode",
    "Club",
    "ClubQuestion",
    "CreditNote",
    "DataCopy",
    "DeclaredConflict",
    "EventType",
    "FeeEntry",
    "FeeSchedule",
    "Installation",
    "Invoice",
    "Job",
    "Leave",
    "Level",
    "Merge",
    "Message",
    "Office",
    "Payment",
    "Person",
    "PrivateData",
    "Publicity",
    "Refund",
    "RuleSet",
    "Sanction",
    "SanctionQuestion",
    "SentKey",
    "Sequence",
    "Step",
    "Turn",
    "Version",
]
