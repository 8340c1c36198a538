"""Who is told of certificates."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.urls import reverse

from sanctioning.kit.messages.services.messages import MessageTo, send_each
from scoring.certificates.models import Certificate


def tell_of_certificates(*, at: dt.datetime, certificates: Sequence[Certificate]) -> None:
    """Each player hears of the certificate of a game, or of the one issued in place of another."""
    messages = [
        MessageTo(
            to=certificate.person,
            about=certificate,
            path=f"{reverse('my-page')}?card_game={certificate.card_game}#certificates",
            context={"facts": certificate.facts},
        )
        for certificate in certificates
    ]
    send_each(messages, kind="certificate-issued", at=at)
