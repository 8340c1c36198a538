"""How a submission of certificates is judged, and what it would bring before anybody presses the button.

Invariants: recording and forecast ask the engine the same question (`judged`); the forecast writes and locks
nothing, so the recording judges afresh. Certificates of two card games are never judged together.
Rule section: IV (unmutilated certificates; 25.0 or a new degree).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, cast

from django.db.models import Count, Sum
from django.utils.translation import gettext as _

from rules_engine.card_games import CARD_GAMES, WHOOPIE
from rules_engine.points import recordings as law
from sanctioning.identity.same_person import identity_id, identity_of, rows_of, same_person
from sanctioning.kit.check_characters import normal_code
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.certificates.selectors.certificates import codes_meant
from scoring.degree_names import full_style
from scoring.ledger.models.ledger import LedgerEntry
from scoring.points import NO_POINTS
from scoring.results.models import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedCode:
    """One line as typed, and what it is; `trouble` is empty for a certificate that may be recorded."""

    typed: str
    code: str
    serial: str
    owner: str
    points: Decimal
    blue: Decimal
    state: Annotated[str, Certificate.State, ""]
    mutilated: bool
    trouble: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """`accepted` is what the engine would answer now; False while a code is unknown. `card_game` is that of
    the first certificate known; one of another is in trouble."""

    card_game: str
    lines: tuple[TypedCode, ...]
    total: Decimal
    blue: Decimal
    accepted: bool
    degree: str
    short: Decimal
    sentence: str


AS_JUDGED: Mapping[str, law.State] = {Certificate.State.REPLACED: "void"}
TROUBLES = {
    "recorded": _lazy("has been recorded already"),
    "void": _lazy("is void"),
    "replaced": _lazy("was replaced by another"),
    "mutilated": _lazy("is mutilated"),
}


def recording_forecast(*, person: Person, codes: Sequence[str], mutilated: Sequence[str] = ()) -> Forecast:
    """The running total of the codes typed so far, and what recording them would bring.

    Four queries, and one where a serial from before this system is among them.
    """
    normal = [normal_code(typed) for typed in codes_meant(codes)]
    rows = Certificate.objects.filter(
        code__in=[code for code in normal if code], kind=Certificate.Kind.RATING_POINTS
    ).select_related("person__merged_into")
    known = {row.code: row for row in rows}
    spoilt = {normal_code(typed) for typed in codes_meant(mutilated)}
    seen: set[str] = set()
    card_game = next((known[code].card_game for code in normal if code in known), WHOOPIE.slug)
    lines = []
    for typed, code in zip(codes, normal, strict=True):
        lines.append(_line(typed, code, known.get(code or ""), person, card_game, spoilt, seen))
        seen.add(code or "")
    of_it = {code: row for code, row in known.items() if row.card_game == card_game}
    answer = judged(person, card_game, [of_it[code] for code in normal if code in of_it], spoilt)
    return Forecast(
        card_game=card_game,
        lines=tuple(lines),
        total=answer.rest,
        blue=sum((line.blue for line in lines if not line.trouble), NO_POINTS),
        accepted=answer.accepted and all(code in of_it for code in normal),
        degree=full_style(answer.degree, card_game) if answer.promoted and answer.degree else "",
        short=answer.short_of_25,
        sentence=answer.reason,
    )


def judged(
    person: Person,
    card_game: str,
    certificates: Sequence[Certificate],
    spoilt: Collection[str | None],
    held: law.Held | None = None,
) -> law.Recording:
    """What the engine says of these certificates of one card game, sent in by that player in this order.

    `certificates` come with their people; `spoilt` are codes of which the paper is mutilated. Two queries,
    none where it is known what the player has `held` so far.
    """
    return law.record(
        person.number,
        held or held_by([person], card_game)[identity_id(person)],
        [
            law.Certificate(
                certificate.serial,
                certificate.person.identity.number,
                certificate.points,
                certificate.blue,
                _state(certificate, spoilt),
            )
            for certificate in certificates
        ],
        CARD_GAMES[card_game].name,
    )


def _state(certificate: Certificate, spoilt: Collection[str | None]) -> law.State:
    if certificate.code in spoilt:
        return "mutilated"
    return AS_JUDGED.get(certificate.state, cast(law.State, certificate.state))


def _line(
    typed: str,
    code: str | None,
    row: Certificate | None,
    person: Person,
    card_game: str,
    spoilt: set[str | None],
    seen: set[str],
) -> TypedCode:
    trouble = ""
    if code is None:
        trouble = _("is not a code: the check character does not match, so compare it with the certificate")
    elif row is None:
        trouble = _("belongs to no Rating Point Certificate")
    elif code in seen:
        trouble = _("is typed twice")
    elif not same_person(row.person, person):
        trouble = _("belongs to %(person)s") % {"person": row.person.identity.name}
    elif row.card_game != card_game:
        trouble = _("is for %(card_game)s; send it in separately") % {
            "card_game": row.get_card_game_display()
        }
    elif code in spoilt:
        trouble = TROUBLES["mutilated"]
    else:
        trouble = TROUBLES.get(row.state, "")
    return TypedCode(
        typed=typed,
        code=code or "",
        serial=row.serial if row else "",
        owner=row.person.identity.name if row else "",
        points=row.points if row else NO_POINTS,
        blue=row.blue if row else NO_POINTS,
        state=row.state if row else "",
        mutilated=code in spoilt,
        trouble=trouble,
    )


def held_by(people: Sequence[Person], card_game: str) -> dict[int, law.Held]:
    """What the engine needs to know of players in one card game, by the key of the kept record of each:
    recorded points, the blue ones, sanctioned games. Two queries.
    """
    rows, identity = rows_of(*people), identity_of("person")
    entries = LedgerEntry.objects.filter(person__in=rows, book=LedgerEntry.Book.RECORDED, card_game=card_game)
    recorded = {
        key: (points, blue)
        for key, points, blue in entries.order_by().values_list(identity).annotate(Sum("points"), Sum("blue"))
    }
    stood = Standing.objects.filter(
        person__in=rows, certification__current=True, certification__card_game=card_game
    )
    games = dict(stood.order_by().values_list(identity).annotate(Count("pk")))
    keys = {identity_id(person) for person in people}
    return {key: law.Held(*recorded.get(key, (NO_POINTS, NO_POINTS)), games.get(key, 0)) for key in keys}
