"""Letters of Particulars and Complaint for programs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.identity.api_fields import MemberNumberField
from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, or_not_found
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import state_parameter
from tournaments.justice.cases.commands import LETTER_COMMANDS
from tournaments.justice.cases.models import Letter
from tournaments.justice.cases.selectors.letters import (
    LetterLine,
    LetterView,
    letter_asked,
    letter_view,
    letter_with,
    letters,
    vote_with,
)
from tournaments.justice.cases.services.letters import LONGEST, draft_letter


class NewLetterSerializer(serializers.Serializer[Any]):
    against = MemberNumberField()
    complaint = serializers.CharField(max_length=LONGEST)


class LettersView(MemberEndpoint):
    @list_schema(
        "letters",
        LetterLine,
        filters=(state_parameter(("draft", "filed", "without-case", "lies")),),
        sorts=("number", "against", "drafted", "filed"),
    )
    def get(self, request: Request) -> Response:
        """The Letters that concern whoever asks."""
        return list_answer(request, letters(asker=acting_person(request)))


class VoteLettersView(MemberEndpoint):
    @extend_schema(
        operation_id="draft_letter",
        request=NewLetterSerializer,
        responses={201: serializer_for(LetterView), **REFUSED},
    )
    def post(self, request: Request, vote: int) -> Response:
        """Draft a Letter from a vote that asked for one."""
        person, voted = acting_person(request), vote_with(vote)
        if voted is None or letter_asked(vote=voted, asker=person) is None:
            raise NotFound
        typed = valid(NewLetterSerializer(data=request.data))
        letter = draft_letter(by=person, vote=voted, **typed)
        shown = letter_view(letter=_letter(letter.pk), asker=person)
        return made(request, as_data(shown), "api-letter", letter.pk)


class LetterEndpoint(MemberEndpoint):
    @extend_schema(operation_id="letter", responses=serializer_for(LetterView))
    def get(self, request: Request, letter: int) -> Response:
        """One Letter, for those whom it concerns."""
        return or_not_found(letter_view(letter=_letter(letter), asker=acting_person(request)))


class LetterStepView(MemberEndpoint):
    path_values = {"act": LETTER_COMMANDS}

    @extend_schema(
        operation_id="act_on_letter",
        request=LETTER_COMMANDS.serializer,
        responses={200: serializer_for(LetterView), 204: None, **REFUSED},
    )
    def post(self, request: Request, letter: int, act: str) -> Response:
        """Edit, sign, enter a signature on paper, file or discard a draft; let a filed one lie."""
        person, this_letter = acting_person(request), _letter(letter)
        seen = letter_view(letter=this_letter, asker=person)
        LETTER_COMMANDS.run_sent(request, act, by=person, thing=this_letter if seen else None)
        if act == "discard":
            return Response(status=status.HTTP_204_NO_CONTENT)
        return or_not_found(letter_view(letter=_letter(letter), asker=person))


def _letter(letter: int) -> Letter:
    this_letter = letter_with(letter)
    if this_letter is None:
        raise NotFound
    return this_letter
