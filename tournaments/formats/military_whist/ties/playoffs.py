"""Ties that must be decided: played off by slips of the leader, in the order in which the law asks for them.

Rule section: TIE BREAKERS (M-34 to M-36), readings 5 and 6.
Terms: cut (the cards that somebody drew, the first and, where equals cut again, those after it).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.military_whist import rules, ties
from rules_engine.military_whist.document import ExtraHandDocument, PlayoffDocument
from rules_engine.military_whist.hand import TRICKS
from rules_engine.military_whist.levels import BY_NAME
from rules_engine.military_whist.standings import standings
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.fields import Body, Field
from tournaments.formats.military_whist.kept import plan_of
from tournaments.formats.slips import Due, EventHead, Standing, TeamHead
from tournaments.formats.tie_orders import order_fields, ordered, read_order

CARDS: Final = _lazy("Rank and suit, as in 9C, 10D or QH; where equals cut again, one after the other.")
MOST_HANDS: Final = 2
PLACE: Final = "place"
TIE: Final = "tie"
RULED: Final = "-ruling"


def due_of_ties(head: EventHead, totals: Sequence[int], standing: Standing) -> list[Due]:
    """The slips of every tie that touches a place to be decided, as far as the play-offs have come."""
    return [slip for teams in tied(head, totals) for slip in _of_tie(head, teams, standing)]


def playoffs_of(head: EventHead, totals: Sequence[int], standing: Standing) -> list[PlayoffDocument]:
    """The play-offs that are over, as the record has them."""
    playoffs = [_playoff(teams, standing) for teams in tied(head, totals)]
    return [playoff for playoff in playoffs if playoff is not None]


def tied(head: EventHead, totals: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The teams of each tie that touches a place to be decided: one that goes on, at the top the winner's."""
    return standings(totals, {}, BY_NAME[plan_of(head.planned)["level"]].decided).open


def is_played_off(place: str) -> bool:
    """Whether a slip tells what is drawn or played at a table, and no ruling."""
    return place.startswith(f"{TIE}-") and not place.endswith(RULED)


def place_of_tie(teams: Sequence[int], hand: int | None) -> str:
    """The slip of an extra hand of tied teams; "" for what is of none."""
    return "" if hand is None else _place_of_hand(teams, hand)


def _place_of_hand(teams: Sequence[int], hand: int) -> str:
    return f"{_name(teams)}-hand-{hand}"


def _place_of_draw(teams: Sequence[int]) -> str:
    return f"{_name(teams)}-draw"


def _name(teams: Sequence[int]) -> str:
    return f"{TIE}-{'-'.join(map(str, teams))}"


def _of_tie(head: EventHead, teams: tuple[int, ...], standing: Standing) -> list[Due]:
    """Slips that stand and the next one: the draw for the bye, then hand after hand; or the ruling."""
    phase = _("Tie of %(teams)s") % {"teams": ", ".join(_home(head, team).name for team in teams)}
    if len(teams) > max(ties.PLAYED_OFF):
        return [_ruling(teams, phase)]
    slips = [_draw(head, teams, phase, standing)] if len(teams) == max(ties.PLAYED_OFF) else []
    for hand in range(1, MOST_HANDS + 1):
        two = _next(teams, standing, hand)
        if not two:
            break
        slips.append(_hand(head, teams, two, hand, phase))
    return slips


def _next(teams: tuple[int, ...], standing: Standing, hand: int) -> tuple[int, ...]:
    """The two teams of this hand of the play-off; none where it is not played, or not yet known."""
    extras = _extras(teams, standing, hand - 1)
    if len(extras) < hand - 1:
        return ()
    played = ties.play_off(list(map(str, teams)), _rounds_drawn(teams, standing), extras)
    return tuple(int(team) for team in played.next)


def _extras(teams: tuple[int, ...], standing: Standing, most: int) -> list[ties.Extra]:
    """The hands that were played, up to so many, each between the teams that were due."""
    extras: list[ties.Extra] = []
    drawn = _rounds_drawn(teams, standing)
    for hand in range(1, most + 1):
        slip = standing.get(_place_of_hand(teams, hand))
        two = ties.play_off(list(map(str, teams)), drawn, extras).next
        if slip is None or not two:
            break
        extras.append(ties.Extra((two[0], two[1]), ties.awarded(_tricks(slip), _revokes(slip))))
    return extras


