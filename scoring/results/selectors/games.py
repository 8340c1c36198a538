"""One game: its stanzas, findings, standings and awards, and the record behind them.

Invariant: a constant number of queries, however many stanzas, players and findings there are.
"""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass
from typing import Annotated, Any

from django.db.models import OuterRef, QuerySet

from rules_engine.whoopie.document import StanzaDocument
from sanctioning.identity.names import full_name, public_name, shown, telling_apart
from sanctioning.kit.clock import day_of, today
from sanctioning.kit.lists.counting import counted
from sanctioning.people.models.person import Person
from scoring.ledger.award_numbers import AwardNumbers
from scoring.results.models import Award, Certification, Standing
from scoring.results.permissions import GameActs, acts_on_game
from scoring.results.selectors.results import Placing, placings_by_certification
from tournaments.events.permissions import may_run_event
from tournaments.events.selectors.events import game_at, is_seen_by, visible_events
from tournaments.formats.documents import ShownPlan
from tournaments.formats.format import Format
from tournaments.formats.kept_check import KeptCheck, no_stanzas
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.permissions import may_see_rulings
from tournaments.reports.finding_words import words_of
from tournaments.reports.models.report import Report, ReportFinding, StanzaReport
from tournaments.reports.selectors.finding_names import called_in, with_strangers
from tournaments.slips.selectors.team_boards import TeamBoard, result_board


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Who is behind a name in the record."""

    record_id: str
    name: str
    number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StanzaView:
    """One stanza; players are named by record id, `GameDetail.names` gives their names."""

    number: int
    body: StanzaDocument
    winners: list[str] | None
    taken: dict[str, int] | None
    deltas: dict[str, int]
    scores: dict[str, int]
    trump_after: str | None
    replayable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingView:
    id: int
    code: str
    severity: str
    stanza: int | None
    trick: int | None
    player: str
    rule: str
    message: str
    blocks: bool
    settled_by: str
    settled_at: dt.datetime | None
    reason: str

    @property
    def words(self) -> str:
        """What the code means."""
        return words_of(self.code)


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardView:
    """A placing that won points; `numbers` is all that the award was computed from."""

    placing: Placing
    certificate: str
    numbers: Annotated[dict[str, object], AwardNumbers]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportView:
    version: int
    reporter: str
    received_at: dt.datetime
    sha256: str
    rule_set: str
    player_hands: int
    not_checked: tuple[str, ...]
    confirmed_by: str
    confirmed_at: dt.datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CertifiedVersion:
    """One version of the certified result; from the second on with the order that made it."""

    version: int
    current: bool
    report: int
    certified_at: dt.datetime
    ordered_by: str
    ruling: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionResult:
    """`teams` are there where the game is a whole event of teams."""

    placings: tuple[Placing, ...]
    teams: TeamBoard | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameDetail:
    id: int
    event_name: str
    event_slug: str
    club_name: str
    level: str
    level_slug: str
    number: int
    group: str
    label: str
    place: str
    state: Annotated[str, Game.State]
    played_on: dt.date
    planned: ShownPlan
    acting_executor: str
    players: tuple[Player, ...]
    report: ReportView | None
    versions: int
    stanzas: tuple[StanzaView, ...]
    findings: tuple[FindingView, ...]
    ranking: tuple[tuple[int, str, int], ...]
    standings: tuple[Placing, ...]
    teams: TeamBoard | None
    awards: tuple[AwardView, ...]
    certified_on: dt.date | None
    certified: tuple[CertifiedVersion, ...]
    acts: GameActs
    rulings: int
    by_stanzas: bool
    covers_event: bool  # what the API calls an event that is one game
    format: str
    names: dict[str, str]

    @property
    def played(self) -> Format:
        return format_named(self.format)

    @property
    def open_errors(self) -> int:
        return sum(finding.blocks for finding in self.findings)

    @property
    def takes_report(self) -> bool:
        """Whether the asker may send a report: where the event is one game, once its slips are closed."""
        return self.acts.report and (not self.played.hands_in_slips or self.state == Game.State.REPORTED)

    @property
    def waits_for_others(self) -> bool:
        """Whether the next step is somebody else's."""
        if self.state == Game.State.REPORTED:
            return not self.acts.confirm
        return self.state == Game.State.CONFIRMED and not self.acts.certify


