"""What may be done with a Letter, by name, with what is said when it is done; page and API take the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from sanctioning.kit.typed_input import whole_number
from sanctioning.people.models.person import Person
from tournaments.justice.cases.models import Letter
from tournaments.justice.cases.services.letters import discard_letter, edit_letter, file_letter, sign_letter
from tournaments.justice.cases.services.opening import let_letter_lie

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise as Text

Fields = Mapping[str, str]
Act = Callable[[Person, Letter, Fields], object]


def _enter(by: Person, letter: Letter, fields: Fields) -> object:
    """0 is nobody's key, so that a missing one is refused as not on the roll."""
    return sign_letter(by=by, letter=letter, player=whole_number(fields.get("player", "")) or 0)


LETTER_ACTS: Final[Mapping[str, tuple[Act, Text]]] = {
    "edit": (
        lambda by, letter, fields: edit_letter(by=by, letter=letter, complaint=fields.get("complaint", "")),
        _("The complaint is written anew."),
    ),
    "sign": (lambda by, letter, fields: sign_letter(by=by, letter=letter), _("You have signed the Letter.")),
    "enter": (_enter, _("The signature on paper is entered.")),
    "file": (
        lambda by, letter, fields: file_letter(by=by, letter=letter, missing=fields.get("missing", "")),
        _("The Letter is filed for good; its paper is with the press."),
    ),
    "let-lie": (
        lambda by, letter, fields: let_letter_lie(by=by, letter=letter, why=fields.get("text", "")),
        _("The Letter lies; it waits for you no longer."),
    ),
    "discard": (
        lambda by, letter, fields: discard_letter(by=by, letter=letter),
        _("The draft is thrown away."),
    ),
}
