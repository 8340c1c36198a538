"""A table while it is played, for programs: one address to read it, one for each thing that is done.

A pad reads the table, sends each stanza with a key of its own and the version that it replaces (0: none),
and on a conflict finds in the answer what stands.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from rules_engine.reading import Malformed, load_json
from sanctioning.kit.api.answers import REFUSED, made
from sanctioning.kit.api.endpoints import (
    MemberEndpoint,
    PublicEndpoint,
    acting_person,
    asker,
    or_not_found,
    sent_key,
)
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import moment
from sanctioning.kit.json_members import MemberTwice, require_members_once
from sanctioning.kit.refusals import Refusal
from tournaments.events.addresses import GameLabel
from tournaments.formats.record_schemas import WHOOPIE_RECORD, WHOOPIE_STANZA
from tournaments.games.api import table_or_404
from tournaments.reports.api.reports import RecordParser
from tournaments.tables.commands import TABLE_COMMANDS
from tournaments.tables.selectors.pads import PadLink, link_to_give
from tournaments.tables.selectors.stanzas import StanzaHistory, stanza_history
from tournaments.tables.selectors.table import Table, table_of_game
from tournaments.tables.services.record_continuation import continue_with_record, report_after_record
from tournaments.tables.services.stanzas import (
    SentStanza,
    is_reported_as_a_whole,
    report_sent,
    require_stanza_reporter,
)

KEEPS_TABLE = frozenset({"sit", "leave", "wait", "stop-waiting", "undo", "draw", "close"})
"""What belongs to reporting a game; the other acts are those of who runs the event or rules the game."""
REPLACES = OpenApiParameter(
    "replaces",
    int,
    description="Of a correction: the `version` of the stanza that it replaces, as `stanza` answers it.",
)
REASON = OpenApiParameter("reason", str, description="Of a correction: what was wrong. It is needed.")
BIDS = OpenApiParameter(
    "bids",
    str,
    description="Bids made so far, as in 2,0,1; all but the dealer's give the bid that is then forbidden.",
)


class TableView(PublicEndpoint):
    @extend_schema(operation_id="table", parameters=[BIDS], responses=serializer_for(Table))
    def get(self, request: Request, slug: str, game: GameLabel) -> Response:
        """The table as it stands: seats, the next deal, running scores, findings, and what may be done."""
        bids = [bid for bid in request.query_params.get("bids", "").split(",") if bid.strip()]
        played = table_or_404(slug, game)
        return or_not_found(
            table_of_game(game=played, asker=asker(request), bids=[whole(bid) for bid in bids])
        )


class TableActView(MemberEndpoint):
    runs_event = frozenset(TABLE_COMMANDS) - KEEPS_TABLE
    path_values = {"act": TABLE_COMMANDS}

    @extend_schema(
        operation_id="act_at_table",
        request=TABLE_COMMANDS.serializer,
        responses={200: serializer_for(Table), **REFUSED},
    )
    def post(self, request: Request, slug: str, game: GameLabel, act: str) -> Response:
        """Do one thing at the table (sit, leave, wait, split, close, …); the answer is the table after."""
        person, played = acting_person(request), table_or_404(slug, game)
        TABLE_COMMANDS.run_sent(request, act, by=person, thing=played)
        return or_not_found(table_of_game(game=played, asker=person))


class StanzasView(MemberEndpoint):
    keeps_key_itself = True
    parser_classes = [RecordParser]
    needs_body = True

    @extend_schema(
        operation_id="report_stanza",
        parameters=[
            OpenApiParameter("number", int, required=True, description="Which stanza, counted from 1."),
            REPLACES,
            REASON,
        ],
        request={"application/json": WHOOPIE_STANZA},
        responses={201: serializer_for(Table), **REFUSED},
    )
    def post(self, request: Request, slug: str, game: GameLabel) -> Response:
        """Report one stanza, as `whoopie-game/1` has it; the answer is the table after it."""
        person, played = acting_person(request), table_or_404(slug, game)
        key, query = sent_key(request), request.query_params
        require_stanza_reporter(by=person, game=played, idempotency_key=key, at=moment(None))
        sent = SentStanza(
            number=whole(query.get("number", "")),
            body=stanza_sent(request.data),
            idempotency_key=key,
            replaces=whole(query.get("replaces", "0")),
            reason=query.get("reason", ""),
        )
        if is_reported_as_a_whole(played) and not sent.replaces:
            report_after_record(by=person, game=played, sent=sent)
        else:
            report_sent(by=person, game=played, sent=sent)
        table = table_of_game(game=played, asker=person)
        return made(request, as_data(table), "api-stanza", slug, game, sent.number)


class TableRecordView(MemberEndpoint):
    needs_key = True
    parser_classes = [RecordParser]
    needs_body = True

    @extend_schema(
        operation_id="continue_with_record",
        request={"application/json": WHOOPIE_RECORD},
        responses={201: serializer_for(Table), **REFUSED},
    )
    def post(self, request: Request, slug: str, game: GameLabel) -> Response:
        """Bring the table up to a record of the game so far; what it has already must be the same. The next
        stanza, or a longer record, continues it."""
        person, played = acting_person(request), table_or_404(slug, game)
        data = request.data if isinstance(request.data, bytes) else b""
        continue_with_record(by=person, game=played, data=data, idempotency_key=sent_key(request))
        table = table_of_game(game=played, asker=person)
        return made(request, as_data(table), "api-table", slug, game)


class TableLinkView(MemberEndpoint):
    gives_secret = True

    @extend_schema(operation_id="table_link", responses=serializer_for(PadLink))
    def get(self, request: Request, slug: str, game: GameLabel) -> Response:
        """The private link to the table, for those who give it out. Its secret is sent to addresses of the
        pad as `Authorization: Table …`, and opens this table alone."""
        played = table_or_404(slug, game)
        return or_not_found(link_to_give(game=played, asker=acting_person(request)))


class TableStanzaView(PublicEndpoint):
    @extend_schema(operation_id="stanza", responses=serializer_for(StanzaHistory))
    def get(self, request: Request, slug: str, game: GameLabel, stanza: int) -> Response:
        """Every version of one stanza, the first one first."""
        played = table_or_404(slug, game)
        return or_not_found(stanza_history(game=played, number=stanza, asker=asker(request)))


def whole(text: str) -> int:
    text = text.strip()
    if text.isascii() and text.isdigit() and len(text) < 6:
        return int(text)
    raise Refusal(
        code="no-whole-number",
        sentence=_("“%(text)s” is not a whole number.") % {"text": text[:40]},
        rule=_("Bids, stanzas and versions are whole numbers from 0."),
        remedy=_("Write it with digits."),
        status=400,
    )


def stanza_sent(data: object) -> dict[str, object]:
    """The stanza that was sent."""
    sent, read = data if isinstance(data, bytes) else b"", None
    try:
        read, why = load_json(sent), "a JSON object is expected"
        require_members_once(sent)
    except Malformed as wrong:
        why = wrong.message
    except MemberTwice as twice:
        read, why = None, f"the member “{twice}” is named twice"
    if isinstance(read, dict):
        return read
    raise Refusal(
        code="stanza-malformed",
        sentence=_("The stanza cannot be read: %(why)s.") % {"why": why},
        rule=_("I/Scoring: of every stanza each player's bid is reported, and whether they made it."),
        remedy=_("Send one stanza as a JSON object."),
        status=400,
        facts={"pointer": ""},
    )