def game_detail(
    *, event_slug: str, number: int, group: str = "", asker: Person | None = None
) -> GameDetail | None:
    """Everything a page of the game shows; None where there is nothing to see."""
    game = game_at(event_slug=event_slug, number=number, group=group)
    if game is None or not is_seen_by(asker, game.event):
        return None
    return detail_of(game, current_reports(game).defer("record").first(), asker)


def current_reports(game: Game) -> QuerySet[Report]:
    """The report that stands, with its people and the number of the game's rulings."""
    rulings = counted(Ruling.objects.filter(game=OuterRef("game")), "game")
    reports = game.reports.filter(current=True).annotate(rulings=rulings)
    return reports.select_related(*shown("reporter"), "rule_set", *shown("confirmation__confirmer"))


def detail_of(game: Game, report: Report | None, asker: Person | None) -> GameDetail:
    """The game with its report, read as one of the `current_reports`."""
    versions = _versions_of(game)
    certification = versions[-1] if versions else None
    standings = _standings_of(game) if certification else []
    name = full_name if may_run_event(asker, today(), game.event) else public_name
    placings = placings_by_certification(standings, name)
    stood = placings[certification.pk] if certification else ()
    awarded = [standing for standing in standings if hasattr(standing, "award")]
    rows = list(game.players.select_related("person", *shown("person")))
    named = telling_apart(name, (row.person for row in rows))
    players = [
        Player(record_id=row.record_id, name=named(row.person), number=row.person.identity.number)
        for row in rows
    ]
    check: KeptCheck = report.check_document if report else no_stanzas()
    findings = tuple(map(_finding_view, report.findings.select_related("settled_by"))) if report else ()
    people = {player.record_id: player.name for player in players}
    sanction = game.event.sanction
    return GameDetail(
        id=game.pk,
        event_name=game.event.name,
        event_slug=game.event.slug,
        club_name=game.event.club.name,
        level=sanction.level.name if sanction else "",
        level_slug=sanction.level.slug if sanction else "",
        number=game.number,
        group=game.group,
        label=game.label,
        place=game.place,
        state=game.state,
        played_on=game.event.local_day(game.starts_at),
        planned=game.planned,
        acting_executor=game.acting_executor.person.name if game.acting_executor else "",
        players=tuple(players),
        report=_report_view(report) if report else None,
        versions=report.version if report else 0,
        stanzas=tuple(map(_stanza_view, report.stanzas.order_by("number"))) if report else (),
        findings=findings,
        ranking=tuple((place, who, score) for place, who, score in check["ranking"]),
        standings=stood,
        teams=result_board(game, report, stood),
        awards=tuple(_award_view(row.award, placing) for row, placing in _paired(awarded, placings)),
        certified_on=day_of(versions[0].at) if versions else None,
        certified=tuple(map(_certified_version, versions)),
        acts=acts_on_game(asker, today(), game, report),
        rulings=_rulings_in(game, report) if may_see_rulings(asker, today(), game) else 0,
        by_stanzas=game.stanzas_played > 0,
        covers_event=not format_named(game.event.format).plays_several_games,
        format=game.event.format,
        names=called_in(
            check.get("called", ()), with_strangers(people, (finding.message for finding in findings))
        ),
    )


def _versions_of(game: Game) -> list[Certification]:
    return list(
        Certification.objects.filter(game=game)
        .select_related("ordered_by__merged_into", "report")
        .defer("report__record", "report__check_document")
        .order_by("version")
    )


