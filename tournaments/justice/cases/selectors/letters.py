"""Letters of Particulars and Complaint as those see them whom they concern.

Invariants: a draft is seen by those who voted and by the Acting Executor of the game; a filed Letter also by
the accused, the Managing Executor, the College and whoever judges its case; by nobody else. Whether a case
followed is told to those who see every case. A page takes a constant number of queries.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext_lazy as _lazy

from rules_engine.justice.letters import why_no_letter
from rules_engine.justice.votes import Motion
from sanctioning.identity.same_person import identity_id, rows_of, same_person
from sanctioning.kit.clock import day_of, today
from sanctioning.kit.lists.filters import kind_of
from sanctioning.kit.lists.lists import ListSource
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.permissions import holds, is_managing_executor, terms_held
from sanctioning.people.models.person import Person
from tournaments.events.permissions import rules_game
from tournaments.hooks import LetterOfVote
from tournaments.justice.appeal_history.verdicts import was_overturned
from tournaments.justice.cases.models import Case, Letter, LetterSignature
from tournaments.justice.cases.particulars import Particulars, read
from tournaments.justice.cases.permissions import may_see_case, may_see_letter, signer_of
from tournaments.justice.votes.models import Offender, Vote, Voter

VOTE_FACTS: Final = (
    "violation__game__event__club",
    "violation__game__event__sanction__level",
    "violation__game__event__sanction__articles",
    "violation__game__acting_executor__person__merged_into",
    "violation__charged_by__person__merged_into",
)
LETTER_FACTS: Final = (
    *(f"vote__{path}" for path in VOTE_FACTS),
    "against__merged_into",
    "drafted_by__merged_into",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signer:
    """One who voted for the bar; `on_paper` says who entered the signature, `by_hand` who has no account."""

    player: int
    number: str
    name: str
    signed_at: dt.datetime | None
    on_paper: str
    by_hand: bool
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterView:
    """One Letter, with what the asker may do. `paper` says whether the sealed paper is there, `lies_because`
    why it was let lie, to those who see every case."""

    id: int
    label: str
    against: str
    against_number: str
    time_zone: str
    particulars: Particulars
    complaint: str
    drafted_by: str
    drafted_at: dt.datetime
    filed_at: dt.datetime | None
    filed_without: str
    paper: bool
    sha256: str
    signers: tuple[Signer, ...]
    case_to_see: int | None
    lies_because: str
    may_edit: bool
    may_sign: bool
    may_enter: bool
    may_file: bool
    may_open_case: bool
    may_let_lie: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterLine:
    id: int
    label: str
    against: str
    event: str
    drafted_on: dt.date
    filed_on: dt.date | None
    signed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterAsked:
    """A vote from which a Letter goes: against whom, and the Letters that are there, by member number."""

    vote: int
    event: str
    game: str
    against: tuple[tuple[str, str], ...]


def letter_with(letter_id: int) -> Letter | None:
    return Letter.objects.select_related(*LETTER_FACTS).filter(pk=letter_id).first()


def vote_with(vote_id: int) -> Vote | None:
    return Vote.objects.select_related(*VOTE_FACTS).filter(pk=vote_id).first()


def letter_view(*, letter: Letter, asker: Person) -> LetterView | None:
    """The Letter, or None where it is not the asker's to see. Some ten queries."""
    if not may_see_letter(asker, letter):
        return None
    signers = _signers(letter, asker)
    filed = letter.filed_at is not None
    drafter = same_person(asker, letter.drafted_by)
    untouched = not any(signer.signed_at for signer in signers)
    case = Case.objects.select_related("against", "judge__person").filter(letter=letter).first()
    waits = [signer for signer in signers if signer.signed_at is None]
    rules = rules_game(asker, today(), letter.vote.violation.game)
    sees_cases = holds(asker, today(), Office.MANAGING_EXECUTOR, Office.COLLEGE)
    opens = filed and case is None and is_managing_executor(asker, today())
    return LetterView(
        id=letter.pk,
        label=letter.label,
        against=letter.against.identity.name,
        against_number=letter.against.identity.number,
        time_zone=letter.vote.violation.game.event.time_zone,
        particulars=read(letter.particulars),
        complaint=letter.complaint,
        drafted_by=letter.drafted_by.identity.name,
        drafted_at=letter.drafted_at,
        filed_at=letter.filed_at,
        filed_without=letter.filed_without,
        paper=bool(letter.document),
        sha256=letter.document_sha256,
        signers=signers,
        case_to_see=case.pk if case and may_see_case(asker, case) else None,
        may_edit=drafter and untouched and not filed,
        may_sign=not filed and any(signer.own for signer in waits),
        may_enter=not filed and rules and any(signer.by_hand for signer in waits),
        may_file=drafter and not filed and not untouched,
        lies_because=letter.let_lie_because if sees_cases else "",
        may_open_case=opens,
        may_let_lie=opens and letter.let_lie_at is None,
    )


