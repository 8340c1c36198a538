"""One player: points by book, the degree and what the next one needs, certificates, games.

Invariants: private data and codes are left out unless the asker may see them; a constant number of
queries.
Terms: unrecorded (points on certificates that were issued and not yet recorded).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, Greatest
from django.utils.translation import gettext_lazy as _

from rules_engine.degrees import DEGREES
from rules_engine.degrees import standing as degree_standing
from sanctioning.clock import day_of, today
from sanctioning.identity import rows_of
from sanctioning.list_filters import named, one_of, words
from sanctioning.lists import Source
from sanctioning.models import Person, Publicity
from sanctioning.names import born_after
from sanctioning.permissions import may_see_page, may_see_private_data
from sanctioning.selectors.people import person_numbered
from scoring.models import Certificate, DegreeHeld, LedgerEntry, Standing
from scoring.permissions import may_see_codes
from scoring.selectors.results import NO_POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsHeld:
    """Points, and the blue ones among them."""

    points: Decimal = NO_POINTS
    blue: Decimal = NO_POINTS

    @property
    def ordinary(self) -> Decimal:
        """Those that are not blue."""
        return self.points - self.blue


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateLine:
    serial: str
    kind: str
    degree: str
    code: str
    state: str
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
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

    @property
    def address(self) -> str:
        """The game among all of the site: its event and number."""
        return f"{self.event_slug}/{self.game_number}{self.game_group}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateView:
    email: str
    birth_date: dt.date | None
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDetail:
    """`numbers` are those of records that were merged into this one."""

    name: str
    number: str
    numbers: tuple[str, ...]
    club_name: str
    club_slug: str
    awarded: PointsHeld
    recorded: PointsHeld
    unrecorded: PointsHeld
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


def player_detail(*, number: str, asker: Person | None = None) -> PlayerDetail | None:
    """One player by member number; None for a number that nobody has."""
    person = person_numbered(number=number)
    if person is None or not may_see_page(asker, today(), person):
        return None
    books = _books_of(person)
    games = _games_of(person)
    recorded = books[LedgerEntry.Book.RECORDED]
    distance = degree_standing(recorded.points, recorded.blue, len(games))
    degrees = _degrees_of(person)
    held = next((row for row in degrees if row.until is None), None)
    return PlayerDetail(
        name=person.name,
        number=person.number,
        numbers=tuple(person.merged.order_by("number").values_list("number", flat=True)),
        club_name=person.home_club.name if person.home_club else "",
        club_slug=person.home_club.slug if person.home_club else "",
        awarded=books[LedgerEntry.Book.AWARDED],
        recorded=recorded,
        unrecorded=_unrecorded_of(person),
        degree=held.degree if held else "",
        degree_since=held.since if held else None,
        degrees=tuple(degrees),
        next_degree=distance.next.name if distance.next else "",
        needs_points=distance.needs_points,
        needs_blue=distance.needs_blue,
        sanctioned_games=len(games),
        certificates=_certificates_of(person, asker),
        games=games,
        private=_private_of(person, asker),
    )


def players() -> Source[Person, PlayerLine]:
    """People with a public page, as far as they allow. Two queries a page, and one for the degrees."""
    return Source(
        rows=listed()
        .select_related("home_club")
        .annotate(rank=Greatest(_rank("person"), _rank("person__merged_into"))),
        lines=lambda people: tuple(map(_player_line, people)),
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


def listed() -> QuerySet[Person]:
    """People of age who let their names stand in lists."""
    minor = Q(private__birth_date__gt=born_after(today()))
    return Person.objects.filter(merged_into=None, publicity=Publicity.LISTED).exclude(minor)


def _rank(of: str) -> Coalesce:
    """The highest degree held now by that record of the person; −1 for none."""
    held = DegreeHeld.objects.filter(**{of: OuterRef("pk")}, until=None).order_by("-rank")
    return Coalesce(Subquery(held.values("rank")[:1]), -1)


def _player_line(person: Person) -> PlayerLine:
    rank: int = person.rank  # type: ignore[attr-defined]
    return PlayerLine(
        name=person.sort_name,
        number=person.number,
        club_name=person.home_club.name if person.home_club else "",
        degree=DEGREES[rank].name if rank >= 0 else "",
    )


def _books_of(person: Person) -> dict[str, PointsHeld]:
    sums = (
        LedgerEntry.objects.filter(person__in=rows_of(person))
        .order_by()
        .values("book")
        .annotate(sum_points=Sum("points"), sum_blue=Sum("blue"))
    )
    held = {row["book"]: PointsHeld(points=row["sum_points"], blue=row["sum_blue"]) for row in sums}
    return {book: held.get(book, PointsHeld()) for book in LedgerEntry.Book.values}


def _unrecorded_of(person: Person) -> PointsHeld:
    total = Certificate.objects.filter(
        person__in=rows_of(person), kind=Certificate.Kind.RATING_POINTS, state=Certificate.State.ISSUED
    ).aggregate(sum_points=Sum("points"), sum_blue=Sum("blue"))
    return PointsHeld(points=total["sum_points"] or NO_POINTS, blue=total["sum_blue"] or NO_POINTS)


def _games_of(person: Person) -> tuple[PlayedGame, ...]:
    played: QuerySet[Standing] = (
        Standing.objects.filter(person__in=rows_of(person), certification__current=True)
        .select_related("award", "certification__game__event")
        .order_by("-certification__game__starts_at", "-id")
    )
    return tuple(map(_played_game, played))


def _played_game(standing: Standing) -> PlayedGame:
    game = standing.certification.game
    award = getattr(standing, "award", None)
    return PlayedGame(
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
    )


def _certificates_of(person: Person, asker: Person | None) -> tuple[CertificateLine, ...]:
    with_code = may_see_codes(asker, today(), person)
    rows = (
        Certificate.objects.filter(person__in=rows_of(person))
        .select_related("award__standing__certification__game__event", "recording__submission")
        .order_by("-issued_at", "-id")
    )
    return tuple(_certificate_line(row, with_code) for row in rows)


def _certificate_line(row: Certificate, with_code: bool) -> CertificateLine:
    game = row.award.standing.certification.game if row.award else None
    recording = getattr(row, "recording", None)
    return CertificateLine(
        serial=row.serial,
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


def _degrees_of(person: Person) -> list[DegreeLine]:
    """The degrees of all records that are this person, each once, without what was held by mistake."""
    held = DegreeHeld.objects.filter(person__in=rows_of(person)).exclude(until=F("since"))
    lines = [_degree_line(row) for row in held.order_by("-rank", "since")]
    firsts = {line.degree: line for line in reversed(lines) if line.until is None}
    return [line for line in lines if line.until is not None or firsts[line.degree] is line]


def _degree_line(row: DegreeHeld) -> DegreeLine:
    return DegreeLine(degree=row.degree, rank=row.rank, since=row.since, until=row.until)


def _private_of(person: Person, asker: Person | None) -> PrivateView | None:
    private = getattr(person, "private", None)
    if private is None or not may_see_private_data(asker, today(), person):
        return None
    return PrivateView(email=private.email, birth_date=private.birth_date, address=private.address)
