"""Certificates as Open Badges: read, checked and found revoked by libraries that are not ours.

`openbadgeslib` resolves the Authority's `did:web`, picks the key that a badge names, proves the signature,
reads the badge against Open Badges 3.0 and asks the Bitstring Status List, whose own signature it proves too.
`jwcrypto` proves the same signatures by the key set alone, and PyLD reads the words of a badge by the
contexts of the W3C and of 1EdTech, which `openbadgeslib` brings along.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client, override_settings
from jwcrypto.jwk import JWKSet
from jwcrypto.jws import JWS
from openbadgeslib.ob3 import contexts
from openbadgeslib.ob3.credential import OpenBadgeCredential
from openbadgeslib.ob3.status import decode_encoded_list
from openbadgeslib.ob3.verifier import OB3VerificationError, OB3Verifier
from pyld import jsonld

from sanctioning.kit.clock import noon, today
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.people.services.anonymisation import anonymise, ask_to_be_forgotten, confirm_wish
from sanctioning.signing.services import make_signing_key
from scoring.certificates.documents.badge import BITS, encoded_list
from scoring.certificates.models import Badge, Certificate, StatusList
from scoring.certificates.services import badges
from scoring.certificates.services.certificates import (
    DOCUMENT_JOB,
    mark_mutilated,
    replace_certificate,
)
from scoring.recordings.services.recordings import record_certificates
from tests.cast import MARCH, Cast, certified, make_cast, sanctioned_event
from tests.fixtures import SignIn
from tests.sanctioning.accounts.test_file_tokens import with_token

SITE = "https://saas.example.org"
DID = "did:web:saas.example.org"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _site(tmp_path: Path) -> Iterator[None]:
    folders = {"MEDIA_ROOT": tmp_path / "media", "SIGNING_KEYS_DIR": tmp_path / "keys"}
    with override_settings(SITE_ADDRESS=SITE, **folders):
        yield


@pytest.fixture
def players() -> Cast:
    """One certificate of a placing and, since it was recorded, one of a degree; both printed."""
    cast = make_cast()
    certified(cast, sanctioned_event(cast), cast.players[:4])
    paper = Certificate.objects.get()
    record_certificates(
        by=cast.registrar, person=paper.person, codes=[paper.code], at=noon(dt.date(2025, 3, 9))
    )
    run_waiting(DOCUMENT_JOB)
    sign_lists()
    return cast


def sign_lists(at: dt.datetime | None = None) -> int:
    """A turn of the clock, and what a worker then does."""
    badges.have_status_lists_signed(at=at)
    return run_waiting(badges.STATUS_JOB)


def certificate(kind: str = "rating-points") -> Certificate:
    return Certificate.objects.filter(kind=kind).earliest("number")


def fetched(address: str) -> bytes:
    """What a program anywhere gets from the site."""
    assert address.startswith(f"{SITE}/"), address
    answer = Client().get(urlsplit(address).path, secure=True)
    assert answer.status_code == 200, address
    assert answer["Access-Control-Allow-Origin"] == "*"
    return bytes(answer.content)


def checked(token: str) -> OpenBadgeCredential:
    return OB3Verifier.for_issuer_did(DID, download=fetched).verify(
        token, check_status=True, download=fetched
    )


def claims_of(token: str) -> dict[str, Any]:
    """By the key set alone, with another library."""
    signed = JWS()
    signed.deserialize(token)
    keys = JWKSet.from_json(fetched(f"{SITE}/.well-known/jwks.json").decode())
    signed.verify(keys.get_key(signed.jose_header["kid"]))
    claims: dict[str, Any] = json.loads(signed.payload)
    return claims


def test_a_placing_is_a_badge_that_anybody_can_check(players: Cast) -> None:
    paper = certificate()
    badge = checked(paper.badge.credential)
    assert badge.issuer.id == DID
    assert badge.achievement.name == "First place in Game 1 of the Spring Whoopie"
    assert "among four players at Whoopie" in badge.achievement.description
    results = {
        result["resultDescription"].partition("#")[2]: result["value"]
        for result in claims_of(paper.badge.credential)["credentialSubject"]["result"]
    }
    assert results == {"points": f"{paper.points:.1f}", "blue": f"{paper.blue:.1f}", "place": "1"}


def test_a_degree_is_a_badge(players: Cast) -> None:
    badge = checked(certificate("degree").badge.credential)
    assert badge.achievement.name == "Junior Master of Whoopie"
    assert badge.achievement.achievement_type == "Certification"


@pytest.mark.parametrize("kind", ["rating-points", "degree"])
def test_every_word_of_it_is_one_of_the_contexts(players: Cast, kind: str) -> None:
    """What a context does not define is dropped on the way through; so nothing may be lost."""
    claims = claims_of(certificate(kind).badge.credential)
    for name in ("iss", "jti", "sub", "nbf"):
        del claims[name]
    offline = {"documentLoader": contexts.document_loader()}
    expanded = jsonld.expand(claims, offline)
    whole = jsonld.compact(expanded, {"@context": claims["@context"]}, offline)
    assert words_in(whole) == words_in(claims)


def words_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*map(words_in, value.values()))
    return set().union(*map(words_in, value)) if isinstance(value, list) else set()


def test_it_names_nobody_and_holds_no_code(players: Cast) -> None:
    for paper in Certificate.objects.all():
        text = json.dumps(claims_of(paper.badge.credential), ensure_ascii=False)
        for private in (paper.person.family_name, paper.person.number, paper.code):
            assert private not in text
        identity = claims_of(paper.badge.credential)["credentialSubject"]["identifier"][0]
        name = f"{paper.facts['player_name']}{identity['salt']}"
        assert identity["identityHash"] == f"sha256${hashlib.sha256(name.encode()).hexdigest()}"


def test_a_changed_badge_is_found_out(players: Cast) -> None:
    header, payload, signature = certificate().badge.credential.split(".")
    other = certificate("degree").badge.credential.split(".")[1]
    for forged in (f"{header}.{other}.{signature}", f"{header}.{payload}.{signature[:-8]}AAAAAAAA"):
        with pytest.raises(OB3VerificationError):
            checked(forged)


@pytest.mark.both_databases
def test_a_replaced_certificate_is_revoked_and_the_new_one_is_not() -> None:
    cast = make_cast()
    certified(cast, sanctioned_event(cast), cast.players[:4])
    run_waiting(DOCUMENT_JOB)
    sign_lists()
    old = certificate()
    assert checked(old.badge.credential)
    new = replace_certificate(by=cast.registrar, certificate=old, why="Lost in the post.")
    run_waiting(DOCUMENT_JOB)
    assert sign_lists() == 1
    with pytest.raises(OB3VerificationError, match="revocation"):
        checked(old.badge.credential)
    assert checked(Certificate.objects.get(pk=new.pk).badge.credential)


def test_a_mutilated_one_is_revoked_and_a_list_is_signed_again_only_for_what_is_new() -> None:
    cast = make_cast()
    certified(cast, sanctioned_event(cast), cast.players[:4])
    run_waiting(DOCUMENT_JOB)
    assert sign_lists() == 1
    assert sign_lists() == 0
    mark_mutilated(by=cast.registrar, certificate=certificate(), why="Torn in two.")
    assert sign_lists() == 1
    with pytest.raises(OB3VerificationError, match="revocation"):
        checked(certificate().badge.credential)
    tomorrow = noon(today()) + dt.timedelta(days=2)
    assert sign_lists(at=tomorrow) == 1


def test_a_new_key_signs_from_its_day_on_and_older_badges_hold(players: Cast) -> None:
    paper = certificate()
    first = paper.badge.signed_with
    second = make_signing_key(by=None, first_day=today() + dt.timedelta(days=1))
    methods = json.loads(fetched(f"{SITE}/.well-known/did.json"))["verificationMethod"]
    assert [method["id"] for method in methods] == [
        f"{DID}#{first.fingerprint}",
        f"{DID}#{second.fingerprint}",
    ]
    assert checked(paper.badge.credential)


@pytest.mark.both_databases
def test_who_is_forgotten_has_no_badge_any_more_and_copies_of_it_are_revoked(players: Cast) -> None:
    paper = certificate()
    copy, person = paper.badge.credential, paper.person
    ask_to_be_forgotten(by=person, at=MARCH)
    wish = confirm_wish(by=person, number=person.number, at=MARCH)
    assert anonymise(wish_id=wish.pk, at=MARCH + dt.timedelta(days=14))
    assert not Badge.objects.filter(certificate__person=person).exists()
    assert sign_lists() == 2
    with pytest.raises(OB3VerificationError, match="revocation"):
        checked(copy)
    badges.have_missing_badges_made()
    assert run_waiting(badges.LATE_BADGE_JOB) == 0


@pytest.mark.both_databases
def test_certificates_of_before_get_their_badges_by_the_clock(players: Cast) -> None:
    Badge.objects.all().delete()
    badges.have_missing_badges_made()
    assert run_waiting(badges.LATE_BADGE_JOB) == 2
    assert checked(certificate().badge.credential)


def test_the_owner_takes_it_away_and_nobody_else(players: Cast, sign_in: SignIn) -> None:
    paper = certificate()
    page, operation = f"/certificates/{paper.serial}.jwt", f"/api/v1/certificates/{paper.serial}/badge/"
    owner = sign_in(paper.person)
    file = owner.get(page)
    assert file["Content-Type"] == "application/vc+jwt"
    assert file["Content-Disposition"] == f'attachment; filename="{paper.serial}.jwt"'
    assert file.content.decode() == paper.badge.credential
    answer = owner.get(operation)
    assert answer.json() == {"serial": paper.serial, "credential": paper.badge.credential}
    assert sign_in(players.registrar).get(operation).status_code == 200
    other = sign_in(next(player for player in players.players if player != paper.person))
    assert (other.get(page).status_code, other.get(operation).status_code) == (404, 404)
    assert sign_in(players.registrar).get(page).status_code == 200
    Badge.objects.all().delete()
    assert owner.get(page).status_code == 202
    for told in (with_token(paper.person).get(page), owner.get(operation)):
        assert (told.status_code, told.json()["code"], told["Retry-After"]) == (409, "file-not-made-yet", "5")
    for told in (with_token(players.outsider).get(page), other.get(operation)):
        assert (told.status_code, told.json()["code"]) == (404, "not-found")


@pytest.mark.both_databases
def test_a_token_takes_its_owners_badge_away(players: Cast) -> None:
    paper = certificate()
    file = with_token(paper.person).get(f"/certificates/{paper.serial}.jwt")
    assert (file.status_code, file["Content-Type"]) == (200, "application/vc+jwt")
    assert checked(file.content.decode())


def test_a_list_that_is_not_there_is_not_found(client: Client) -> None:
    assert client.get("/badges/status/degree/7/").status_code == 404
    assert not StatusList.objects.exists()


def test_a_list_is_as_long_as_the_fewest_that_the_w3c_allows() -> None:
    bits = decode_encoded_list(encoded_list([0, 9, BITS + 10]))
    assert len(bits) * 8 == BITS
    assert bits[:2] == b"\x80\x60"
