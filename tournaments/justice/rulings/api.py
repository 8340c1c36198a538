"""Rulings for programs: what would follow, ruling, the rulings of a game, and the case book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.endpoints import (
    MemberEndpoint,
    ProblemSerializer,
    acting_person,
    sent_key,
)
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import moment, today
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from tournaments.calls.models import Call
from tournaments.calls.selectors import call_numbered
from tournaments.events.addresses import GameLabel
from tournaments.games.api import game_or_404
from tournaments.games.game_families import family_of
from tournaments.games.models import Game
from tournaments.justice.rulings.asked_facts import AskedIrregularity, irregularities_of
from tournaments.justice.rulings.effects import weigh_matter
from tournaments.justice.rulings.kept_outcomes import ShownOutcome
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.outcomes import Effect, effect_of
from tournaments.justice.rulings.permissions import may_see_rulings
from tournaments.justice.rulings.selectors.rulings import (
    RulingLine,
    RulingPage,
    names_in,
    ruling_at,
    ruling_page,
    rulings_of,
)
from tournaments.justice.rulings.services.rulings import require_may_rule, rule_on

FACT: Final = {
    "type": ["string", "integer", "boolean", "array", "object", "null"],
    "items": {"type": ["string", "array"], "items": {"type": ["string", "integer"]}},
    "additionalProperties": {"type": "array", "items": {"type": "string"}},
}
"""A player, card, suit or choice; a number; yes or no; cards; pairs; cards by player."""
WHO = _lazy("the people who play and rule there or hear appeals")


@extend_schema_field(FACT)
class FactField(serializers.JSONField):
    """The irregularity reads it, and says which fact is wrong."""


class FactsField(serializers.DictField):
    child = FactField()


class MatterSerializer(serializers.Serializer[Any]):
    """What is ruled on: an irregularity with its facts, or another question of a section."""

    irregularity = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=40,
        help_text="One of `irregularities`, by its `slug`; empty for another question of a section.",
    )
    facts = FactsField(
        required=False, default=dict, help_text="By name, as the irregularity `asks` for them."
    )
    stanza = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    trick = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    supersedes = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)


class NewRulingSerializer(MatterSerializer):
    section = serializers.CharField(required=False, allow_blank=True, default="", max_length=80)
    what = serializers.CharField(allow_blank=True, default="", max_length=4000)
    reason = serializers.CharField(allow_blank=True, default="", max_length=4000)
    words = serializers.CharField(required=False, allow_blank=True, default="", max_length=4000)
    public = serializers.BooleanField(required=False, default=False)
    call = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class WouldFollow:
    """What a ruling would change; nothing is kept."""

    section: str
    effect: Effect
    outcome: Annotated[Mapping[str, object], ShownOutcome]
    facts: dict[str, object]


class RulingsView(MemberEndpoint):
    needs_key = True

    @extend_schema(
        operation_id="game_rulings",
        responses={200: serializer_for(RulingLine)(many=True), 403: ProblemSerializer},
    )
    def get(self, request: Request, slug: str, game: GameLabel) -> Response:
        """The rulings of a game, whole, the latest first."""
        rulings = rulings_of(game=game_or_404(slug, game), asker=acting_person(request))
        require(rulings is not None, what=_("see the rulings of this game"), who=WHO, rule="IV")
        return Response(as_data(rulings))

    @extend_schema(
        operation_id="make_ruling",
        request=NewRulingSerializer,
        responses={201: serializer_for(RulingPage), **REFUSED},
    )
    def post(self, request: Request, slug: str, game: GameLabel) -> Response:
        """Make a ruling; with an `Idempotency-Key`, sent twice it is one ruling."""
        person, played = acting_person(request), game_or_404(slug, game)
        data = valid(NewRulingSerializer(data=request.data))
        ruling = rule_on(
            by=person,
            game=played,
            call=_call(played, data.pop("call")),
            supersedes=_ruling(played, data.pop("supersedes")),
            key=sent_key(request),
            **data,
        )
        return made(request, _page(played, ruling.number, request), "api-ruling", slug, game, ruling.number)


class IrregularitiesView(MemberEndpoint):
    @extend_schema(
        operation_id="irregularities",
        responses={200: serializer_for(AskedIrregularity)(many=True), 403: ProblemSerializer},
    )
    def get(self, request: Request, slug: str, game: GameLabel) -> Response:
        """On what one rules in this game, each with the facts that a ruling on it needs (`asks`)."""
        played = game_or_404(slug, game)
        allowed = may_see_rulings(acting_person(request), today(), played)
        require(allowed, what=_("see the rulings of this game"), who=WHO, rule="IV")
        return Response(as_data(irregularities_of(played)))


class WeighView(MemberEndpoint):
    @extend_schema(
        operation_id="weigh_ruling",
        request=MatterSerializer,
        responses={200: serializer_for(WouldFollow), **REFUSED},
    )
    def post(self, request: Request, slug: str, game: GameLabel) -> Response:
        """What would follow by the rules; nothing is kept."""
        person, played = acting_person(request), game_or_404(slug, game)
        data = valid(MatterSerializer(data=request.data))
        supersedes = _ruling(played, data.pop("supersedes"))
        require_may_rule(by=person, game=played, at=moment(None))
        family = family_of(played)
        weighed = weigh_matter(family=family, game=family.games[played.pk], supersedes=supersedes, **data)
        names = names_in(played)
        would_follow = WouldFollow(
            section=weighed.section,
            effect=effect_of(weighed.plain, lambda who: names.get(who, who)),
            outcome=weighed.plain,
            facts=weighed.facts,
        )
        return Response(as_data(would_follow))


class RulingView(MemberEndpoint):
    @extend_schema(operation_id="ruling", responses={200: serializer_for(RulingPage), 403: ProblemSerializer})
    def get(self, request: Request, slug: str, game: GameLabel, number: int) -> Response:
        """One ruling, whole, for those whom it concerns."""
        played = game_or_404(slug, game)
        allowed = may_see_rulings(acting_person(request), today(), played)
        require(allowed, what=_("see the rulings of this game"), who=WHO, rule="IV")
        return Response(_page(played, number, request))


def _page(game: Game, number: int, request: Request) -> Any:
    ruling = ruling_at(game=game, number=number)
    if ruling is None:
        raise NotFound
    return as_data(ruling_page(ruling=ruling, asker=acting_person(request)))


def _ruling(game: Game, number: int | None) -> Ruling | None:
    if number is None:
        return None
    ruling = ruling_at(game=game, number=number)
    if ruling is None:
        raise NotFound
    return ruling


def _call(game: Game, number: int | None) -> Call | None:
    if number is None:
        return None
    call = call_numbered(game=game, number=number)
    if call is None:
        raise NotFound
    return call