def _rulings_in(game: Game, report: Report | None) -> int:
    return report.rulings if report else game.rulings.count()  # type: ignore[attr-defined]


def _standings_of(game: Game) -> list[Standing]:
    """Those of the result that stands, each with what it won. One query, and one for the certificates."""
    return list(
        Standing.objects.filter(certification__game=game, certification__current=True)
        .select_related("person", *shown("person"), "award")
        .prefetch_related("award__certificates", "award__continued__certificates")
        .order_by("place", "id")
    )


def version_result(*, game: Game, version: int) -> VersionResult:
    """How everybody stood in one version of the result. One query, one more where nobody stood; where teams
    play, a folder more."""
    standings = list(
        Standing.objects.filter(certification__game=game, certification__version=version)
        .select_related("person", *shown("person"), "award", "certification__report")
        .defer("certification__report__record")
        .order_by("place", "id")
    )
    certifications = [standing.certification for standing in standings[:1]] or (
        Certification.objects.select_related("report")
        .defer("report__record")
        .filter(game=game, version=version)
    )
    [certification] = certifications
    placings = placings_by_certification(standings)[certification.pk]
    return VersionResult(placings=placings, teams=result_board(game, certification.report, placings))


def _certified_version(row: Certification) -> CertifiedVersion:
    return CertifiedVersion(
        version=row.version,
        current=row.current,
        report=row.report.version,
        certified_at=row.at,
        ordered_by=row.ordered_by.identity.name if row.ordered_by else "",
        ruling=row.ruling,
        why=row.why,
    )


def game_record(*, event_slug: str, number: int, group: str = "", asker: Person | None = None) -> Any:
    """The current record of a game, parsed, for a replay; None where there is none to see."""
    report = (
        Report.objects.filter(
            current=True,
            game__event__in=visible_events(asker),
            game__event__slug=event_slug,
            game__number=number,
            game__group=group,
        )
        .only("record")
        .first()
    )
    return json.loads(bytes(report.record)) if report else None


def _paired(
    awarded: list[Standing], placings: dict[int, tuple[Placing, ...]]
) -> list[tuple[Standing, Placing]]:
    by_number = {placing.number: placing for row in placings.values() for placing in row}
    return [(standing, by_number[standing.person.identity.number]) for standing in awarded]


def _report_view(report: Report) -> ReportView:
    confirmation = getattr(report, "confirmation", None)
    return ReportView(
        version=report.version,
        reporter=public_name(report.reporter),
        received_at=report.received_at,
        sha256=report.sha256,
        rule_set=report.rule_set.title,
        player_hands=report.check_document["player_hands"],
        not_checked=tuple(report.check_document["not_checked"]),
        confirmed_by=public_name(confirmation.confirmer) if confirmation else "",
        confirmed_at=confirmation.at if confirmation else None,
    )


def _stanza_view(stanza: StanzaReport) -> StanzaView:
    outcome = stanza.outcome
    return StanzaView(
        number=stanza.number,
        body=stanza.body,
        winners=outcome["winners"],
        taken=outcome["taken"],
        deltas=outcome["delta"],
        scores=outcome["scores"],
        trump_after=outcome["trump_after"],
        replayable=bool(stanza.body.get("tricks")),
    )


def _finding_view(finding: ReportFinding) -> FindingView:
    return FindingView(
        id=finding.pk,
        code=finding.code,
        severity=finding.severity,
        stanza=finding.stanza,
        trick=finding.trick,
        player=finding.player,
        rule=finding.rule,
        message=finding.message,
        blocks=finding.blocks,
        settled_by=finding.settled_by.name if finding.settled_by else "",
        settled_at=finding.settled_at,
        reason=finding.reason,
    )


def _award_view(award: Award, placing: Placing) -> AwardView:
    good = [
        certificate.serial
        for certificate in award.root.certificates.all()
        if certificate.state in ("issued", "recorded")
    ]
    return AwardView(placing=placing, certificate=good[0] if good else "", numbers=award.numbers)
