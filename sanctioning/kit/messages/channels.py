"""Channels: where messages can go besides the site and e-mail, brought by plug-ins.

Invariant: a channel is told of a message only where its reader chose it for messages of that kind.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sanctioning.kit.registry import Registry

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise as Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A message as a channel is told of it, in its reader's language; `link` is the page that it is about."""

    subject: str
    text: str
    link: str
    at: dt.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A way to be told of messages, in addition to e-mail.

    `address` names what a person writes so that it reaches them, `help` says where they find that. `check`
    gives it as it is kept, or refuses it; `deliver` sends one notice there within a minute, and raises if it
    could not, to be asked again later. It may be asked twice for one notice, if a worker dies in between.
    """

    slug: str
    title: Text
    address: Text
    help: Text
    check: Callable[[str], str]
    deliver: Callable[[str, Notice], None]


CHANNELS: Registry[Channel] = Registry("channels for messages", may_be_empty=True)
