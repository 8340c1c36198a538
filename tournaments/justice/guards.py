"""What the database itself keeps of rulings, votes, appeals, Letters and cases."""

from __future__ import annotations

from sanctioning.kit.guards.guards import append_only, differs, guard
from tournaments.entries.models.ruling import EntryRuling
from tournaments.justice.appeals.models import (
    Appeal,
    AppealStep,
    Assignment,
    CollegeBallot,
    CollegeMotion,
    Statement,
    Waiver,
)
from tournaments.justice.canons.models import CanonStep, SatOut
from tournaments.justice.cases.models import Case, CaseEntry, Letter, LetterSignature
from tournaments.justice.rulings.models import Amendment, Ruling
from tournaments.justice.votes.models import Offender, SecretBallot, Violation, Vote, Voter

GUIDING = {"guiding_by", "guiding_at", "guiding_note"}


def guard_justice() -> None:
    for kept in (
        Offender,
        SecretBallot,
        Statement,
        CollegeBallot,
        Waiver,
        LetterSignature,
        CaseEntry,
        SatOut,
    ):
        append_only(kept)
    for never_deleted in (Violation, Vote, Voter, Appeal, AppealStep, Assignment, CollegeMotion, Case):
        guard(never_deleted, "DELETE", "what was charged, voted, appealed or decided is kept for good")
    ruled = "a ruling stays as it was made; rule anew, or appeal"
    facts = [column for column in _columns(Ruling) if column not in {*GUIDING, "guiding_by_id"}]
    guard(Ruling, "UPDATE", ruled, condition=differs(*facts))
    guard(Ruling, "DELETE", ruled)
    append_only(Ruling.concerned.through)
    amended = "an amendment stays as it was made, and ends once"
    made = differs("game_id", "stanza", "ruling_id", "vote_id", "step_id", "at")
    guard(Amendment, "UPDATE", amended, condition=f"OLD.ended_at IS NOT NULL OR {made}")
    guard(Amendment, "DELETE", amended)
    let_in = "a ruling on an entry stays as it was made, and ends once"
    made = differs("event_id", "person_id", "admitted", "ruling_id", "what", "reason", "by_id", "at")
    guard(EntryRuling, "UPDATE", let_in, condition=f"OLD.ended_at IS NOT NULL OR {made}")
    guard(EntryRuling, "DELETE", let_in)
    guard(Vote, "UPDATE", "a vote refused or closed is final", condition="OLD.state IN ('refused', 'closed')")
    answered = "an answer on the roll is given once"
    fixed = differs("vote_id", "player_id", "place")
    guard(Voter, "UPDATE", answered, condition=f"OLD.answered OR {fixed}")
    sent = "what went along with an appeal is frozen"
    fixed = differs("number", "ruling_id", "vote_id", "appellant_id", "bundle_sha256", "at")
    guard(Appeal, "UPDATE", sent, condition=f"OLD.ended <> '' OR {fixed}")
    decided = "a decision is never changed; the next step may"
    said = differs("appeal_id", "place", "office", "decision", "reasons", "decided_by_id", "decided_at")
    over = "OLD.decision <> '' OR OLD.withdrawn_at IS NOT NULL"
    guard(AppealStep, "UPDATE", decided, condition=f"({over}) AND ({said})")
    guard(CollegeMotion, "UPDATE", "a vote of the College is final", condition="OLD.closed_at IS NOT NULL")
    guard(Case, "UPDATE", "a case that was decided is closed", condition="OLD.outcome <> ''")
    opened = differs("number", "against_id", "letter_id", "step_id", "charge", "opened_by_id", "opened_at")
    guard(Case, "UPDATE", "a case stays as it was opened", condition=opened, about="opened")
    _guard_letters()
    _guard_canons()


def _guard_canons() -> None:
    noted = "a violation stays as it was noted, and is taken back once"
    said = ("kind", "earlier", "step", "choice", "rule", "round", "what", "by_id", "at", "key", "bar_id")
    made = differs("event_id", "person_id", *said)
    guard(CanonStep, "UPDATE", noted, condition=f"OLD.taken_back_at IS NOT NULL OR {made}")
    guard(CanonStep, "DELETE", noted)


def _guard_letters() -> None:
    filed = "a Letter that was filed is kept for good as it is"
    words = differs("number", "complaint", "filed_at", "filed_without")
    guard(Letter, "UPDATE", filed, condition=f"OLD.filed_at IS NOT NULL AND ({words})")
    guard(Letter, "DELETE", filed, condition="OLD.filed_at IS NOT NULL")
    lies = differs("let_lie_by_id", "let_lie_at", "let_lie_because")
    said = "why a Letter was let lie is said once"
    guard(Letter, "UPDATE", said, condition=f"OLD.let_lie_at IS NOT NULL AND ({lies})", about="lies")
    guard(Letter, "TRUNCATE", filed)
    guard(Case, "TRUNCATE", "cases are kept for good")
    drafted = differs("vote_id", "against_id", "particulars", "drafted_by_id", "drafted_at")
    guard(Letter, "UPDATE", "the particulars are those of the vote", condition=drafted, about="drafted")
    changed = differs("complaint")
    guard(
        Letter,
        "UPDATE",
        "what somebody signed is not written anew",
        condition="EXISTS (SELECT 1 FROM tournaments_lettersignature AS one WHERE one.letter_id = OLD.id)"
        f" AND ({changed})",
        about="signed",
    )
    guard(
        Letter,
        "UPDATE",
        "a paper that was sealed stays",
        condition=f"OLD.document <> '' AND ({differs('document', 'document_sha256')})",
        about="sealed",
    )
    guard(
        LetterSignature,
        "INSERT",
        "a Letter that was filed takes no more signatures",
        condition="(SELECT filed_at FROM tournaments_letter WHERE id = NEW.letter_id) IS NOT NULL",
    )


def _columns(model: type[Ruling]) -> list[str]:
    """Its columns that can be compared as they are; JSON is kept with them."""
    return [
        field.column
        for field in model._meta.concrete_fields
        if field.column and field.get_internal_type() != "JSONField" and not field.primary_key
    ]
