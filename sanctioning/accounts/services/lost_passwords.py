"""The mail that lets somebody set a new password.

Purpose: who asks for it learns nothing about the address, neither from the answer nor from its time: the
request only writes down what was asked, and a worker looks whether the address has an account.
Invariants: the link is made when the mail goes, and is stored nowhere; the address goes from the job when the
job is over, whether the mail went or not.
"""

from __future__ import annotations

import uuid
from typing import Final

from allauth.account.forms import ResetPasswordForm
from django.http import HttpRequest, QueryDict
from django.utils.http import urlencode
from django.utils.translation import get_language, override

from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue

NEW_PASSWORD_JOB: Final = "sanctioning.new_password"


def ask_for_link(email: str, onward: str = "") -> None:
    """Have the mail sent; its link leads on to `onward`, a path of this site, once the password is set."""
    payload = {"email": email, "language": get_language(), "onward": onward}
    enqueue(kind=NEW_PASSWORD_JOB, key=uuid.uuid4().hex, payload=payload)


def send_link(running: RunningJob) -> None:
    form = ResetPasswordForm({"email": running.payload["email"]})
    with override(running.payload["language"]):
        if form.is_valid():
            form.save(_request_to(running.payload.get("onward", "")))


def _request_to(onward: str) -> HttpRequest:
    """What the adapter reads the way onward off when it writes the link."""
    request = HttpRequest()
    request.GET = QueryDict(urlencode({"next": onward} if onward else {}))
    return request
