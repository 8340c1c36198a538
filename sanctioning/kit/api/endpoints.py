"""What every endpoint has: who asks, and how a refusal is answered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, ClassVar, Final, NoReturn

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import APIException, AuthenticationFailed, NotAuthenticated, NotFound
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sanctioning.accounts.models.account import Account
from sanctioning.kit.api.acts import is_true_of
from sanctioning.kit.api.conditional import answered_if_new
from sanctioning.kit.api.members import require_no_members
from sanctioning.kit.api.parameters import require_known_parameters, takes_no_body
from sanctioning.kit.api.rates import asked_too_often, count_refused
from sanctioning.kit.api.serializers import as_data
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.keys import HEADER, as_before, kept, sending_of
from sanctioning.kit.sent_once.services import answered_before, give_back, keep_answer, key_missing, shortened
from sanctioning.people.models.person import Person

Handler = Callable[..., HttpResponseBase]
CHANGING: Final = frozenset({"post", "put", "patch", "delete"})
REFUSED: Final = (Refusal, APIException, Http404, PermissionDenied)
"""What an endpoint raises where it says no; anything else takes back all that was done."""


class ProblemSerializer(serializers.Serializer[Any]):
    """How the API says no (RFC 9457); where a serializer does, `facts` has its `fields`."""

    type = serializers.URLField(help_text="The page about this code.")
    title = serializers.CharField(help_text="The code in words.")
    status = serializers.IntegerField(help_text="The HTTP status.")
    detail = serializers.CharField(help_text="What is wrong: the same as `sentence`.")
    code = serializers.CharField(help_text="Never changes; compare with this.")
    sentence = serializers.CharField(help_text="What is wrong, for people.")
    rule = serializers.CharField(help_text="By which rule.")
    remedy = serializers.CharField(help_text="What to do.")
    facts = serializers.DictField(help_text="What the sentence names, by code.")


class ReasonSerializer(serializers.Serializer[Any]):
    """A step for which a reason may be given; the service says where it must."""

    why = serializers.CharField(required=False, allow_blank=True, default="", max_length=4000)


class Endpoint(APIView):
    """Whatever changes something is sent with a key, and sent twice it is done once."""

    keeps_key_itself: ClassVar[bool] = False
    """The key stands with what is reported, where it must be, and the answer shows how things stand now."""
    runs_event: ClassVar[bool | frozenset[str]] = False
    """It runs an event or rules a game, which no token does that was made to report games. Of an address with
    several acts, those of which this is true."""
    takes_no_token: ClassVar[frozenset[str]] = frozenset()
    """Methods that only somebody who is signed in uses."""
    gives_secret: ClassVar[bool] = False
    """Its answer lets whoever has it change something, so a token that only reads is not given it."""
    is_counted = False
    needs_key: ClassVar[bool | frozenset[str]] = False
    """The same may be wanted twice, so that only a key tells what was sent again from what is new. Of an
    address with several acts, those of which this is true."""

    path_values: ClassVar[Mapping[str, Collection[str]]] = {}
    """What may stand in the address, by the name of its place: the acts of a table of commands."""
    needs_body: ClassVar[bool] = False
    """Nothing can be done without one, although each of its members may be left out or none is named."""

    def throttled(self, request: Request, wait: Any) -> NoReturn:
        raise asked_too_often(round(wait))

    def perform_authentication(self, request: Request) -> None:
        """Counted here already, so that what is refused afterwards counts; by its address who is unproven."""
        try:
            super().perform_authentication(request)
        except (APIException, Refusal) as refused:
            wrong = isinstance(refused, AuthenticationFailed)
            count_refused(request._request, is_wrong_token=wrong)
            raise
        self.check_throttles(request)

    def check_throttles(self, request: Request) -> None:
        if not self.is_counted:
            self.is_counted = True
            super().check_throttles(request)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        method = str(request.method)
        if hasattr(self, method.lower()):
            require_known_parameters(request, type(self))
            if method.lower() in CHANGING and takes_no_body(type(self), method):
                require_no_members(request.data)

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Response:
        """What was made and has no address of its own is shown where it was made."""
        if response.status_code == HTTPStatus.CREATED and "Location" not in response.headers:
            response.headers["Location"] = request.build_absolute_uri(request.path)
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        return answer

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return answered_if_new(request, super().dispatch(request, *args, **kwargs))

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for method in CHANGING & set(vars(cls)):
            setattr(cls, method, done_once(vars(cls)[method]))


class PublicEndpoint(Endpoint):
    """Read by anybody; whoever is signed in sees their own besides."""

    permission_classes = [AllowAny]


class MemberEndpoint(Endpoint):
    permission_classes = [IsAuthenticated]


def asker(request: Request) -> Person | None:
    """The person behind the account that asks."""
    person: Person | None = getattr(request.user, "person", None) if request.user.is_authenticated else None
    return person.identity if person else None


def may_be_given_secrets(request: Request) -> bool:
    """Whether what is answered may let whoever has it change something: a session may, and a token for all
    that its person may do."""
    return getattr(request.auth, "scope", "full") == "full"


def acting_person(request: Request) -> Person:
    """The person who does something.

    Raises:
        NotAuthenticated: nobody shows who asks.
        Refusal: `no-person`.
    """
    if not request.user.is_authenticated:
        raise NotAuthenticated
    return require_person(request.user)


def require_person(account: object) -> Person:
    """The person of an account.

    Raises:
        Refusal: `no-person`.
    """
    person: Person | None = getattr(account, "person", None)
    if person is None:
        raise Refusal(
            code="no-person",
            sentence=_("Your account isn't linked to a player yet."),
            rule=_("Only registered people can do this."),
            remedy=_("Ask the registrar to link your account."),
            status=403,
        )
    return person.identity


def sent_key(request: Request) -> str:
    """By what a request sent twice is known as one; empty without a key."""
    return shortened(request.headers.get(HEADER, ""))


def done_once(handler: Handler) -> Handler:
    """Let what is sent twice with one `Idempotency-Key` be done once, and answer the second as the first.

    What is refused frees its key, but leaves what has to stay, such as a wrong code that was counted.
    """

    @wraps(handler)
    def answered(self: Endpoint, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        key = sent_key(request)
        if not key and request.method == "POST" and is_true_of(self.needs_key, kwargs.get("act", "")):
            _refuse_who_may_not(handler, self, request, *args, **kwargs)
            raise key_missing()
        if not key or self.keeps_key_itself:
            return handler(self, request, *args, **kwargs)
        account = request.user if isinstance(request.user, Account) else None
        sending = sending_of(request._request, key=key, account=account)
        with transaction.atomic():
            before = answered_before(sending)
            if before is not None:
                return as_before(before)
            try:
                answer = handler(self, request, *args, **kwargs)
            except REFUSED as exc:
                give_back(sending)
                refusal = exc
            else:
                keep_answer(sending, kept(answer)) if answer.status_code < 400 else give_back(sending)
                return answer
        raise refusal

    return answered


def _refuse_who_may_not(
    handler: Handler, endpoint: Endpoint, request: Request, *args: Any, **kwargs: Any
) -> None:
    """Who may not do it is told that, and not first sent for a key; whatever is done is taken back."""
    with transaction.atomic():
        try:
            handler(endpoint, request, *args, **kwargs)
        except REFUSED as exc:
            if _status(exc) in (401, 403, 404):
                raise
        transaction.set_rollback(True)


def _status(refused: Exception) -> int:
    if isinstance(refused, Refusal):
        return refused.status
    if isinstance(refused, APIException):
        return refused.status_code
    return 404 if isinstance(refused, Http404) else 403


def or_not_found(shape: Any) -> Response:
    """The shape, or 404 for what is not there or not for the asker."""
    if shape is None:
        raise NotFound
    return Response(as_data(shape))
