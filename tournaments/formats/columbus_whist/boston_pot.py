"""The Boston pot: who puts in, what it holds, and in words who shares it.

Rule section: 40 (C-30), reading 7. Who wins and how it is split the engine says; every pair puts in, but for
those whom the officials name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.columbus_whist import rules
from sanctioning.kit.money import money, of_hundredths
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import whole_number
from tournaments.formats.columbus_whist.kept import PotSlip, plan_of
from tournaments.formats.fields import Field
from tournaments.formats.kept_check import PotAnswer
from tournaments.formats.slips import Due, EventHead, Standing

POT: Final = "pot"
OUT: Final = "out"
MOST_LETTERS: Final = 4_000


def in_the_pot(head: EventHead, standing: Standing) -> list[int]:
    """The teams that put in, by number."""
    out = set(_numbers(standing.get(POT, {}).get(OUT, "")))
    return [team for team in sorted(head.teams) if team not in out]


def pot_in_cents(head: EventHead, standing: Standing) -> int:
    """What all pairs that are in it put in."""
    return plan_of(head.planned)["pot_cents"] * len(in_the_pot(head, standing))


def pot_due(head: EventHead) -> Iterator[Due]:
    """Where the officials say who does not put in, if there is a pot."""
    if not plan_of(head.planned)["pot_cents"]:
        return
    yield Due(
        place=POT,
        title=_("The Boston pot"),
        phase=_("The Boston pot"),
        table=0,
        teams=(),
        fields=(
            Field(
                name=OUT,
                label=_("Teams that did not put in"),
                help=_("Their numbers, such as 3 7; if empty, every team put in."),
                needed=False,
                most=MOST_LETTERS,
            ),
        ),
        rule=rules.BOSTON,
        needed=False,
        signed=False,
        read=partial(_read, head),
    )


def _read(head: EventHead, values: PotSlip) -> PotSlip:
    """Numbers of teams of the event, and not of all of them."""
    typed = values.get("out", "")
    strange = [word for word in typed.replace(",", " ").split() if whole_number(word) not in head.teams]
    if strange:
        raise _refused(_("“%(word)s” is not the number of a team that plays.") % {"word": strange[0]})
    out = sorted(set(_numbers(typed)))
    if len(out) == len(head.teams):
        raise _refused(_("No team would be in the pot."))
    return {"out": " ".join(map(str, out))} if out else {}


def _numbers(typed: str) -> list[int]:
    read = (whole_number(word) for word in typed.replace(",", " ").split())
    return [number for number in read if number is not None]


def _refused(sentence: str) -> Refusal:
    return Refusal(
        code="pot-unreadable",
        sentence=sentence,
        rule=rules.BOSTON,
        remedy=_("Write the numbers of the teams that did not put in, or leave it empty."),
        status=422,
        facts={"field": OUT},
    )


def pot_of_a_pair(head: EventHead) -> str:
    """What each pair puts in; nothing where there is no pot."""
    cents = plan_of(head.planned)["pot_cents"]
    return _money(cents) if cents else ""


def pot_words(
    head: EventHead, standing: Standing, split: PotAnswer | None, untold: Sequence[str] = ()
) -> str:
    """A sentence or two on the pot; `split` is as the engine's check has it, None while it is open, `untold`
    are the games on whose sheets the Bostons are missing."""
    cents = pot_in_cents(head, standing)
    if not cents:
        return ""
    values: dict[str, object] = {"pot": _money(cents)}
    if split is None and untold:
        values["games"] = "; ".join(untold)
        return (
            _(
                "The Boston pot holds %(pot)s. It cannot be decided yet, because these sheets do not "
                "show Bostons: %(games)s. Write their hands with the books, or the Bostons of each team "
                "under the extra fields."
            )
            % values
        )
    if split is None:
        teams = in_the_pot(head, standing)
        if len(teams) < len(head.teams):
            values |= {"in": len(teams), "all": len(head.teams)}
            return (
                _(
                    "The Boston pot holds %(pot)s of %(in)s of the %(all)s teams; it is decided once each of "
                    "them has had its fourth game."
                )
                % values
            )
        return (
            _("The Boston pot holds %(pot)s; it is decided once every team has had its fourth game.") % values
        )
    names = [head.teams[team].name for team in sorted(head.teams)]
    values["teams"] = ", ".join(names[team - 1] for team in split["winners"])
    values |= {"share": _money(split["share"]), "left": _money(split["left"])}
    if len(split["winners"]) == 1:
        words = _("The Boston pot of %(pot)s goes to %(teams)s for most Bostons.")
        if not split["hit"]:
            words = _("Nobody made a Boston: the pot of %(pot)s goes to %(teams)s for most games won.")
    else:
        words = _("The Boston pot of %(pot)s is shared for most Bostons: %(share)s each to %(teams)s.")
        if not split["hit"]:
            words = _(
                "Nobody made a Boston: %(teams)s share the pot of %(pot)s for most games won, %(share)s each."
            )
    rest = _("%(left)s stay with the officials.") if split["left"] else ""
    return " ".join(filter(None, (words, rest))) % values


def _money(cents: int) -> str:
    return money(of_hundredths(cents))
