"""From a reported game to its result: confirmed by a second person, certified by the Acting Executor.

Invariants: an open error stops both; the confirmer is not the reporter; standings, awards, ledger
entries and certificates come with the certification in one transaction, or not at all; in a family of games
a person stands once, where he played last.
Rule section: IV; II (extrapolation) by way of the engine; reading 37.
"""

from __future__ import annotations

import datetime as dt
import json

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.points import awards as law
from sanctioning.identity.names import public_name, shown, telling_apart
from sanctioning.identity.same_person import same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.law.models.versions import Articles
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from scoring.certificates.notifications import tell_of_certificates
from scoring.certificates.services.certificates import issue_rating_certificates
from scoring.degrees.services.degrees import become_novices
from scoring.results.models import Certification, Standing
from scoring.results.notifications import tell_of_certified_event
from scoring.results.permissions import may_certify
from scoring.results.services.awards import award_points
from tournaments.formats.format import FormatResult
from tournaments.formats.registry import format_named
from tournaments.games.game_families import Family, family_of, locked_family
from tournaments.games.models import Game
from tournaments.games.services.games import locked_game, set_state
from tournaments.justice.votes.services.votes import require_no_vote_pending
from tournaments.reports.models.report import Confirmation, Report, ReportFinding
from tournaments.reports.permissions import may_confirm
from tournaments.reports.selectors.finding_names import called_in


@transaction.atomic
def confirm_result(
    *, by: Person, game: Game, version: int | None = None, at: dt.datetime | None = None
) -> Confirmation:
    """A second person says that the current report is the final sheet; `version` is the one that they saw.

    Raises:
        Refusal: `confirmer-is-reporter`, `game-state`, `not-allowed`, `not-reported`, `open-findings`,
            `report-changed`, `vote-pending`.
    """
    at = moment(at)
    game = locked_game(game.pk)
    report = current_report(game)
    require_as_seen(report, version)
    if same_person(by, report.reporter):
        raise Refusal(
            code="confirmer-is-reporter",
            sentence=_("You reported this game and cannot confirm it."),
            rule=_("A second person confirms the final sheet."),
            remedy=_("Ask another player of the game, or somebody who runs the club."),
            status=403,
        )
    require(
        may_confirm(by, day_of(at), game, report),
        what=_("confirm this game"),
        who=_("a player of the game, or somebody who runs the club"),
        rule=_("The final sheet is confirmed by somebody from the game."),
    )
    require_no_open_error(report)
    require_no_vote_pending(game)
    set_state(game, Game.State.CONFIRMED, only_from=(Game.State.REPORTED,))
    confirmation = Confirmation.objects.create(
        report=report, reporter_id=report.reporter_id, confirmer=by, at=at
    )
    note(
        by=by,
        at=at,
        action="confirm result",
        thing=report,
        before={"state": Game.State.REPORTED},
        after={"state": Game.State.CONFIRMED},
    )
    return confirmation


@transaction.atomic
def certify_result(
    *, by: Person, game: Game, version: int | None = None, at: dt.datetime | None = None
) -> Certification:
    """Make the result final: standings, awards, ledger entries and certificates follow at once. `version` is
    that of the report whose consequences the Acting Executor saw.

    Raises:
        Refusal: `event-not-sanctioned`, `game-state`, `no-scale`, `not-allowed`, `not-reported`,
            `open-findings`, `report-changed`, `table-size`.
    """
    at = moment(at)
    family = locked_family(game)
    game = family.games[game.pk]
    executor = game.acting_executor
    require(
        may_certify(by, day_of(at), game),
        what=_("certify this game"),
        who=_("its Acting Executor"),
        rule="IV",
    )
    report = current_report(game)
    require_as_seen(report, version)
    require_no_open_error(report)
    set_state(game, Game.State.CERTIFIED, only_from=(Game.State.CONFIRMED,))
    assert executor is not None, "may_certify asks for it"
    sanction, articles = law_of(game)
    result = result_of(game, report)
    certification = Certification.objects.create(
        game=game,
        report=report,
        certified_by=executor,
        at=at,
        articles=articles,
        card_game=card_game_of(game),
        player_hands=result.player_hands,
    )
    standings = stand(certification, game, result)
    awards = award_points(
        by=by, at=at, sanction=sanction, articles=articles, result=result, standings=standings
    )
    tell_of_certificates(at=at, certificates=issue_rating_certificates(by=by, at=at, awards=awards))
    tell_of_certified_event(at=at, certification=certification)
    if certification.card_game:
        become_novices(
            people=[standing.person_id for standing in standings],
            card_game=certification.card_game,
            on=day_of(at),
        )
    note(
        by=by,
        at=at,
        action="certify result",
        thing=game,
        before={"state": Game.State.CONFIRMED},
        after={"state": Game.State.CERTIFIED, "awards": len(awards), "report": report.version},
    )
    return certification


