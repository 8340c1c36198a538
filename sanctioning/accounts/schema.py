"""What the description of the API says of tokens: which scopes reach each operation."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.accounts.token_scopes import CHANGING, only_reads, opens, takes_no_token

EXTENSION: Final = "x-scope"
EXTENSION_OF_ACTS: Final = "x-scope-acts"
BY_TOKEN: Final = "token"
"""How the description calls the way to show a token."""


def with_scopes(result: dict[str, Any], generator: Any, **_more: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: `x-scope` of each operation (`x-scope-acts` where a scope does only some
    of its acts), and the same in a sentence of those that change something; every scope reads."""
    for path, _regex, method, view in generator._get_paths_and_endpoints():
        operation = result["paths"].get(path, {}).get(method.lower())
        if operation is not None:
            _say(operation, method, type(view))
    return result


def _say(operation: dict[str, Any], method: str, endpoint: type) -> None:
    if takes_no_token(method, endpoint):
        operation[EXTENSION] = []
        operation["security"] = [way for way in operation["security"] if BY_TOKEN not in way]
        return
    if only_reads(method, endpoint):
        operation[EXTENSION] = list(ApiToken.Scope.values)
        return
    acts: Mapping[str, Collection[str]] = getattr(endpoint, "path_values", {})
    own = sorted(acts.get("act", ())) or [""]
    reach = {scope.value: [act for act in own if opens(scope.value, endpoint, act)] for scope in CHANGING}
    operation[EXTENSION] = [scope for scope, reached in reach.items() if reached]
    if any(reached and len(reached) < len(own) for reached in reach.values()):
        operation[EXTENSION_OF_ACTS] = {scope: acts for scope, acts in reach.items() if acts}
    words = [
        f"`{scope}`" if len(reached) == len(own) else f"`{scope}` ({', '.join(reached)})"
        for scope, reached in reach.items()
        if reached
    ]
    sentence = f"Scope of a token: {' or '.join(words)}."
    operation["description"] = f"{operation.get('description', '').strip()} {sentence}".strip()