def _tricks(slip: Body) -> tuple[int, int]:
    """The tricks of both teams, as they fell."""
    return int(slip["tricks"]), TRICKS - int(slip["tricks"])


def _revokes(slip: Body) -> tuple[int, int]:
    return int(slip.get("revokes-one", 0)), int(slip.get("revokes-other", 0))


def _rounds_drawn(teams: tuple[int, ...], standing: Standing) -> list[dict[str, str]]:
    slip = standing.get(_place_of_draw(teams))
    return _drawn_on(teams, slip) if slip else []


def _drawn_on(teams: tuple[int, ...], slip: Body) -> list[dict[str, str]]:
    return _rounds({str(team): slip.get(f"card-{team}", "") for team in teams})


def _playoff(teams: tuple[int, ...], standing: Standing) -> PlayoffDocument | None:
    name = _name(teams)
    ruled = standing.get(f"{name}{RULED}")
    if ruled is not None:
        return {"teams": list(teams), "order": ordered(teams, PLACE, ruled), "ruling": ruled["why"]}
    extras = _extras(teams, standing, MOST_HANDS)
    drawn = _rounds_drawn(teams, standing)
    if len(teams) > max(ties.PLAYED_OFF):
        return None
    played = ties.play_off(list(map(str, teams)), drawn, extras)
    if not played.order:
        return None
    document: PlayoffDocument = {
        "teams": list(teams),
        "hands": [
            _extra_hand(extra, standing[_place_of_hand(teams, number)])
            for number, extra in enumerate(extras, 1)
        ],
        "order": [int(team) for team in played.order],
    }
    if played.bye is not None:
        document["draw"], document["bye"] = drawn, int(played.bye)
    return document


def _extra_hand(extra: ties.Extra, slip: Body) -> ExtraHandDocument:
    players = [f"{team}{letter}" for team in extra.teams for letter in ties.PLAYERS]
    revokes = _revokes(slip)
    document: ExtraHandDocument = {
        "teams": [int(team) for team in extra.teams],
        "trump_cut": slip["trump"],
        "trump": ties.trump(slip["trump"]),
        "cuts": _rounds({player: slip[f"cut-{player.lower()}"] for player in players}),
        "dealer": slip["dealer"].upper(),
        "tricks": list(_tricks(slip)),
    }
    if any(revokes):
        document["revokes"] = list(revokes)
    return document


def _rounds(cut: Mapping[str, str]) -> list[dict[str, str]]:
    """Round after round, who drew what; in a later one those alone who cut again."""
    cards = {who: words.upper().split() for who, words in cut.items()}
    longest = max(map(len, cards.values()), default=0)
    return [{who: drew[at] for who, drew in cards.items() if len(drew) > at} for at in range(longest)]


def _home(head: EventHead, table: int) -> TeamHead:
    return head.teams[head.rounds[0][table - 1][0]]


def _ruling(teams: tuple[int, ...], phase: str) -> Due:
    return Due(
        place=f"{_name(teams)}{RULED}",
        title=_("The leader's ruling"),
        phase=phase,
        table=teams[0],
        teams=(),
        fields=(
            *order_fields(teams, PLACE, lambda team: _("Order of team %(team)s among them") % {"team": team}),
            Field(name="why", label=_("The ruling"), most=300),
        ),
        rule=rules.MORE_TIED,
        read=partial(read_order, PLACE, rules.MORE_TIED),
    )


def _draw(head: EventHead, teams: tuple[int, ...], phase: str, standing: Standing) -> Due:
    names = {team: _home(head, team).name for team in teams}
    slip = standing.get(_place_of_draw(teams))
    bye_words = "" if slip is None else _bye_told(names, slip)
    return Due(
        place=_place_of_draw(teams),
        title=_("The draw for the bye"),
        phase=phase,
        table=teams[0],
        teams=(),
        fields=tuple(
            Field(
                name=f"card-{team}",
                label=_("Card of the A player of %(team)s") % {"team": names[team]},
                kind="cards",
                help=CARDS,
                most=30,
            )
            for team in teams
        ),
        rule=rules.THREE_TIED,
        tells=lambda slip: (_bye_told(names, slip),),
        under_way=lambda slip: ties.bye(_drawn_on(teams, slip)).name is None,
        unfinished=bye_words,
        said=bye_words,
    )


