"""People for programs: the registry, claims, and one's own data, by the services of the pages."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.accounts.models.account import Account
from sanctioning.clubs.models import Club
from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.conditional import only_as_read
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, or_not_found
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.lists.parameters import SEARCH
from sanctioning.offices.permissions import deny
from sanctioning.people.commands import (
    CLAIM_COMMANDS,
    CORRECTED,
    PROVISIONAL_COMMANDS,
    RECORD_COMMANDS,
    numbered,
)
from sanctioning.people.models.identity import Claim
from sanctioning.people.models.own_data import AnonymisationWish, DataCopy
from sanctioning.people.models.person import Person, Publicity
from sanctioning.people.models.provisional import ProvisionalRecord
from sanctioning.people.selectors.own_data import own_data_page
from sanctioning.people.selectors.registry import (
    PersonRecord,
    Registry,
    provisional_record,
    record_of,
    registry,
    waiting_claim,
)
from sanctioning.people.services.anonymisation import ask_to_be_forgotten, confirm_wish, take_wish_back
from sanctioning.people.services.claims import ask_for_record, claim_with_code
from sanctioning.people.services.data_copies import ask_for_copy
from sanctioning.people.services.own_data import OwnData, change_own_data
from sanctioning.people.services.registering import register_person


@dataclass(frozen=True, slots=True, kw_only=True)
class MyData:
    """Club by its slug; `wish_due_at` while a wish to be forgotten is confirmed."""

    number: str
    name: str
    email: str
    birth_date: dt.date | None
    address: str
    home_club: str
    publicity: str
    wish: str
    wish_due_at: dt.datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyShape:
    id: int
    asked_at: dt.datetime
    ready_at: dt.datetime | None
    last_day: dt.date | None
    size: int
    progress_done: int
    progress_total: int


class NameSerializer(serializers.Serializer[Any]):
    given_names = serializers.CharField(required=False, allow_blank=True, default="", max_length=80)
    family_name = serializers.CharField(max_length=80)
    birth_date = serializers.DateField(required=False, allow_null=True, default=None)


class RegisterSerializer(NameSerializer):
    home_club = serializers.SlugRelatedField(
        slug_field="slug", queryset=Club.objects.all(), required=False, allow_null=True, default=None
    )
    # Without a default: the description of the API would give it to the branch that is an address.
    email = serializers.EmailField(required=False, allow_blank=True)
    address = serializers.CharField(required=False, allow_blank=True, default="")
    knowing_doubles = serializers.BooleanField(
        default=False, help_text="True once somebody has looked at the records that may be the same person."
    )


class AskSerializer(NameSerializer):
    number = serializers.CharField(required=False, allow_blank=True, default="", max_length=12)
    words = serializers.CharField(required=False, allow_blank=True, default="")


class ClaimSerializer(serializers.Serializer[Any]):
    """A code, or what the registrar needs to decide."""

    code = serializers.CharField(required=False, max_length=40)
    ask = AskSerializer(required=False)


class OwnDataSerializer(serializers.Serializer[Any]):
    email = serializers.CharField(allow_blank=True)
    address = serializers.CharField(allow_blank=True)
    home_club = serializers.SlugRelatedField(slug_field="slug", queryset=Club.objects.all(), allow_null=True)
    publicity = serializers.ChoiceField(Publicity.choices)


class ForgetSerializer(serializers.Serializer[Any]):
    act = serializers.ChoiceField(["ask", "confirm", "back"])
    number = serializers.CharField(required=False, allow_blank=True, default="")


class NumberSerializer(serializers.Serializer[Any]):
    """A person by member number."""

    number = serializers.CharField()
    name = serializers.CharField()


class ClaimedSerializer(serializers.Serializer[Any]):
    """Whose record the account has joined, or under which number the registrar was asked."""

    number = serializers.CharField(required=False)
    name = serializers.CharField(required=False)
    claim = serializers.IntegerField(required=False)


class DecidedClaimSerializer(serializers.Serializer[Any]):
    """Whose record the account has joined, or that it was refused."""

    number = serializers.CharField(required=False)
    name = serializers.CharField(required=False)
    state = serializers.ChoiceField(Claim.State.choices, required=False)


class DecidedRecordSerializer(serializers.Serializer[Any]):
    """Who it is, or that it was refused."""

    number = serializers.CharField(required=False)
    name = serializers.CharField(required=False)
    refused = serializers.BooleanField(required=False)


class RecordCodeSerializer(serializers.Serializer[Any]):
    """The code by which an account joins the record."""

    code = serializers.CharField()


class WishSerializer(serializers.Serializer[Any]):
    """How far the wish to be forgotten is."""

    state = serializers.ChoiceField(AnonymisationWish.State.choices)
    due_at = serializers.DateTimeField(allow_null=True)


RECORD_OR_CODE = PolymorphicProxySerializer(
    component_name="RecordOrCode",
    serializers=[serializer_for(PersonRecord), RecordCodeSerializer],
    resource_type_field_name=None,
)


class RegistryView(MemberEndpoint):
    needs_key = True

    @extend_schema(
        operation_id="people",
        parameters=[SEARCH],
        responses={200: serializer_for(Registry), **REFUSED},
    )
    def get(self, request: Request) -> Response:
        """Records found, questions for a record, wishes to be forgotten."""
        seen = registry(asker=acting_person(request), search=request.query_params.get("search", ""))
        if seen is None:
            deny(
                what=_("keep the registry"),
                who=_("the registrar or the Managing Executor"),
                rule="Section IV",
            )
        return Response(as_data(seen))

    @extend_schema(
        operation_id="register_person",
        request=RegisterSerializer,
        responses={201: NumberSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Register somebody; refused with the numbers of possible doubles until they were looked at."""
        person = register_person(by=acting_person(request), **valid(RegisterSerializer(data=request.data)))
        return made(request, {"number": person.number, "name": person.name}, "api-record", person.number)


