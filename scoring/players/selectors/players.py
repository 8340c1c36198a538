"""One player: points by book, the degree and what the next one needs, certificates, games.

Invariants: private data, codes and papers in hand are left out unless the asker may see them; points,
degrees, certificates and games are those of one card game; a constant number of queries.
Terms: in hand (certificates of points that were issued and not yet recorded), unrecorded (their points).
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from django.db.models import F, OuterRef, SmallIntegerField, Subquery
from django.db.models.functions import Coalesce, Greatest
from django.utils.translation import gettext_lazy as _

from rules_engine.card_games import CARD_GAMES, WHOOPIE
from rules_engine.points.degrees import DEGREES
from rules_engine.points.degrees import standing as degree_standing
from sanctioning.identity.lookup import listed, person_numbered
from sanctioning.identity.same_person import identity_id, own_keys, own_records, rows_of
from sanctioning.kit.clock import day_of, today
from sanctioning.kit.lists.filters import named, one_of, words
from sanctioning.kit.lists.lists import ListSource
from sanctioning.offices.permissions import may_see_page, may_see_private_data
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.certificates.permissions import may_see_codes
from scoring.degree_names import full_style
from scoring.ledger.models.ledger import LedgerEntry
from scoring.players.selectors.points_held import (
    BROUGHT_FORWARD,
    UNRECORDED_BEFORE,
    WON_BEFORE,
    PointsHeld,
    certificates_of,
    is_in_hand,
    points_held_by,
    unrecorded_of,
)
from scoring.points import NO_POINTS
from scoring.recordings.models import DegreeHeld
from scoring.results.models import Standing
from tournaments.reports.models.report import StanzaReport


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateLine:
    """`earlier_serial` is that from before this system, of one that was brought forward."""

    serial: str
    earlier_serial: str
    kind: str
    degree: str
    code: str
    state: Annotated[str, Certificate.State]
    points: Decimal
    blue: Decimal
    event_name: str
    event_slug: str
    game_number: int | None
    game_group: str
    issued_on: dt.date
    recorded_on: dt.date | None
    has_document: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DegreeLine:
    degree: str
    rank: int
    since: dt.date
    until: dt.date | None
    brought_forward: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """`replayed_from` is the first stanza that was reported card by card."""

    card_game: str
    event_name: str
    event_slug: str
    game_number: int
    game_group: str
    game_label: str
    played_on: dt.date
    place: int
    shared: bool
    score: int
    points: Decimal
    blue: Decimal
    replayed_from: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateView:
    email: str
    birth_date: dt.date | None
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardGameHeld:
    """A card game that a player has been in, the degree that he holds of it in full, empty for none, and how
    many certificates he has of it."""

    slug: str
    name: str
    style: str
    certificates: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDetail:
    """Everything is of `card_game`, one of the `card_games` of the player; `numbers` are those of records
    that were merged into this one. Of the points won, `won_before` were brought forward from the time before
    this system, of the recorded ones `brought_forward`; `unrecorded_before` are those that are neither
    recorded nor on a certificate.
    """

    name: str
    number: str
    numbers: tuple[str, ...]
    card_game: str
    card_game_name: str
    card_games: tuple[CardGameHeld, ...]
    club_name: str
    club_slug: str
    awarded: PointsHeld
    recorded: PointsHeld
    won_before: PointsHeld
    brought_forward: PointsHeld
    unrecorded: PointsHeld | None
    unrecorded_before: PointsHeld | None
    degree: str
    degree_since: dt.date | None
    degrees: tuple[DegreeLine, ...]
    next_degree: str
    needs_points: Decimal
    needs_blue: Decimal
    sanctioned_games: int
    certificates: tuple[CertificateLine, ...]
    games: tuple[PlayedGame, ...]
    private: PrivateView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    name: str
    number: str
    club_name: str
    degree: str


def player_detail(*, number: str, asker: Person | None = None, card_game: str = "") -> PlayerDetail | None:
    """One player by member number, in a card game or else the first that he has been in; None for a number
    that nobody has.
    """
    person = person_numbered(number=number)
    if person is None or not may_see_page(asker, today(), person):
        return None
    trusted = may_see_private_data(asker, today(), person)
    papers = certificates_of(person)
    if not trusted:
        papers = tuple(paper for paper in papers if not is_in_hand(paper))
    every_degree = _degrees_of(person)
    stood = _standings_of(person)
    card_games = _card_games_of(every_degree, papers, stood)
    if card_game not in CARD_GAMES:
        card_game = card_games[0].slug
    points = points_held_by(person, card_game)
    games = _games_of(stood, card_game)
    counted = sum(game.card_game == card_game for game in games)
    recorded = points[LedgerEntry.Book.RECORDED]
    distance = degree_standing(recorded.points, recorded.blue, counted)
    degrees = every_degree.get(card_game, [])
    held = next((row for row in degrees if row.until is None), None)
    return PlayerDetail(
        card_game=card_game,
        card_game_name=CARD_GAMES[card_game].name,
        card_games=card_games,
        name=person.name,
        number=person.number,
        numbers=tuple(sorted(record.number for record in own_records(person) if record.merged_into_id)),
        club_name=person.home_club.name if person.home_club else "",
        club_slug=person.home_club.slug if person.home_club else "",
        awarded=points[LedgerEntry.Book.AWARDED],
        recorded=recorded,
        won_before=points[WON_BEFORE],
        brought_forward=points[BROUGHT_FORWARD],
        unrecorded=unrecorded_of(person, card_game) if trusted else None,
        unrecorded_before=points[UNRECORDED_BEFORE] if trusted else None,
        degree=held.degree if held else "",
        degree_since=held.since if held else None,
        degrees=tuple(degrees),
        next_degree=distance.next.name if distance.next else "",
        needs_points=distance.needs_points,
        needs_blue=distance.needs_blue,
        sanctioned_games=counted,
        certificates=_certificates_of(papers, card_game, may_see_codes(asker, today(), person)),
        games=games,
        private=_private_of(person, asker),
    )


def players() -> ListSource[Person, PlayerLine]:
    """People with a public page, as far as they allow. Two queries a page, and one for the degrees."""
    return ListSource(
        rows=listed()
        .select_related("home_club")
        .annotate(rank=Greatest(_rank("person"), _rank("person__merged_into"))),
        lines=_player_lines,
        sorts={
            "name": ("family_name", "given_names"),
            "number": ("number",),
            "club": (F("home_club__name"), "family_name", "given_names"),
            "degree": ("rank",),
        },
        order="name",
        filters=(
            named(),
            words("club", _("Club or its place"), "home_club__name", "home_club__place"),
            one_of(
                "degree",
                _("Degree"),
                "rank",
                [(str(rank), degree.name) for rank, degree in enumerate(DEGREES)],
                all_words=_("all degrees"),
            ),
        ),
    )


def _rank(of: str) -> Coalesce:
    """The highest degree held now by that record of the person, in whichever card game; −1 for none."""
    held = DegreeHeld.objects.filter(**{of: OuterRef("pk")}, until=None).order_by("-rank")
    return Coalesce(Subquery(held.values("rank")[:1]), -1, output_field=SmallIntegerField())


def _player_lines(people: Sequence[Person]) -> tuple[PlayerLine, ...]:
    """With the highest degree of each card game, in full."""
    degrees: dict[int, dict[str, tuple[int, str]]] = {}
    held = DegreeHeld.objects.filter(person__in=rows_of(*people), until=None).select_related("person")
    for row in held:
        own = degrees.setdefault(identity_id(row.person), {})
        own[row.card_game] = max(own.get(row.card_game, (-1, "")), (row.rank, row.degree))
    return tuple(
        PlayerLine(
            name=person.sort_name,
            number=person.number,
            club_name=person.home_club.name if person.home_club else "",
            degree=", ".join(
                full_style(highest[card_game][1], card_game)
                for card_game in CARD_GAMES
                if card_game in (highest := degrees.get(person.pk, {}))
            ),
        )
        for person in people
    )


def _card_games_of(
    degrees: Mapping[str, Sequence[DegreeLine]],
    papers: Iterable[Certificate],
    stood: Iterable[Standing],
) -> tuple[CardGameHeld, ...]:
    """Those that the player has been in, in the usual order; Whoopie for whoever has been in none."""
    issued = Counter(paper.card_game for paper in papers)
    been_in = {*issued, *(standing.certification.card_game for standing in stood)}
    card_games = []
    for game in CARD_GAMES.values():
        held = next((line.degree for line in degrees.get(game.slug, ()) if line.until is None), "")
        if game.slug in been_in or held:
            style = full_style(held, game.slug) if held else ""
            certificates = issued[game.slug]
            card_games.append(
                CardGameHeld(slug=game.slug, name=game.name, style=style, certificates=certificates)
            )
    return tuple(card_games) or (
        CardGameHeld(slug=WHOOPIE.slug, name=WHOOPIE.name, style="", certificates=0),
    )


def _standings_of(person: Person) -> tuple[Standing, ...]:
    """Every place of the player in every version of a result, the last game first, each with the first stanza
    of the game that was reported card by card."""
    by_cards = StanzaReport.objects.filter(
        report__current=True, report__game=OuterRef("certification__game"), body__has_key="tricks"
    )
    stood = Standing.objects.filter(person__in=own_keys(person))
    return tuple(
        stood.select_related("award", "certification__game__event")
        .annotate(replayed_from=Subquery(by_cards.order_by("number").values("number")[:1]))
        .order_by("-certification__game__starts_at", "-id")
    )


def _games_of(stood: Iterable[Standing], card_game: str) -> tuple[PlayedGame, ...]:
    """Those of the card game, and those of none, which won nobody a point, as their results stand."""
    return tuple(
        _played_game(standing)
        for standing in stood
        if standing.certification.current and standing.certification.card_game in (card_game, "")
    )


def _played_game(standing: Standing) -> PlayedGame:
    game = standing.certification.game
    award = getattr(standing, "award", None)
    return PlayedGame(
        card_game=standing.certification.card_game,
        event_name=game.event.name,
        event_slug=game.event.slug,
        game_number=game.number,
        game_group=game.group,
        game_label=game.label,
        played_on=game.event.local_day(game.starts_at),
        place=standing.place,
        shared=standing.shared,
        score=standing.score,
        points=award.points if award else NO_POINTS,
        blue=award.blue if award else NO_POINTS,
        replayed_from=standing.replayed_from,  # type: ignore[attr-defined]
    )


def _certificates_of(
    papers: Iterable[Certificate], card_game: str, with_code: bool
) -> tuple[CertificateLine, ...]:
    return tuple(_certificate_line(paper, with_code) for paper in papers if paper.card_game == card_game)


def _certificate_line(row: Certificate, with_code: bool) -> CertificateLine:
    game = row.award.standing.certification.game if row.award else None
    recording = getattr(row, "recording", None)
    return CertificateLine(
        serial=row.serial,
        earlier_serial=row.earlier_serial,
        kind=row.kind,
        degree=row.degree,
        code=row.code if with_code else "",
        state=row.state,
        points=row.points,
        blue=row.blue,
        event_name=game.event.name if game else "",
        event_slug=game.event.slug if game else "",
        game_number=game.number if game else None,
        game_group=game.group if game else "",
        issued_on=day_of(row.issued_at),
        recorded_on=day_of(recording.submission.at) if recording else None,
        has_document=bool(row.document),
    )


def _degrees_of(person: Person) -> dict[str, list[DegreeLine]]:
    """The degrees of all records that are this person by card game, each once, without what was held by
    mistake."""
    held = DegreeHeld.objects.filter(person__in=own_keys(person)).exclude(until=F("since"))
    by_card_game: dict[str, list[DegreeLine]] = {}
    for row in held.order_by("-rank", "since"):
        by_card_game.setdefault(row.card_game, []).append(_degree_line(row))
    return {card_game: _each_once(lines) for card_game, lines in by_card_game.items()}


def _each_once(lines: Sequence[DegreeLine]) -> list[DegreeLine]:
    firsts = {line.degree: line for line in reversed(lines) if line.until is None}
    return [line for line in lines if line.until is not None or firsts[line.degree] is line]


def _degree_line(row: DegreeHeld) -> DegreeLine:
    return DegreeLine(
        degree=row.degree,
        rank=row.rank,
        since=row.since,
        until=row.until,
        brought_forward=row.brought_forward_id is not None,
    )


def _private_of(person: Person, asker: Person | None) -> PrivateView | None:
    private = getattr(person, "private", None)
    if private is None or not may_see_private_data(asker, today(), person):
        return None
    return PrivateView(email=private.email, birth_date=private.birth_date, address=private.address)
