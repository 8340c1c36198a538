"""The institution's models, one concept a file."""

from sanctioning.models.account import Account
from sanctioning.models.audit import AuditEntry
from sanctioning.models.club import Club
from sanctioning.models.installation import Installation
from sanctioning.models.job import Job
from sanctioning.models.law import Articles, RuleSet
from sanctioning.models.office import Appointment, DeclaredConflict, Office
from sanctioning.models.person import Person, PrivateData
from sanctioning.models.sanction import TRANSITIONS, EventType, Level, Sanction
from sanctioning.models.sequence import Sequence

__all__ = [
    "TRANSITIONS",
    "Account",
    "Appointment",
    "Articles",
    "AuditEntry",
    "Club",
    "DeclaredConflict",
    "EventType",
    "Installation",
    "Job",
    "Level",
    "Office",
    "Person",
    "PrivateData",
    "RuleSet",
    "Sanction",
    "Sequence",
]
