"""The institution's models, one concept a file."""

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.bars.models import Bar
from sanctioning.clubs.models import CLUB_STEPS, CLUB_TURNS, Club, ClubQuestion
from sanctioning.fees.models import BankLine, BankUpload, CreditNote, FeeEntry, Invoice, Payment, Refund
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.messages.models import Message
from sanctioning.kit.sent_once.models import SentKey
from sanctioning.kit.sequences.models import Sequence
from sanctioning.law.models.levels import Category, EventType, Level
from sanctioning.law.models.versions import Articles, FeeSchedule, RuleSet, Version
from sanctioning.offices.models.executor import Area, Leave
from sanctioning.offices.models.office import Appointment, DeclaredConflict, Office
from sanctioning.people.models.identity import Claim, ClaimCode, Merge
from sanctioning.people.models.own_data import AnonymisationWish, DataCopy
from sanctioning.people.models.person import Person, PrivateData, Publicity
from sanctioning.sanctions.models import STEPS, TRANSITIONS, TURNS, Sanction, SanctionQuestion, Step, Turn

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
