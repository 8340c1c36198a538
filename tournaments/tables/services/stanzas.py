"""Taking in one stanza while the game is played, and correcting it later.

Purpose: the scorekeeper sends each stanza as it ends; running scores, standings and findings are right in the
same transaction.
Invariants: what got an answer is kept; sent twice with one key it is one; a corrected stanza is a new version
with a reason; of two who report one stanza at once the first is kept and the other told what stands.
Rule section: I (stanza, bidding, scoring) and II by way of the engine; reading 34 (walking out).
Terms: replaces (the version that the reporter looked at: 0 for a stanza not reported yet).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.reading import Malformed
from sanctioning.identity.same_person import same_person
from sanctioning.kit.audit.models import OF_A_STANZA
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.prepared_writes import PreparedInsert, PreparedUpdate
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.formats.format import FormatCheck
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.games.services.games import require_state
from tournaments.reports.permissions import may_report
from tournaments.reports.services.reports import require_executor, require_reporter
from tournaments.tables.game_folders import GameFolder, check_of, read_folder, sha256_of
from tournaments.tables.kept_folders import current_folder, keep, told_of_table, with_stays
from tournaments.tables.models.sheet import StanzaVersion
from tournaments.tables.models.table_link import TableLink
from tournaments.tables.services.following_sheets import follow_correction
from tournaments.tables.services.sheets import keep_sheet
from tournaments.tables.services.stays import begin_stays
from tournaments.tables.stanza_seats import require_the_table

State = Game.State
ONCE: Final = _lazy("A stanza sent twice counts once.")
REPORTED: Final = _lazy("A stanza is reported once; a correction is a new version with a reason.")
CORRECTABLE = (State.PLAYING, State.SPLIT, State.REPORTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SentStanza:
    """A stanza as `whoopie-game/1` has it; `replaces` is the version that a correction looked at."""

    number: int
    body: Mapping[str, Any]
    idempotency_key: str
    replaces: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedStanza:
    """A stanza that is kept, and its table with it. `met` is what a pad had last heard (`told_of_table`) that
    needs to hear of nothing but this stanza; empty where more has changed, or it was sent before."""

    version: StanzaVersion
    folder: GameFolder
    met: str = ""


def report_stanza(
    *,
    by: Person,
    game: Game,
    number: int,
    body: Mapping[str, Any],
    idempotency_key: str,
    replaces: int = 0,
    reason: str = "",
    at: dt.datetime | None = None,
) -> StanzaVersion:
    """Keep a stanza and check the game so far. Who joins and leaves is the table's to say.

    Raises:
        Refusal: what `report_sent` raises.
    """
    sent = SentStanza(
        number=number, body=body, idempotency_key=idempotency_key, replaces=replaces, reason=reason
    )
    return report_sent(by=by, game=game, sent=sent, at=at)


def report_sent(*, by: Person, game: Game, sent: SentStanza, at: dt.datetime | None = None) -> StanzaVersion:
    """The same of a stanza as it was sent.

    Raises:
        Refusal: what `count_stanza` raises.
    """
    counted = count_stanza(by=by, game=game, sent=sent, at=at)
    keep(counted.folder)
    return counted.version


@transaction.atomic
def count_stanza(*, by: Person, game: Game, sent: SentStanza, at: dt.datetime | None = None) -> CountedStanza:
    """As `report_stanza`, with the table as it stands then.

    Raises:
        Refusal: what `count_in` raises.
    """
    return count_in(current_folder(game, lock=True), by=by, sent=sent, at=moment(at))


def count_in(
    folder: GameFolder, *, by: Person, sent: SentStanza, at: dt.datetime, link: TableLink | None = None
) -> CountedStanza:
    """Keep a stanza in a locked folder. `link` is that through which it came, when `by` is the scorekeeper
    of the table (`tournaments.tables.services.pads`).

    Raises:
        Refusal: `game-state`, `idempotency-key-missing`, `idempotency-key-reused`, `no-executor-appointed`,
            `no-stanzas`, `not-allowed`, `not-drawn`, `reason-missing`, `reported-as-a-whole`, `seats-differ`,
            `stanza-malformed`, `stanza-out-of-order`, `stanza-reported`, `too-few-players`, `walked-out-made`
            and what `follow_correction` raises.
    """
    known = sent_before(folder, sent)
    if known is not None:
        return CountedStanza(version=known, folder=folder)
    game = folder.game
    sits = folder.family.sits_at(game, by)
    require(
        may_report(by, day_of(at), game, sits=sits),
        what=_("report stanzas of this game"),
        who=_("a player at the table, or somebody who runs the club"),
        rule="I/Scorekeeper and First Dealer",
    )
    _require_key(sent.idempotency_key)
    _require_played(game, correction=bool(sent.replaces))
    met = told_of_table(game, folder.marks) if game.state == State.PLAYING and not sent.replaces else ""
    begun = begin_stays(by=by, game=game, players=folder.players, stays=folder.stays, at=at)
    if begun:
        folder = with_stays(folder, begun)
    _require_nobody_was_faster(by, folder, sent)
    version, folder = _keep(folder, by, sent, link, at)
    if sent.replaces:
        follow_correction(by=by, game=game, version=version, at=at)
        return CountedStanza(version=version, folder=read_folder(game))
    return CountedStanza(version=version, folder=folder, met=met)


def _keep(
    folder: GameFolder, by: Person, sent: SentStanza, link: TableLink | None, at: dt.datetime
) -> tuple[StanzaVersion, GameFolder]:
    """The stanza, the check of the game with it, and what the trail says of it; with the folder that holds
    them."""
    game, number = folder.game, sent.number
    require_the_table(folder, number, sent.body)
    standing = folder.versions.get(number)
    version = StanzaVersion(
        game=game,
        number=number,
        version=(standing.version if standing else 0) + 1,
        body=dict(sent.body),
        idempotency_key=sent.idempotency_key,
        reporter=by,
        link=link,
        reason=sent.reason.strip() if sent.replaces else "",
        rule_set=folder.rule_set,
        received_at=at,
    )
    folder = folder.with_stanza(version)
    check = _checked(folder, number)
    version.sha256 = sha256_of(sent.body)
    version.outcome = check.stanzas[number - 1].outcome
    version.findings = [finding for finding in check.document["findings"] if finding["stanza"] == number]
    _ADD(version)
    folder = keep_sheet(folder, check, at)
    _move_on(game, number)
    note(
        by=by,
        at=at,
        action=OF_A_STANZA,
        thing=game,
        why=version.reason,
        before={"version": sent.replaces} if sent.replaces else {},
        after={
            "stanza": number,
            "version": version.version,
            "sha256": version.sha256,
            **({"link": link.pk} if link else {}),
        },
    )
    return version, folder


def require_stanza_reporter(*, by: Person, game: Game, idempotency_key: str, at: dt.datetime) -> None:
    """Refuse whoever may report no stanza, before anything that they send is read.

    A stanza that they reported with the key counts, also for whoever has left the table since.

    Raises:
        Refusal: `not-allowed`.
    """
    sent_before = StanzaVersion.objects.filter(game=game, idempotency_key=idempotency_key, reporter=by)
    if not idempotency_key or not sent_before.exists():
        require_reporter(by=by, game=game, at=at)


def sent_before(folder: GameFolder, sent: SentStanza) -> StanzaVersion | None:
    """The stanza that was kept with this key; a refusal where that is another one.

    Raises:
        Refusal: `idempotency-key-reused`.
    """
    version = folder.sent.get(sent.idempotency_key)
    if version is not None and (version.number, version.sha256) != (sent.number, sha256_of(sent.body)):
        raise _key_of_another()
    return version


def _key_of_another() -> Refusal:
    return Refusal(
        code="idempotency-key-reused",
        sentence=_("This key belongs to another stanza."),
        rule=ONCE,
        remedy=_("Send a changed stanza with a new key."),
    )


def _require_key(idempotency_key: str) -> None:
    """Asked of whoever may report; who may not is told that first."""
    if not idempotency_key:
        raise Refusal(
            code="idempotency-key-missing",
            sentence=_("A stanza needs a key of its own."),
            rule=ONCE,
            remedy=_("Send a new random key with each stanza, and the same key when you send it again."),
            status=422,
        )


def _require_played(game: Game, *, correction: bool) -> None:
    """Refuse what cannot be reported stanza by stanza, or not now."""
    require_stanzas(game)
    if is_reported_as_a_whole(game):
        raise Refusal(
            code="reported-as-a-whole",
            sentence=_("This game was reported by its whole record."),
            rule=_("A game has one sheet."),
            remedy=_("Send a corrected record, or one that goes on after its last stanza."),
        )
    require_state(
        game,
        CORRECTABLE if correction else Game.RUNNING,
        rule=_("Stanzas are reported while the game is played, and corrected until it is confirmed."),
        remedy=_("To correct a stanza, name its current version; or look at the game as it is now."),
    )
    require_executor(game)
    if game.first_dealer_id is None:
        raise Refusal(
            code="not-drawn",
            sentence=_("The cards for scorekeeper and First Dealer have not been drawn."),
            rule="I/Scorekeeper and First Dealer",
            remedy=_("Write down the draw first."),
        )


def require_stanzas(game: Game) -> None:
    """Refuse a game that is reported in another way.

    Raises:
        Refusal: `no-stanzas`.
    """
    if not format_named(game.event.format).plays_stanzas:
        raise Refusal(
            code="no-stanzas",
            sentence=_("This game is not played in stanzas."),
            rule="I/Stanza",
            remedy=_("Report it in the way its format requires."),
        )


def is_reported_as_a_whole(game: Game) -> bool:
    """Whether the record of the game came in one piece, and nobody has confirmed it yet."""
    return not game.stanzas_played and game.state == State.REPORTED


def _require_nobody_was_faster(by: Person, folder: GameFolder, sent: SentStanza) -> None:
    number = sent.number
    standing = folder.versions.get(number)
    stands = standing.version if standing else 0
    if number < 1 or number > len(folder.versions) + 1:
        raise Refusal(
            code="stanza-out-of-order",
            sentence=_("The next stanza is %(place)s, not %(number)s.")
            % {"place": len(folder.versions) + 1, "number": number},
            rule=_("I/Stanza: stanzas are reported one after the other."),
            remedy=_("Report the earlier ones first."),
            facts={"next": len(folder.versions) + 1},
        )
    if stands != sent.replaces:
        raise Refusal(
            code="stanza-reported",
            sentence=_what_stands(by, number, standing),
            rule=REPORTED,
            remedy=_(
                "Compare it with yours. If yours is right, send it as a correction: with a reason (`reason`) "
                "and the version that it replaces (`replaces=%(version)s`)."
            )
            % {"version": stands},
            facts=standing_facts(standing) if standing else {"number": number, "version": 0},
        )
    if standing is not None:
        require_reason(
            sent.reason,
            _("Correcting a stanza needs a reason."),
            rule=REPORTED,
            remedy=_("Write what was wrong."),
        )


def _what_stands(by: Person, number: int, standing: StanzaVersion | None) -> str:
    if standing is None:
        return _("Stanza %(number)s has not been reported yet.") % {"number": number}
    facts = {"number": number, "stands": standing.version}
    if same_person(by, standing.reporter):
        return _("You have already reported stanza %(number)s, in version %(stands)s.") % facts
    return (
        _("Stanza %(number)s is in version %(stands)s, which somebody else reported in the meantime.") % facts
    )


def standing_facts(standing: StanzaVersion) -> dict[str, object]:
    """What stands of a stanza, for whoever wished to report something else."""
    return {
        "number": standing.number,
        "version": standing.version,
        "stanza": standing.body,
        "scores": standing.outcome["scores"],
        "received_at": standing.received_at.isoformat(),
    }


def _checked(folder: GameFolder, number: int) -> FormatCheck:
    """The check of the game, of which this stanza is the one that nobody has read yet."""
    try:
        return check_of(folder, folder.record)
    except Malformed as wrong:
        refusal = _unreadable(number, wrong.pointer, wrong.message)
    except Refusal as wrong:
        if wrong.code != "record-malformed":
            raise
        refusal = _unreadable(number, str(wrong.facts.get("pointer", "")), wrong.sentence)
    raise refusal


def _unreadable(number: int, pointer: str, why: str) -> Refusal:
    """What cannot be read, at its place in the stanza."""
    place = pointer.removeprefix(f"/stanzas/{number - 1}")
    return Refusal(
        code="stanza-malformed",
        sentence=_("The stanza cannot be read: %(why)s.")
        % {"why": why.rpartition("game record: ")[2].rstrip(".")},
        rule=_("I/Scoring: of every stanza each player's bid is reported, and whether they made it."),
        remedy=_("Correct it at %(place)s and send it again.")
        % {"place": place or _("the top of the stanza")},
        status=422,
        facts={"pointer": place},
    )


def _move_on(game: Game, number: int) -> None:
    if game.state == State.OPEN:
        game.state = State.PLAYING
    game.stanzas_played = max(game.stanzas_played, number)
    game.revision += 1
    _COUNT(game)


_ADD: Final = PreparedInsert(StanzaVersion)
_COUNT: Final = PreparedUpdate(Game, "state", "stanzas_played", "revision")
