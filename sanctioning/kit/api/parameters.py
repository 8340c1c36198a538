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
    """Raises:
    Refusal: `parameter-unknown`.
    """
    known = parameters_of(endpoint, "GET" if request.method == "HEAD" else str(request.method))
    unknown = sorted(set(request.query_params) - known)
    if not unknown:
        return
    raise Refusal(
        code="parameter-unknown",
        sentence=_("This address has no parameter %(names)s.") % {"names": _listed(unknown)},
        rule=_("An address takes the parameters that the description of the API names."),
        remedy=_("It takes %(names)s.") % {"names": _listed(sorted(known))} if known else _("Leave it out."),
        status=400,
        facts={"unknown": unknown, "known": sorted(known)},
    )


@cache
def parameters_of(endpoint: type, method: str) -> frozenset[str]:
    """The names that the schema of an operation declares for the query."""
    handler = getattr(endpoint, method.lower(), None)
    schema = getattr(handler, "kwargs", {}).get("schema", api_settings.DEFAULT_SCHEMA_CLASS)()
    schema.view, schema.method = endpoint(), method
    schema.view.request, schema.view.kwargs = None, {}
    return frozenset(_names(schema.get_override_parameters()))


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


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