class ClaimView(MemberEndpoint):
    needs_body = True

    @extend_schema(
        operation_id="claim_record",
        request=ClaimSerializer,
        responses={200: ClaimedSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Join the account to its record by a code, or ask the registrar."""
        values = valid(ClaimSerializer(data=request.data))
        assert isinstance(request.user, Account)
        if "code" in values:
            person = claim_with_code(account=request.user, code=values["code"])
            return Response({"number": person.number, "name": person.name})
        if "ask" not in values:
            raise serializers.ValidationError(
                {"code": [_("Send a code, or what the registrar needs to know.")]}
            )
        return Response({"claim": ask_for_record(account=request.user, **values["ask"]).pk})


class ClaimActView(MemberEndpoint):
    path_values = {"act": CLAIM_COMMANDS}

    @extend_schema(
        operation_id="decide_claim",
        request=CLAIM_COMMANDS.serializer,
        responses={200: DecidedClaimSerializer, **REFUSED},
    )
    def post(self, request: Request, number: int, act: str) -> Response:
        """`accept` (with the number of a record, or a new one) or `refuse`."""
        by, claim = acting_person(request), waiting_claim(number)
        decided = CLAIM_COMMANDS.run_sent(request, act, by=by, thing=claim).result
        if isinstance(decided, Claim):
            return Response({"state": decided.state})
        return Response({"number": decided.number, "name": decided.name})


class ProvisionalActView(MemberEndpoint):
    path_values = {"act": PROVISIONAL_COMMANDS}

    @extend_schema(
        operation_id="decide_provisional",
        request=PROVISIONAL_COMMANDS.serializer,
        responses={200: DecidedRecordSerializer, **REFUSED},
    )
    def post(self, request: Request, number: int, act: str) -> Response:
        """`accept` who entered without a number (as a member by number, or as a new one), or `refuse`."""
        by, record = acting_person(request), provisional_record(number)
        decided = PROVISIONAL_COMMANDS.run_sent(request, act, by=by, thing=record).result
        if isinstance(decided, ProvisionalRecord):
            return Response({"refused": True})
        return Response({"number": decided.number, "name": decided.name})


class RecordView(MemberEndpoint):
    @extend_schema(operation_id="person", responses=serializer_for(PersonRecord))
    def get(self, request: Request, number: str) -> Response:
        """One record, as the registrar or the person's club sees it."""
        return or_not_found(record_of(asker=acting_person(request), number=number))


class RecordActView(MemberEndpoint):
    path_values = {"act": RECORD_COMMANDS}

    @extend_schema(
        operation_id="act_on_person",
        request=RECORD_COMMANDS.serializer,
        responses={200: RECORD_OR_CODE, 204: None, **REFUSED},
    )
    def post(self, request: Request, number: str, act: str) -> Response:
        """Take one step of a record: `code`, `correct`, `merge` (`other` into this one), `undo` (a merge),
        `close` (the account) or `delete` (one to which nothing refers)."""
        by = acting_person(request)
        record = record_of(asker=by, number=number)
        person = None if record is None else numbered(record.number)
        kept = {name: getattr(record, name) for name in CORRECTED} if record else {}
        done = RECORD_COMMANDS.run_sent(request, act, by=by, thing=person, kept=kept)
        if act == "code":
            return Response({"code": done.result})
        if act == "delete":
            return Response(status=204)
        return or_not_found(record_of(asker=by, number=number))


class MyDataView(MemberEndpoint):
    @extend_schema(operation_id="my_data", responses=serializer_for(MyData))
    def get(self, request: Request) -> Response:
        """Everything that is kept about you."""
        return Response(as_data(_my_data(acting_person(request))))

    @extend_schema(
        operation_id="change_my_data",
        request=OwnDataSerializer,
        responses={200: serializer_for(MyData), **REFUSED},
    )
    @only_as_read(lambda request: Person.objects.filter(pk=acting_person(request).pk))
    def put(self, request: Request) -> Response:
        """Change e-mail address for letters, address, home club and what the public sees."""
        by = acting_person(request)
        person = change_own_data(by=by, data=OwnData(**valid(OwnDataSerializer(data=request.data))))
        return Response(as_data(_my_data(person)))


class MyCopiesView(MemberEndpoint):
    @extend_schema(operation_id="my_copies", responses=serializer_for(CopyShape)(many=True))
    def get(self, request: Request) -> Response:
        """Copies of one's own data, and how far each is; the file is at `/me/data/copies/<id>.zip`."""
        return Response([as_data(_copy(copy)) for copy in own_data_page(acting_person(request)).copies])

    @extend_schema(operation_id="ask_for_copy", request=None, responses={201: serializer_for(CopyShape)})
    def post(self, request: Request) -> Response:
        """Ask for a copy of everything kept about oneself."""
        return Response(as_data(_copy(ask_for_copy(by=acting_person(request)))), status=201)


class ForgetMeView(MemberEndpoint):
    @extend_schema(
        operation_id="forget_me",
        request=ForgetSerializer,
        responses={200: WishSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Ask to be forgotten, confirm with one's number, or take it back."""
        by, values = acting_person(request), valid(ForgetSerializer(data=request.data))
        wish: AnonymisationWish
        if values["act"] == "confirm":
            wish = confirm_wish(by=by, number=values["number"])
        elif values["act"] == "back":
            wish = take_wish_back(by=by)
        else:
            wish = ask_to_be_forgotten(by=by)
        return Response({"state": wish.state, "due_at": wish.due_at})


def _my_data(person: Person) -> MyData:
    private, wish = getattr(person, "private", None), own_data_page(person).wish
    return MyData(
        number=person.number,
        name=person.name,
        email=private.email if private else "",
        birth_date=private.birth_date if private else None,
        address=private.address if private else "",
        home_club=person.home_club.slug if person.home_club else "",
        publicity=person.publicity,
        wish=wish.state if wish else "",
        wish_due_at=wish.due_at if wish else None,
    )


def _copy(copy: DataCopy) -> CopyShape:
    return CopyShape(
        id=copy.pk,
        asked_at=copy.asked_at,
        ready_at=copy.ready_at,
        last_day=copy.last_day,
        size=copy.size,
        progress_done=copy.job.progress_done if copy.job else 0,
        progress_total=copy.job.progress_total if copy.job else 0,
    )
