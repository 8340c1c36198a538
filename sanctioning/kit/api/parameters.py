"""What an address may be asked: what nothing reads is refused, so that a misspelt parameter is noticed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.settings import api_settings

from sanctioning.kit.refusals import Refusal


def require_known_parameters(request: Request, endpoint: type) -> None:
    """Each is known and asked once: of two that say different things, one would be passed over.

    Raises:
        Refusal: `parameter-unknown`, `parameter-repeated`.
    """
    known = parameters_of(endpoint, "GET" if request.method == "HEAD" else str(request.method))
    unknown = sorted(set(request.query_params) - known)
    if unknown:
        raise _unknown(unknown, sorted(known))
    repeated = sorted(name for name, values in request.query_params.lists() if len(values) > 1)
    if repeated:
        raise _repeated(repeated)


def _unknown(names: list[str], known: list[str]) -> Refusal:
    return Refusal(
        code="parameter-unknown",
        sentence=_("This address has no parameter %(names)s.") % {"names": listed(names)},
        rule=_("An address takes the parameters that the description of the API names."),
        remedy=_("It takes %(names)s.") % {"names": listed(known)} if known else _("Leave it out."),
        status=400,
        facts={"unknown": names, "known": known},
    )


def _repeated(names: list[str]) -> Refusal:
    return Refusal(
        code="parameter-repeated",
        sentence=_("%(names)s stands in the address more than once.") % {"names": listed(names)},
        rule=_("An address takes each parameter once."),
        remedy=_("Choose one of the values. What is wanted for several is asked for one after the other."),
        status=400,
        facts={"repeated": names},
    )


@cache
def parameters_of(endpoint: type, method: str) -> frozenset[str]:
    """The names that the schema of an operation declares for the query."""
    return frozenset(_names(_schema_of(endpoint, method).get_override_parameters()))


def takes_no_body(endpoint: type, method: str) -> bool:
    """Whether the schema of an operation declares none, or one without members."""
    return _takes_no_body(endpoint, method)


@cache
def _takes_no_body(endpoint: type, method: str) -> bool:
    declared = _schema_of(endpoint, method).get_request_serializer()
    shape = declared() if isinstance(declared, type) else declared
    return shape is None or (isinstance(shape, serializers.Serializer) and not shape.fields)


def _schema_of(endpoint: type, method: str) -> Any:
    handler = getattr(endpoint, method.lower(), None)
    schema = getattr(handler, "kwargs", {}).get("schema", api_settings.DEFAULT_SCHEMA_CLASS)()
    schema.view, schema.method = endpoint(), method
    schema.view.request, schema.view.kwargs = None, {}
    return schema


def _names(declared: Iterable[Any]) -> Iterator[str]:
    for parameter in declared:
        if isinstance(parameter, OpenApiParameter):
            if parameter.location == OpenApiParameter.QUERY:
                yield parameter.name
        else:
            serializer: serializers.Serializer[Any] = (
                parameter() if isinstance(parameter, type) else parameter
            )
            yield from map(str, serializer.fields)


def listed(names: Iterable[str]) -> str:
    """Names of members or parameters, as a sentence has them."""
    return ", ".join(f"`{name}`" for name in names)