def letter_paper(*, letter: Letter, asker: Person) -> bytes | None:
    """The sealed paper; None where there is none yet, or it is not the asker's to see."""
    if not letter.document or not may_see_letter(asker, letter):
        return None
    with letter.document.open("rb") as file:
        data: bytes = file.read()
    return data


def unsigned(letter: Letter) -> list[Voter]:
    """Those who voted and have not signed, in the order of the roll. One query."""
    missing = letter.vote.roll.exclude(player__in=letter.signatures.values("player"))
    return list(missing.select_related("player__person__merged_into"))


def letters(*, asker: Person) -> ListSource[Letter, LetterLine]:
    """Every Letter that the asker may see. Four queries a page."""
    day = today()
    own = rows_of(asker)
    seen = Q(vote__roll__player__person__in=own) | Q(
        vote__violation__game__acting_executor__in=Appointment.objects.on(day).filter(person__in=own)
    )
    filed = Q(filed_at__isnull=False)
    kinds = {"draft": (_lazy("to be signed"), ~filed), "filed": (_lazy("filed"), filed)}
    if holds(asker, day, Office.MANAGING_EXECUTOR, Office.COLLEGE):
        bare, lies = filed & Q(case__isnull=True), Q(let_lie_at__isnull=False)
        kinds["without-case"] = (_lazy("filed, without a case"), bare & ~lies)
        kinds["lies"] = (_lazy("no action"), bare & lies)
        seen |= filed
    else:
        judged = Appointment.objects.on(day).filter(person__in=own)
        seen |= filed & (Q(against__in=own) | Q(case__judge__in=judged))
    rows = Letter.objects.filter(pk__in=Letter.objects.filter(seen).values("pk"))
    return ListSource(
        rows=rows.select_related("against__merged_into", "vote__violation__game__event"),
        lines=_lines,
        sorts={
            "number": (F("number"),),
            "against": ("against__family_name", "against__given_names"),
            "drafted": ("drafted_at",),
            "filed": (F("filed_at"),),
        },
        order="-drafted",
        filters=(kind_of("state", _lazy("State"), kinds, all_words=_lazy("all Letters")),),
    )


def letters_to_sign(asker: Person) -> QuerySet[Letter]:
    """Drafts that wait for the asker's own signature."""
    own = Letter.objects.filter(filed_at__isnull=True, vote__roll__player__person__in=rows_of(asker))
    signed = own.filter(signatures__player__person__in=rows_of(asker))
    rows = own.exclude(pk__in=signed.values("pk")).order_by("drafted_at")
    return rows.select_related("against__merged_into", "vote__violation__game__event")


def letters_to_enter(asker: Person) -> QuerySet[Letter]:
    """Drafts of the asker's games for which somebody without an account is still to sign on paper."""
    terms = terms_held(asker, today())
    signed = LetterSignature.objects.filter(letter=OuterRef(OuterRef("pk")))
    by_hand = Voter.objects.filter(
        Q(player__person__merged_into__isnull=True, player__person__account__isnull=True)
        | Q(player__person__merged_into__isnull=False, player__person__merged_into__account__isnull=True),
        vote=OuterRef("vote"),
    ).exclude(player__in=signed.values("player"))
    rows = Letter.objects.filter(
        Exists(by_hand), filed_at__isnull=True, vote__violation__game__acting_executor__in=terms
    )
    return rows.order_by("drafted_at").select_related("against__merged_into", "vote__violation__game__event")


