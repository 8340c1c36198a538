"""What a certificate says as an Open Badge (1EdTech Open Badges 3.0, W3C Verifiable Credentials 2.0).

Purpose: a certificate that wallets and other programs can show and check without knowing this system.
Invariants: like the papers, it is made of facts alone; it says nothing that names a person: the holder is
there as a salted hash of the name, so that whoever has both the badge and the name can compare them, and the
code, with which a certificate is recorded, is left out.
Terms: claims (all that is signed), status list (the credential that says which badges are revoked).
"""

from __future__ import annotations

import base64
import datetime as dt
import gzip
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.text import capfirst

from sanctioning.kit.wording.day_formats import english_day
from scoring.certificates.documents import words

CREDENTIALS: Final = "https://www.w3.org/ns/credentials/v2"
OPEN_BADGES: Final = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"
SCHEMA: Final = (
    "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json"
)
PURPOSE: Final = "revocation"
BITS: Final = 131_072
"""In one list: the fewest that the W3C allows, so that a look-up does not tell which badge was meant."""
VALID_FOR: Final = dt.timedelta(days=7)
"""A list is signed again every day; an old copy must not bring a revoked badge back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Issuer:
    did: str
    name: str
    site: str  # without a slash at the end


@dataclass(frozen=True, slots=True, kw_only=True)
class BadgeFacts:
    """A certificate without what is private of it."""

    serial: str
    number: int
    kind: str
    card_game: str
    degree: str  # in full; empty for a placing
    facts: Mapping[str, Any]
    issued_at: dt.datetime


def badge_claims(badge: BadgeFacts, issuer: Issuer, *, salt: str) -> dict[str, Any]:
    """The credential of one certificate, ready to be signed; `salt` is random and goes with the hash."""
    address = f"{issuer.site}/certificates/{badge.serial}.jwt"
    holder, achievement = f"{address}#holder", _achievement(badge, issuer, address)
    status_list = status_list_address(issuer.site, badge.kind, badge.number // BITS)
    return {
        "@context": [CREDENTIALS, OPEN_BADGES],
        "id": address,
        "type": ["VerifiableCredential", "OpenBadgeCredential"],
        "name": achievement["name"],
        "issuer": {"id": issuer.did, "type": ["Profile"], "name": issuer.name, "url": f"{issuer.site}/"},
        "validFrom": _moment(badge.issued_at),
        "credentialSubject": {
            "id": holder,
            "type": ["AchievementSubject"],
            "identifier": [_hashed_name(str(badge.facts["player_name"]), salt)],
            "achievement": achievement,
            "result": [
                {"type": ["Result"], "resultDescription": f"{address}#{key}", "value": value}
                for key, _name, _type, value in _results(badge)
            ],
        },
        "credentialStatus": {
            "id": f"{status_list}#{badge.number % BITS}",
            "type": "BitstringStatusListEntry",
            "statusPurpose": PURPOSE,
            "statusListIndex": str(badge.number % BITS),
            "statusListCredential": status_list,
        },
        "credentialSchema": [{"id": SCHEMA, "type": "1EdTechJsonSchemaValidator2019"}],
        "iss": issuer.did,
        "jti": address,
        "sub": holder,
        "nbf": int(badge.issued_at.timestamp()),
    }


def status_claims(
    *, kind: str, part: int, encoded: str, issuer: Issuer, signed_at: dt.datetime
) -> dict[str, Any]:
    """The status list of one part as a credential, ready to be signed."""
    address = status_list_address(issuer.site, kind, part)
    until = signed_at + VALID_FOR
    return {
        "@context": [CREDENTIALS],
        "id": address,
        "type": ["VerifiableCredential", "BitstringStatusListCredential"],
        "issuer": issuer.did,
        "validFrom": _moment(signed_at),
        "validUntil": _moment(until),
        "credentialSubject": {
            "id": f"{address}#list",
            "type": "BitstringStatusList",
            "statusPurpose": PURPOSE,
            "encodedList": encoded,
        },
        "iss": issuer.did,
        "jti": address,
        "sub": f"{address}#list",
        "nbf": int(signed_at.timestamp()),
        "exp": int(until.timestamp()),
    }


def status_list_address(site: str, kind: str, part: int) -> str:
    return f"{site}/badges/status/{kind}/{part}/"


def encoded_list(revoked: Iterable[int]) -> str:
    """A bit for each number of a part, the first one leftmost: packed, and as text that begins with `u`."""
    bits = bytearray(BITS // 8)
    for number in revoked:
        place, bit = divmod(number % BITS, 8)
        bits[place] |= 0x80 >> bit
    packed = gzip.compress(bytes(bits), mtime=0)
    return "u" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _hashed_name(name: str, salt: str) -> dict[str, Any]:
    digest = hashlib.sha256(f"{name}{salt}".encode()).hexdigest()
    return {
        "type": "IdentityObject",
        "hashed": True,
        "identityHash": f"sha256${digest}",
        "identityType": "name",
        "salt": salt,
    }


def _achievement(badge: BadgeFacts, issuer: Issuer, address: str) -> dict[str, Any]:
    said = _degree(badge, issuer) if badge.degree else _placing(badge)
    return {
        "id": f"{address}#achievement",
        "type": ["Achievement"],
        **said,
        "resultDescription": [
            {
                "id": f"{address}#{result.key}",
                "type": ["ResultDescription"],
                "name": result.name,
                "resultType": result.type,
            }
            for result in _results(badge)
        ],
    }


def _degree(badge: BadgeFacts, issuer: Issuer) -> dict[str, Any]:
    recorded, game = _day(badge.facts["recorded_on"]), badge.card_game
    return {
        "achievementType": "Certification",
        "name": badge.degree,
        "description": f"A degree of proficiency at {game}, reached on {recorded}.",
        "criteria": {
            "id": f"{issuer.site}/degrees/",
            "narrative": f"A degree is reached when enough {game} Rating Points are recorded.",
        },
    }


def _placing(badge: BadgeFacts) -> dict[str, Any]:
    facts = badge.facts
    place, counted = capfirst(words.place(facts["place"])), facts.get("counted", "players")
    game = "" if counted == "teams" else f"{facts['game_name']} of "
    shared = ", shared," if facts["place_shared"] else ""
    return {
        "achievementType": "Award",
        "name": f"{place} place in {game}the {facts['event_name']}",
        "description": (
            f"{place} place{shared} among {words.count(facts['players_counted'])} {counted} at "
            f"{badge.card_game}, in an event held by the {facts['club_name']} on {_day(facts['played_on'])}."
        ),
        "criteria": {
            "narrative": (
                f"Played under sanction {facts['sanction_number']} ({facts['level']}), by the rules of the "
                "Authority, with a certified result."
            )
        },
    }


class _Value(NamedTuple):
    key: str
    name: str
    type: str
    value: str


def _results(badge: BadgeFacts) -> list[_Value]:
    facts = badge.facts
    values = [
        _Value("points", f"{badge.card_game} Rating Points", "RawScore", facts["points"]),
        _Value("blue", "Of which blue", "RawScore", facts["blue_points"]),
    ]
    if not badge.degree:
        values.append(_Value("place", "Place", "Result", str(facts["place"])))
    return values


def _day(day: str) -> str:
    return english_day(dt.date.fromisoformat(day))


def _moment(moment: dt.datetime) -> str:
    return moment.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
