"""The books' models, one concept a file."""

from sanctioning.signing.models import SigningKey
from scoring.certificates.models import Certificate
from scoring.ledger.models.head import SignedHead
from scoring.ledger.models.ledger import LedgerEntry
from scoring.practice.models import Practice
from scoring.previews.models import Preview, PreviewGame, PreviewPerson, PreviewPlacing
from scoring.recordings.models import DegreeHeld, RecordedCertificate, Submission
from scoring.results.models import Award, Certification, Standing
from scoring.rosters.models import Erratum, Roster, RosterDocument, RosterSheet
from tournaments.reports.models.record_files import RecordBatch, RecordFile
from tournaments.reports.models.report import Confirmation, Report, ReportFinding, StanzaReport
from tournaments.slips.models import Slip, SlipSignature
from tournaments.tables.models.sheet import Settlement, Sheet, Split, StanzaVersion

__all__ = [
    "Award",
    "Certificate",
    "Certification",
    "Confirmation",
    "DegreeHeld",
    "Erratum",
    "LedgerEntry",
    "Practice",
    "Preview",
    "PreviewGame",
    "PreviewPerson",
    "PreviewPlacing",
    "RecordBatch",
    "RecordFile",
    "RecordedCertificate",
    "Report",
    "ReportFinding",
    "Roster",
    "RosterDocument",
    "RosterSheet",
    "Settlement",
    "Sheet",
    "SignedHead",
    "SigningKey",
    "Slip",
    "SlipSignature",
    "Split",
    "Standing",
    "StanzaReport",
    "StanzaVersion",
    "Submission",
]
