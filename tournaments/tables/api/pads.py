"""The scorekeeper's pad for programs: one table, by its link or by an account that keeps it.

A pad shows its link as `Authorization: Table …`; it opens that table's addresses here and nothing else.
"""

from __future__ import annotations

from typing import Any, NoReturn, cast

from django.contrib.auth.models import AnonymousUser
from django.core.cache import BaseCache, caches
from django.middleware.csrf import get_token
from django.utils.connection import ConnectionProxy
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.authentication import (
    BaseAuthentication,
    SessionAuthentication,
    get_authorization_header,
)
from rest_framework.exceptions import AuthenticationFailed, NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from sanctioning.accounts.authentication import TokenAuthentication
from sanctioning.accounts.models.account import Account
from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.endpoints import Endpoint, acting_person, asker, sent_key
from sanctioning.kit.api.members import require_known_members
from sanctioning.kit.api.rates import note_rates
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import moment, today
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import deny
from sanctioning.people.models.person import Person
from tournaments.calls.api import NewCallSerializer
from tournaments.calls.selectors import call_numbered
from tournaments.calls.services.calls import call_executor, withdraw_call
from tournaments.events.addresses import GameLabel
from tournaments.events.permissions import may_keep_table
from tournaments.formats.record_schemas import WHOOPIE_STANZA
from tournaments.games.api import table_or_404
from tournaments.games.models import Game
from tournaments.reports.api.reports import RecordParser
from tournaments.tables.api.tables import REASON, REPLACES, stanza_sent, whole
from tournaments.tables.commands import TABLE_COMMANDS
from tournaments.tables.kept_folders import Address, game_kept_at, told_now
from tournaments.tables.models.table_link import TableLink
from tournaments.tables.selectors.pads import Pad, PadAfter, pad_after, pad_of_game
from tournaments.tables.services.pads import act_by_link, report_by_link
from tournaments.tables.services.stanzas import SentStanza, count_stanza, require_stanza_reporter
from tournaments.tables.services.table_links import link_of_secret, require_opens

# What somebody may do at the table through its link; the rest is for people with an account.
BY_LINK = ("sit", "leave", "undo", "close", "call", "withdraw-call")


class TableLinkAuthentication(BaseAuthentication):
    """`Authorization: Table …`: the secret of a table's link. Who is signed in besides stays so."""

    def authenticate(self, request: Request) -> tuple[Account | AnonymousUser, TableLink] | None:
        header = get_authorization_header(request).split()
        if len(header) != 2 or header[0].lower() != b"table":
            return None
        known = game_kept_at(_address_in(request)) is not None
        link = link_of_secret(header[1].decode("latin-1"), with_event=not known)
        if link is None:
            raise AuthenticationFailed("This link opens no table.")
        return getattr(request._request, "user", AnonymousUser()), link

    def authenticate_header(self, request: Request) -> str:
        return "Table"


class TableLinkScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the description of the API names it."""

    target_class = TableLinkAuthentication
    name = "tableLink"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": "Table …"}


class PadThrottle(SimpleRateThrottle):
    """Far more than a table writes, and little enough that a pad gone wild disturbs nobody. Each process
    counts for itself, so that a pad goes on while the shared store is down."""

    cache = cast(BaseCache, ConnectionProxy(caches, "process"))
    scope = "pad"
    rate = "240/min"
    num_requests: int
    duration: int

    def allow_request(self, request: Request, view: APIView) -> bool:
        allowed: bool = super().allow_request(request, view)
        left = self.num_requests - len(self.history)
        oldest = self.history[-1] if self.history else self.now
        wait = max(1, round(oldest + self.duration - self.now))
        note_rates(request._request, self.scope, limit=self.num_requests, left=left, wait=wait)
        return allowed

    def get_cache_key(self, request: Request, view: APIView) -> str:
        link = request.auth
        who = f"link-{link.pk}" if isinstance(link, TableLink) else f"{request.user.pk or 0}"
        return f"pad/{who}/{self.get_ident(request)}"


class PadEndpoint(Endpoint):
    authentication_classes = [TableLinkAuthentication, TokenAuthentication, SessionAuthentication]
    permission_classes = [AllowAny]
    throttle_classes = [PadThrottle]

    def throttled(self, request: Request, wait: Any) -> NoReturn:
        raise Refusal(
            code="too-often",
            sentence=_("This pad asks too often."),
            rule=_("A pad asks no more than four times a second."),
            remedy=_("Wait a minute. Nothing that was written is lost."),
            status=429,
            facts={"wait": round(wait or 60)},
        )

    def table(self, request: Request, slug: str, game: GameLabel) -> tuple[Game, TableLink | None]:
        """The game at the address, and the link by which it is entered."""
        link = request.auth
        if isinstance(link, TableLink) and _stands_at(link.game, (slug, game)):
            require_opens(link, link.game)
            return link.game, link
        played = table_or_404(slug, game)
        if isinstance(link, TableLink):
            deny(
                what=_("write at this table"),
                who=_("anyone with the table's link"),
                rule=_("A link opens one table."),
            )
        return played, None

    def answer(self, request: Request, game: Game, link: TableLink | None, code: int = 200) -> Response:
        seen = pad_of_game(game=game, asker=asker(request), link=link)
        if seen is None:
            deny(
                what=_("keep the score of this table"),
                who=_("a player of the game, its executor or its director"),
                rule="I/Scorekeeper and First Dealer",
            )
        return Response(
            as_data(seen), status=code, headers={"ETag": f'"{seen.told}"', "Cache-Control": "no-cache"}
        )


def _address_in(request: Request) -> Address:
    at = request.parser_context["kwargs"]
    return at["slug"], at["game"]


def _stands_at(game: Game, address: Address) -> bool:
    kept = game_kept_at(address)
    if kept is not None:
        return kept == game.pk
    return (game.event.slug, GameLabel(game.number, game.group)) == address


class PadView(PadEndpoint):
    @extend_schema(operation_id="pad", responses={200: serializer_for(Pad), 304: None, **REFUSED})
    def get(self, request: Request, slug: str, game: GameLabel) -> Response:
        """The table as its pad needs it; with what it said last, only that nothing is new."""
        played, link = self.table(request, slug, game)
        if link is None and asker(request) is None:
            acting_person(request)
        heard = request.headers.get("If-None-Match")
        if heard and heard == f'"{told_now(played)}"':
            return Response(status=status.HTTP_304_NOT_MODIFIED)
        answer = self.answer(request, played, link)
        answer["X-Csrf"] = get_token(request._request) if request.user.is_authenticated else ""
        return answer


class PadStanzasView(PadEndpoint):
    keeps_key_itself = True
    needs_body = True
    parser_classes = [RecordParser]

    @extend_schema(
        operation_id="report_stanza_on_pad",
        parameters=[
            OpenApiParameter("number", int, required=True, description="Which stanza, counted from 1."),
            REPLACES,
            REASON,
        ],
        request={"application/json": WHOOPIE_STANZA},
        responses={201: serializer_for(PadAfter), **REFUSED},
    )
    def post(self, request: Request, slug: str, game: GameLabel) -> Response:
        """Report or correct one stanza; by the link it is the table's scorekeeper's. The answer is what it
        changed: a pad that stands at its `met` has the whole with it, any other asks for the whole."""
        played, link = self.table(request, slug, game)
        person = None if link is not None else acting_person(request)
        key, query = sent_key(request), request.query_params
        if person is not None:
            require_stanza_reporter(by=person, game=played, idempotency_key=key, at=moment(None))
        sent = SentStanza(
            number=whole(query.get("number", "")),
            body=stanza_sent(request.data),
            idempotency_key=key,
            replaces=whole(query.get("replaces", "0")),
            reason=query.get("reason", ""),
        )
        if person is not None:
            counted = count_stanza(by=person, game=played, sent=sent)
        else:
            assert link is not None
            counted = report_by_link(link=link, signed_in=asker(request), sent=sent)
        return made(request, as_data(pad_after(counted)), "api-pad", slug, game)


class CallSerializer(serializers.Serializer[Any]):
    call = serializers.IntegerField(min_value=1)


class AskedOnPadSerializer(TABLE_COMMANDS.serializer):  # type: ignore[name-defined,misc]
    """What may come with an act on the pad; `call` and `withdraw-call` take what a call does."""

    kind = serializers.CharField(required=False, help_text="To call: what for.")
    about = serializers.CharField(required=False, allow_blank=True, max_length=300)
    stanza = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    call = serializers.IntegerField(required=False, min_value=1, help_text="To withdraw a call: its number.")


class PadActView(PadEndpoint):
    needs_key = frozenset({"call"})
    path_values = {"act": BY_LINK}

    @extend_schema(
        operation_id="act_on_pad",
        request=AskedOnPadSerializer,
        responses={200: serializer_for(Pad), **REFUSED},
    )
    def post(self, request: Request, slug: str, game: GameLabel, act: str) -> Response:
        """Let somebody come or go, close the game, call the executor or withdraw
        a call; the answer is the pad after it."""
        if act not in BY_LINK:
            raise NotFound
        played, link = self.table(request, slug, game)
        if act == "call":
            return self._call(request, played, link)
        if act == "withdraw-call":
            return self._withdraw_call(request, played, link)
        run, asked = TABLE_COMMANDS[act].run, TABLE_COMMANDS.sent(request.data)
        if link is not None:
            act_by_link(link=link, act=lambda by, of: run(by, of, asked), signed_in=asker(request))
        else:
            run(acting_person(request), played, asked)
        return self.answer(request, Game.objects.get(pk=played.pk), link)

    def _call(self, request: Request, game: Game, link: TableLink | None) -> Response:
        """A call of the table itself where nobody is signed in."""
        read = valid(NewCallSerializer(data=_of_act(request, NewCallSerializer)))
        by, key = _at_table(request, game, link), sent_key(request)
        call_executor(by=by, game=game, key=key, **read)
        return self.answer(request, game, link)

    def _withdraw_call(self, request: Request, game: Game, link: TableLink | None) -> Response:
        number = valid(CallSerializer(data=_of_act(request, CallSerializer)))["call"]
        call = call_numbered(game=game, number=number)
        if call is None:
            raise NotFound
        withdraw_call(by=_at_table(request, game, link), call=call)
        return self.answer(request, game, link)


def _of_act(request: Request, shape: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """What one act takes of what the address takes for all of them."""
    sent = request.data if isinstance(request.data, dict) else {}
    require_known_members(sent, AskedOnPadSerializer())
    return {name: sent[name] for name in map(str, shape().fields) if name in sent}


def _at_table(request: Request, game: Game, link: TableLink | None) -> Person | None:
    """Who calls there: nobody where the link opened the pad and no account keeps the table."""
    if link is None:
        return acting_person(request)
    by = asker(request)
    return by if may_keep_table(by, today(), game) else None