def _hand(head: EventHead, teams: tuple[int, ...], two: tuple[int, ...], hand: int, phase: str) -> Due:
    players = [(team, letter) for team in two for letter in ties.PLAYERS]
    names = {team: _home(head, team).name for team in two}
    return Due(
        place=_place_of_hand(teams, hand),
        title=_("Extra hand %(hand)s: %(one)s and %(other)s")
        % {"hand": hand, "one": names[two[0]], "other": names[two[1]]},
        phase=phase,
        table=two[0],
        teams=(),
        fields=(
            Field(name="trump", label=_("The director's cut for trump"), kind="cards", most=3),
            *(
                Field(
                    name=f"cut-{team}{letter.lower()}",
                    label=_("Cut of %(letter)s of %(team)s") % {"letter": letter, "team": names[team]},
                    kind="cards",
                    help=CARDS,
                    most=30,
                )
                for team, letter in players
            ),
            Field(
                name="dealer",
                label=_("The dealer"),
                kind="choice",
                choices=tuple((f"{team}{letter}", f"{letter}, {names[team]}") for team, letter in players),
            ),
            Field(
                name="tricks",
                label=_("Tricks of %(team)s, the rest are the other team's") % {"team": names[two[0]]},
                kind="whole",
                most=TRICKS,
                help=_("As played; each revoke moves two of them for you."),
            ),
            *(
                Field(
                    name=f"revokes-{which}",
                    label=_("Revokes of %(team)s, found too late") % {"team": names[team]},
                    kind="whole",
                    most=TRICKS,
                    needed=False,
                )
                for which, team in zip(("one", "other"), two, strict=True)
            ),
        ),
        rule=rules.TWO_TIED if len(teams) == 2 else rules.THREE_TIED,
        tells=partial(_told, names),
    )


def _bye_told(names: Mapping[int, str], slip: Body) -> str:
    """Who has the bye by the draw, or who draws again for it."""
    drawn = ties.bye(_drawn_on(tuple(names), slip))
    if drawn.name is None:
        equal = ", ".join(names[int(team)] for team in drawn.open)
        return _("%(teams)s are equal and draw again; the bye is not decided.") % {"teams": equal}
    return _("By the draw %(team)s has the bye.") % {"team": names[int(drawn.name)]}


def _told(names: Mapping[int, str], slip: Body) -> tuple[str, str]:
    """Who deals by the cuts, and who won the hand."""
    return _dealer_told(names, slip), _winner_told(names, slip)


def _dealer_told(names: Mapping[int, str], slip: Body) -> str:
    players = {
        f"{team}{letter}": _("%(letter)s of %(team)s") % {"letter": letter, "team": name}
        for team, name in names.items()
        for letter in ties.PLAYERS
    }
    drawn = ties.dealer(_rounds({player: slip[f"cut-{player.lower()}"] for player in players}))
    noted = players[slip["dealer"]]
    if drawn.name is None:
        equal = ", ".join(players[player] for player in drawn.open)
        return _("%(players)s are equal and cut again; the dealer is not decided.") % {"players": equal}
    due = players[drawn.name]
    if drawn.name == slip["dealer"]:
        return _("By the cuts %(player)s deals.") % {"player": due}
    return _("By the cuts %(due)s deals, not %(noted)s.") % {"due": due, "noted": noted}


def _winner_told(names: Mapping[int, str], slip: Body) -> str:
    first, other = names
    extra = ties.Extra((str(first), str(other)), ties.awarded(_tricks(slip), _revokes(slip)))
    won, lost = sorted(extra.tricks, reverse=True)
    values = {"team": names[int(extra.winner)], "won": won, "lost": lost}
    return _("%(team)s wins the extra hand, %(won)s to %(lost)s.") % values
