"""The books' models, one concept a file."""

from scoring.models.batch import RecordBatch, RecordFile
from scoring.models.certificate import Certificate
from scoring.models.head import SignedHead
from scoring.models.ledger import LedgerEntry
from scoring.models.practice import Practice
from scoring.models.preview import Preview, PreviewGame, PreviewPerson, PreviewPlacing
from scoring.models.recording import DegreeHeld, RecordedCertificate, Submission
from scoring.models.report import Confirmation, Report, ReportFinding, StanzaReport
from scoring.models.result import Award, Certification, Standing
from scoring.models.roster import Erratum, Roster, RosterDocument, RosterSheet
from scoring.models.sheet import Settlement, Sheet, Split, StanzaVersion
from scoring.models.signing import SigningKey
from scoring.models.slip import Slip, SlipSignature

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
