"""What programs send: JSON that can be read, stored and sent back.

Purpose: a text that Python reads but nobody can use is refused like one that is no JSON at all.
Invariant: nothing of a body that was refused reaches a serializer. Terms: half a character (a lone surrogate,
which JSON can write and UTF-8 cannot).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import IO, Any, Final

from django.utils.translation import gettext as _
from rest_framework.parsers import JSONParser
from rest_framework.utils.json import strict_constant

from sanctioning.kit.json_members import MemberTwice, each_once
from sanctioning.kit.refusals import Refusal

# As JSON writes it; behind another backslash it is a text about null characters.
NULL: Final = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


class ReadableJSONParser(JSONParser):
    """JSON of a depth that can be read, in characters that can be written and stored."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            sent = json.loads(
                stream.read().decode(), parse_constant=strict_constant, object_pairs_hook=each_once
            )
            written = json.dumps(sent, ensure_ascii=False, allow_nan=False)
            written.encode()
        except UnicodeDecodeError:
            raise _unreadable("it is not written in UTF-8") from None
        except json.JSONDecodeError as wrong:
            raise _unreadable(str(wrong)) from None
        except MemberTwice as twice:
            raise _unreadable(f"the member “{twice}” is named twice") from None
        except RecursionError:
            raise _unreadable("it is nested too deep") from None
        except UnicodeEncodeError:
            raise _unreadable("half a character stands in it, which cannot be written") from None
        except ValueError:
            raise _unreadable("a number in it is too long or too large") from None
        if NULL.search(written):
            raise _unreadable("a null character stands in it, which cannot be stored")
        return sent


def _unreadable(why: str) -> Refusal:
    return Refusal(
        code="json-unreadable",
        sentence=_("What you sent is not valid JSON: %(why)s.") % {"why": why},
        rule=_("Programs send JSON (RFC 8259) in UTF-8."),
        remedy=_("Correct it and send it again. Nothing was changed."),
        status=400,
    )
