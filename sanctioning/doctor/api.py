"""How the installation is, for programs: the last examination, another one, and what was done for it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Annotated, Any

from django.db.models import TextChoices
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.doctor.findings import Diagnosis, Health
from sanctioning.doctor.selectors import last_examination, without_mail_since
from sanctioning.doctor.services import NOTED, ask_for_examination, note_done, require_caretaker
from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, sent_key
from sanctioning.kit.api.serializers import as_data, serializer_for


class HealthFound(TextChoices):
    FINE = Health.WELL.value
    WARNING = Health.WARNING.value
    FAULT = Health.FAULT.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """`remedy` is empty where all is well."""

    about: str
    health: Annotated[str, HealthFound]
    what: str
    remedy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallationFound:
    """`examined_at` is None while an examination is under way, or where there was none: then `asked_at` is,
    too. `without_mail_since` is None where mail is counted on."""

    asked_at: dt.datetime | None
    examined_at: dt.datetime | None
    findings: tuple[Finding, ...]
    done: int
    of: int
    error: str
    without_mail_since: dt.datetime | None


class ExaminedSerializer(serializers.Serializer[Any]):
    mail = serializers.BooleanField(default=False, help_text="Whether to try a mail to yourself, too.")


class UpkeepSerializer(serializers.Serializer[Any]):
    done = serializers.ChoiceField(
        list(NOTED),
        help_text="Keys were copied elsewhere, a backup was made, there is no mail, or there is again.",
    )


class InstallationView(MemberEndpoint):
    needs_key = True

    @extend_schema(operation_id="installation", responses={200: serializer_for(InstallationFound), **REFUSED})
    def get(self, request: Request) -> Response:
        """How the installation is: what the last examination found, the worst first."""
        require_caretaker(acting_person(request))
        return Response(as_data(_found()))

    @extend_schema(
        operation_id="examine_installation",
        request=ExaminedSerializer,
        responses={202: serializer_for(InstallationFound), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Ask for another examination; ask again until `examined_at` is there."""
        person = acting_person(request)
        require_caretaker(person)
        with_mail = valid(ExaminedSerializer(data=request.data))["mail"]
        ask_for_examination(by=person, key=sent_key(request), with_mail=with_mail)
        return Response(as_data(_found()), status=202)


class UpkeepView(MemberEndpoint):
    @extend_schema(
        operation_id="note_upkeep",
        request=UpkeepSerializer,
        responses={200: serializer_for(InstallationFound), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Say what was done for the installation and cannot be seen from within; it is noted with the day."""
        person = acting_person(request)
        require_caretaker(person)
        note_done(by=person, what=valid(UpkeepSerializer(data=request.data))["done"])
        return Response(as_data(_found()))


def _found() -> InstallationFound:
    examination = last_examination()
    return InstallationFound(
        asked_at=examination.asked_at if examination else None,
        examined_at=examination.at if examination else None,
        findings=tuple(map(_finding, examination.findings)) if examination else (),
        done=examination.done if examination else 0,
        of=examination.of if examination else 0,
        error=examination.error if examination else "",
        without_mail_since=without_mail_since(),
    )


def _finding(diagnosis: Diagnosis) -> Finding:
    return Finding(
        about=diagnosis.about,
        health=diagnosis.health.value,
        what=diagnosis.what,
        remedy=diagnosis.remedy,
    )