def result_of(game: Game, report: Report) -> FormatResult:
    """What the report comes to, as the game's format reads it."""
    return format_named(game.event.format).result(json.loads(bytes(report.record)), report.check_document)


def card_game_of(game: Game) -> str:
    """The card game of which the format brings points; empty for one of none."""
    card_game = format_named(game.event.format).card_game
    return card_game.slug if card_game else ""


def law_of(game: Game) -> tuple[Sanction, Articles]:
    """The sanction and the Articles frozen on it: the law by which the event is judged.

    Raises:
        Refusal: `event-not-sanctioned`.
    """
    sanction = game.event.sanction
    if sanction is None or sanction.articles is None:
        raise Refusal(
            code="event-not-sanctioned",
            sentence=_("%(event)s has no sanction.") % {"event": game.event.name},
            rule="IV",
            remedy=_("Points are awarded in sanctioned games only."),
        )
    return sanction, sanction.articles


def stand(certification: Certification, game: Game, result: FormatResult) -> list[Standing]:
    """Everybody's place in this version of the result, written down."""
    return Standing.objects.bulk_create(standings_of(certification, game, result))


def standings_of(
    certification: Certification, game: Game, result: FormatResult, family: Family | None = None
) -> list[Standing]:
    """Everybody's place, not saved; who played last in a related game is ranked there. The family may be at
    hand."""
    family = family or family_of(game)
    people = {player.record_id: player.person_id for player in family.players_of(game)}
    own = [ranked for ranked in result.ranking if _belongs(family, game, people[ranked.player])]
    by_score = law.places([ranked.score for ranked in own])
    return [
        Standing(
            certification=certification,
            person_id=people[ranked.player],
            record_id=ranked.player,
            place=place if ranked.shared is None else ranked.place,
            shared=by_score.count(place) > 1 if ranked.shared is None else ranked.shared,
            score=ranked.score,
            extrapolated=ranked.extrapolated,
        )
        for ranked, place in zip(own, by_score, strict=True)
    ]


def _belongs(family: Family, game: Game, person_id: int) -> bool:
    ranked = family.ranked_in(person_id)
    return ranked is None or ranked.pk == game.pk


def current_report(game: Game) -> Report:
    """The report that is to be confirmed or certified; refuses where there is none.

    Raises:
        Refusal: `not-reported`.
    """
    report = game.reports.filter(current=True).first()
    if report is None:
        raise Refusal(
            code="not-reported",
            sentence=_("This game has not been reported."),
            rule=_("A game is reported, then confirmed, then certified."),
            remedy=_("Send its record first."),
        )
    return report


def require_as_seen(report: Report, version: int | None) -> None:
    """Refuse to make a report final that has changed since whoever does it looked at it.

    Raises:
        Refusal: `report-changed`.
    """
    if version is not None and report.version != version:
        raise Refusal(
            code="report-changed",
            sentence=_("The sheet has changed since you looked at it: it is version %(version)s now.")
            % {"version": report.version},
            rule=_("What is confirmed is what the second person has seen."),
            remedy=_("Compare the scores once more, and confirm them then."),
        )


def require_no_open_error(report: Report) -> None:
    open_errors = list(report.findings.filter(severity="error", settled_at__isnull=True).order_by("pk"))
    blocking = len(open_errors)
    if blocking:
        players = report.game.players.select_related(*shown("person"))
        named = telling_apart(public_name, (player.person for player in players))
        people = {player.record_id: named(player.person) for player in players}
        names = called_in(report.check_document.get("called", ()), people)
        raise Refusal(
            code="open-findings",
            sentence=ngettext(
                "%(count)s error in the report is not settled.",
                "%(count)s errors in the report are not settled.",
                blocking,
            )
            % {"count": blocking},
            rule=_("An error is corrected or settled before a result becomes final."),
            remedy=_("Send a corrected report, or have the Acting Executor settle it with a reason."),
            facts={"open": blocking, "errors": [_open_error(error) for error in open_errors], "names": names},
        )


def _open_error(finding: ReportFinding) -> dict[str, object]:
    """Where it is and what it says, for whoever has to correct or settle it."""
    return {
        "code": finding.code,
        "stanza": finding.stanza,
        "trick": finding.trick,
        "message": finding.message,
        "rule": finding.rule,
    }
