"""Files that go with the mails of some kinds of message: made when the mail is sent, from what holds then.

Terms: inline (a picture shown in the mail itself, with `alt` for who does not see it).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage

from sanctioning.kit.messages.models import Message
from sanctioning.kit.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class MailFile:
    """`mime_type` may have parameters; with `alt` it is a picture inside the mail."""

    name: str
    content: bytes
    mime_type: str
    alt: str = ""


MAIL_FILES: Registry[Callable[[Message], Sequence[MailFile]]] = Registry("files of mails, by kind of message")


def files_of(message: Message) -> Sequence[MailFile]:
    makes_files = MAIL_FILES.get(message.kind)
    return makes_files(message) if makes_files else ()


def picture_part(picture: MailFile) -> MIMEBase:
    """A picture to which the HTML of the mail refers by its name."""
    part = MIMEImage(picture.content, picture.mime_type.partition("/")[2])
    part.add_header("Content-ID", f"<{picture.name}>")
    part.add_header("Content-Disposition", "inline", filename=picture.name)
    return part
