"""Recording rating point certificates: a submission is accepted as a whole or not at all.

Section IV; inventory W-137 to W-140, readings 68 and 69. Accepted is a submission without fault that adds
up to 25.0 or more, or that lifts the player to a degree higher than the one he holds.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Literal, NamedTuple, get_args

from rules_engine.card_games import WHOOPIE
from rules_engine.points.degrees import DEGREES, level
from rules_engine.sentences import Sentence, says

RULE = "IV"
LEAST_QUANTITY = Decimal("25.0")

State = Literal["issued", "recorded", "void", "mutilated"]
Fault = Literal["mutilated", "recorded", "void", "twice", "other-player", "quantity"]

STATES: tuple[State, ...] = get_args(State)
FAULTS: tuple[Fault, ...] = get_args(Fault)
"""Why a submission is refused; of several faults the one that stands first here is given."""


class Held(NamedTuple):
    """What a player has recorded so far: `total` points, `blue` of them, and his sanctioned games."""

    total: Decimal
    blue: Decimal
    sanctioned_games: int


class Certificate(NamedTuple):
    """A certificate as submitted: whose it is, its points and the blue ones among them, and its state."""

    serial: str
    player: str
    points: Decimal
    blue: Decimal
    state: State


class Recording(NamedTuple):
    """What becomes of a submission.

    `total`, `blue` and `degree` are the player's afterwards, so unchanged when it is refused. `rest` is
    what the certificates without fault add up to, `short_of_25` what that lacks of 25.0,
    `rest_would_be_accepted` whether they alone would be accepted.
    """

    accepted: bool
    refused_for: Fault | None
    total: Decimal
    blue: Decimal
    degree: str | None
    promoted: bool
    short_of_25: Decimal
    rest: Decimal
    rest_would_be_accepted: bool
    reason: str


_SENTENCES: dict[Fault, Sentence] = {
    "mutilated": says("A certificate is mutilated."),
    "recorded": says("A certificate has been recorded already."),
    "void": says("A certificate is void."),
    "twice": says("A certificate is submitted twice."),
    "other-player": says("A certificate is another player's."),
}


def record(
    player: str, held: Held, certificates: Sequence[Certificate], card_game: str = WHOOPIE.name
) -> Recording:
    """Judge one submission of `player`, of certificates of one card game, by its name.

    A certificate submitted twice counts once in `rest`.
    """
    faults: set[Fault] = set()
    sound: list[Certificate] = []
    seen: set[str] = set()
    for certificate in certificates:
        own_faults = _faults(certificate, player, seen)
        seen.add(certificate.serial)
        faults |= own_faults
        if not own_faults:
            sound.append(certificate)
    rest = sum((certificate.points for certificate in sound), Decimal("0.0"))
    rest_blue = sum((certificate.blue for certificate in sound), Decimal("0.0"))
    before = level(held.total, held.blue, held.sanctioned_games)
    after = level(held.total + rest, held.blue + rest_blue, held.sanctioned_games)
    acceptable = rest >= LEAST_QUANTITY or after > before
    short = max(Decimal("0.0"), LEAST_QUANTITY - rest)
    cause: Fault | None = next((fault for fault in FAULTS if fault in faults), None)
    if cause is None and not acceptable:
        cause = "quantity"
    if cause is None:
        total, blue, reached = held.total + rest, held.blue + rest_blue, after
        reason = _acceptance(rest, f"{DEGREES[after].name} of {card_game}" if after > before else None)
    else:
        total, blue, reached = held.total, held.blue, before
        reason = _refusal(cause, rest, acceptable, short)
    return Recording(
        accepted=cause is None,
        refused_for=cause,
        total=total,
        blue=blue,
        degree=DEGREES[reached].name if reached >= 0 else None,
        promoted=reached > before,
        short_of_25=short,
        rest=rest,
        rest_would_be_accepted=acceptable,
        reason=reason,
    )


def _faults(certificate: Certificate, player: str, seen: set[str]) -> set[Fault]:
    faults: set[Fault] = set()
    if certificate.state != "issued":
        faults.add(certificate.state)
    if certificate.serial in seen:
        faults.add("twice")
    if certificate.player != player:
        faults.add("other-player")
    return faults


def _refusal(cause: Fault, rest: Decimal, acceptable: bool, short: Decimal) -> Sentence:
    if cause == "quantity":
        return says(
            "%(points)s points, %(short)s short of %(least)s, and no new degree.",
            points=rest,
            short=short,
            least=LEAST_QUANTITY,
        )
    sentence = _SENTENCES[cause]
    if acceptable:
        return says("%(cause)s The rest, %(points)s points, would be accepted.", cause=sentence, points=rest)
    return says("%(cause)s The rest, %(points)s points, would not be accepted.", cause=sentence, points=rest)


def _acceptance(rest: Decimal, degree: str | None) -> Sentence:
    if rest < LEAST_QUANTITY:
        if degree is None:
            return says("%(points)s points.", points=rest)
        return says("%(points)s points; the player becomes %(degree)s.", points=rest, degree=degree)
    if degree is None:
        return says("%(points)s points, %(least)s or more.", points=rest, least=LEAST_QUANTITY)
    return says(
        "%(points)s points, %(least)s or more; the player becomes %(degree)s.",
        points=rest,
        least=LEAST_QUANTITY,
        degree=degree,
    )