def letters_without_case() -> QuerySet[Letter]:
    """Filed, and nobody has decided yet whether a case follows."""
    bare = Letter.objects.filter(filed_at__isnull=False, case__isnull=True)
    rows = bare.filter(let_lie_at__isnull=True).order_by("filed_at")
    return rows.select_related("against__merged_into", "vote__violation__game__event")


def letters_of_vote(vote: Vote, asker: Person) -> tuple[LetterOfVote, ...]:
    """Those that came of a vote, as far as the asker may see them. Two queries; one where there is none."""
    if not _letters_of(vote):
        return ()
    rows = letters(asker=asker).rows.filter(vote=vote).order_by("pk")
    return tuple(
        LetterOfVote(id=letter.pk, label=str(letter), against=letter.against.identity.name) for letter in rows
    )


def may_draft_letter(vote: Vote, asker: Person) -> bool:
    """Whether an offender of the vote has no Letter yet that the asker may draft."""
    return bool(_without_letter(vote)) and letter_asked(vote=vote, asker=asker) is not None


def letter_asked(*, vote: Vote, asker: Person) -> LetterAsked | None:
    """Of a vote from which the asker may draft a Letter: the offenders without one yet; else None."""
    stands = why_no_letter(
        Motion(vote.motion),
        closed=vote.state == Vote.State.CLOSED,
        carried=bool(vote.carried),
        asked=bool(vote.terms.get("letter")),
    )
    if stands is not None or signer_of(vote, asker) is None or was_overturned(vote):
        return None
    game = vote.violation.game
    return LetterAsked(
        vote=vote.pk,
        event=game.event.name,
        game=game.label,
        against=tuple((person.number, person.name) for person in _without_letter(vote)),
    )


def _without_letter(vote: Vote) -> list[Person]:
    """The offenders against whom no Letter goes yet."""
    prefetch_related_objects(
        [vote.violation],
        Prefetch("offenders", Offender.objects.select_related("player__person__merged_into").order_by("pk")),
    )
    offenders = [offender.player.person.identity for offender in vote.violation.offenders.all()]
    lettered = {identity_id(letter.against) for letter in _letters_of(vote)}
    return [person for person in offenders if person.pk not in lettered]


def _letters_of(vote: Vote) -> list[Letter]:
    """One query a vote, however often it is asked."""
    prefetch_related_objects([vote], Prefetch("letters", Letter.objects.select_related("against")))
    return list(vote.letters.all())


def _signers(letter: Letter, asker: Person) -> tuple[Signer, ...]:
    signatures = {
        signature.player_id: signature for signature in letter.signatures.select_related("by__merged_into")
    }
    signers = []
    for voter in letter.vote.roll.select_related("player__person__merged_into"):
        person = voter.player.person.identity
        signed = signatures.get(voter.player_id)
        signers.append(
            Signer(
                player=voter.player_id,
                number=person.number,
                name=person.name,
                signed_at=signed.at if signed else None,
                on_paper="" if signed is None or same_person(signed.by, person) else signed.by.identity.name,
                by_hand=person.account_id is None,
                own=same_person(asker, person),
            )
        )
    return tuple(signers)


def _lines(rows: Sequence[Letter]) -> tuple[LetterLine, ...]:
    counted: dict[int, int] = {}
    for letter in Letter.objects.filter(pk__in=[letter.pk for letter in rows]).values_list(
        "pk", "signatures"
    ):
        counted[letter[0]] = counted.get(letter[0], 0) + (letter[1] is not None)
    return tuple(
        LetterLine(
            id=letter.pk,
            label=str(letter),
            against=letter.against.identity.name,
            event=letter.vote.violation.game.event.name,
            drafted_on=day_of(letter.drafted_at),
            filed_on=day_of(letter.filed_at) if letter.filed_at else None,
            signed=counted[letter.pk],
        )
        for letter in rows
    )
