"""The stage on which the rights are tried: one of each role, and one of each thing there is to act on.

Everything comes through the services, today, since rights go by the day of the request.
"""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_engine.justice.bar_reach import Target
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.tokens import make_token
from sanctioning.bars.services import impose_bar
from sanctioning.clubs.models import Club
from sanctioning.clubs.services.clubs import approve_club, register_club
from sanctioning.fees.models import BankLine
from sanctioning.fees.services.bank_file import book_bank_file
from sanctioning.kit.clock import noon, today
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.messages.models import Message
from sanctioning.law.examples import EXAMPLE_ARTICLES
from sanctioning.law.models.versions import Articles
from sanctioning.law.services.versions import draft_law
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from sanctioning.people.services.claims import ask_for_record
from sanctioning.people.services.data_copies import ask_for_copy
from sanctioning.people.services.merging import merge_people
from sanctioning.people.services.provisional import provisional_person
from sanctioning.people.services.registering import register_person
from sanctioning.terms.services import appoint
from sanctioning.webhooks.models import Delivery, Webhook
from sanctioning.webhooks.services.webhooks import add_webhook
from scoring.certificates.models import Certificate
from scoring.certificates.services.badges import have_status_lists_signed
from scoring.demo.sample_records import as_file
from scoring.exports.links import link_address
from scoring.exports.services.exports import add_export
from scoring.exports.services.making import EXPORT_JOB
from scoring.imports.models import Import
from scoring.imports.services.preparing import CHECK_JOB, check_import, upload_import
from scoring.imports.services.writing import WRITE_JOB, write_import
from scoring.ledger.models.ledger import LedgerEntry
from scoring.practice.models import Practice
from scoring.previews.services.previews import ask_for_preview
from scoring.rosters.lines import RosterKey
from scoring.rosters.models import EarlierRoster
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import (
    FIRST_DAY,
    JANUARY,
    Cast,
    account,
    certified,
    make_cast,
    open_table,
    record_of,
    registered_event,
    reported,
    sanctioned_event,
)
from tests.sanctioning.accounts.passkeys import passkey_of
from tests.site.stage_appeals import places_of_appeals
from tests.site.stage_games import correct_in, places_of_games, played_game, series_with_places
from tests.site.stage_letters import places_of_letters
from tests.support.fees import adopt_fees, invoiced
from tournaments.entries.entry_links import SIGNER
from tournaments.entries.models.entered_list import EnteredList
from tournaments.entries.newcomer_links import OnlineEntry, confirming_path
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.events.services.events import apply_for_sanction
from tournaments.events.services.feeds import renew_feed
from tournaments.reports.models.report import ReportFinding
from tournaments.reports.services.record_files import send_records
from tournaments.rounds.models.round import Round
from tournaments.rounds.services.rounds import confirm_round, plan_round

MAY, NOVEMBER = dt.date(2025, 5, 15), dt.date(2025, 11, 15)
NEXT_YEAR = today() + dt.timedelta(days=365)
WEBHOOK_URL = "https://hooks.invalid/hook"
PUBLIC = "public"
NOBODY = "account without a record"
PLAYER = "player who reported the game"
OTHER = "player of no game"
MINOR = "minor"
OFFICER = "club officer"
DIRECTOR = "director of the club"
ELSEWHERE = "director of another club"
EXECUTOR = "Acting Executor of the game"
COLLEAGUE = "another Acting Executor"
ASSOCIATE = "Associate Executor"
MANAGING = "Managing Executor"
REGISTRAR = "registrar"
COLLEGE = "member of the College"
FORMER = "registrar until last year"
Kwargs = Mapping[str, Any]


@dataclass(frozen=True)
class Stage:
    """`roles` are the accounts by role, None for the public; `places` the parts of addresses by thing;
    `players` those who hold no office."""

    roles: dict[str, Account | None]
    places: dict[str, Kwargs]
    players: Sequence[Person]


def meant(stage: Stage, value: Any) -> Any:
    """`$club.slug` is that part of the address of the stage's club."""
    if isinstance(value, list):
        return [meant(stage, item) for item in value]
    if not (isinstance(value, str) and value.startswith("$")):
        return value
    thing, _, part = value[1:].partition(".")
    return stage.places[thing][part]


def set_stage(*kinds: str) -> Stage:
    """The jobs that come with it are carried out; where kinds are named, only those of these kinds."""
    cast = make_cast()
    people = people_of(cast)
    return Stage(roles=roles_of(people), places=_places(cast, people, kinds), players=cast.players)


def _message_of(webhook: Webhook) -> Delivery:
    """Over already: a stage asks for nothing outside."""
    return Delivery.objects.create(
        webhook=webhook,
        message_id="msg_of_stage",
        kind="webhook.test",
        about="webhook.test",
        happened_at=JANUARY,
        data={},
        state=Delivery.State.DELIVERED,
        made_at=JANUARY,
        over_at=JANUARY,
    )


def people_of(cast: Cast) -> dict[str, Person]:
    """Who has which role; those of a game are the cast's."""
    return {
        PLAYER: cast.players[0],
        OTHER: cast.players[9],
        MINOR: _person(cast, "minor", birth_date=today() - dt.timedelta(days=4000)),
        OFFICER: _holder(cast, "officer", Office.CLUB_OFFICER, cast.club),
        DIRECTOR: cast.director,
        ELSEWHERE: _holder(cast, "elsewhere", Office.DIRECTOR, _another_club(cast)),
        EXECUTOR: cast.executor,
        COLLEAGUE: _holder(cast, "colleague", Office.ACTING_EXECUTOR),
        ASSOCIATE: _holder(cast, "associate", Office.ASSOCIATE_EXECUTOR),
        MANAGING: cast.managing,
        REGISTRAR: cast.registrar,
        COLLEGE: _holder(cast, "college", Office.COLLEGE),
        FORMER: _holder(cast, "former", Office.REGISTRAR, last_day=dt.date(2025, 12, 31)),
    }


def roles_of(people: Mapping[str, Person]) -> dict[str, Account | None]:
    """The accounts of people, and of those who are none."""
    roles: dict[str, Account | None] = {role: person.account for role, person in people.items()}
    return roles | {PUBLIC: None, NOBODY: account("nobody@example.org")}


def _places(cast: Cast, people: dict[str, Person], kinds: Sequence[str]) -> dict[str, Kwargs]:
    event = sanctioned_event(cast)
    slug, in_round, begun = {"slug": event.slug}, _round(cast), _confirmed_round(cast)
    series = series_with_places(cast)
    certification = certified(cast, event, cast.players[:4])
    game = open_table(cast, event, cast.players[:4])
    record = record_of(cast.players[:4])
    reported(cast, game, record)
    finding = ReportFinding.objects.create(
        report=game.reports.get(), code="revoke", severity="error", rule="I/Play", message="A slip."
    )
    opened = open_table(cast, event, cast.players[4:8])
    of_games = places_of_games(cast, event, people[OTHER])
    mover = _holder(cast, "mover", Office.COLLEGE)
    of_appeals = places_of_appeals(cast, played_game(of_games), people[ASSOCIATE], mover)
    of_letters = places_of_letters(cast, associate=people[ASSOCIATE], college=people[COLLEGE])
    entry = enter_event(by=cast.director, event=event, person=people[OTHER], at=event.starts_at)
    published = compile_roster(by=cast.registrar, as_of=MAY, at=noon(MAY))
    publish_roster(by=cast.registrar, roster=published, at=noon(dt.date(2025, 5, 16)))
    correct_in(published, certification, cast.players[0])
    compile_roster(by=cast.registrar, as_of=NOVEMBER, at=noon(NOVEMBER))
    paper = register_person(
        by=cast.registrar, given_names="Pat", family_name="Paper", home_club=cast.club, at=JANUARY
    )
    double = register_person(by=cast.registrar, given_names="P", family_name="Double", at=JANUARY)
    merge = merge_people(by=cast.registrar, kept=paper, merged=double, reason="One hand.", at=JANUARY)
    claim = ask_for_record(account=account("asker@example.org"), family_name="Asker")
    copy = ask_for_copy(by=people[PLAYER])
    adopt_fees(cast)
    invoice = invoiced(cast)
    applied = _applied(cast)
    draft = draft_law(
        by=cast.managing, law=Articles, title="Draft", first_day=NEXT_YEAR, body=EXAMPLE_ARTICLES
    )
    asking = register_club(by=people[OTHER], name="Asking Club", place="Asking")
    have_status_lists_signed()
    run_waiting(*kinds)
    bar = impose_bar(
        by=cast.managing,
        person=cast.players[8],
        reach=[Target("everything")],
        first_day=today(),
        last_day=None,
        why="A test.",
    )
    practice = Practice.objects.create(key="p" * 22, account=_account_of(people[PLAYER]), made_at=JANUARY)
    token, _ = make_token(by=_account_of(people[PLAYER]), name="A program")
    passkey = passkey_of(_account_of(people[PLAYER]))
    webhook, _ = add_webhook(by=people[PLAYER], name="Site", url=WEBHOOK_URL, kinds=["result.certified"])
    export = add_export(by=cast.registrar, what="ledger", of="", file="csv", every="daily", way="link")
    run_waiting(EXPORT_JOB)
    batch = send_records(by=cast.director, event=event, sent=[("lost.json", as_file(record))])
    preview = ask_for_preview(by=cast.managing, articles=draft)
    certificate = Certificate.objects.order_by("number")[0]
    imported, brought = _brought_forward(cast)
    return {
        **of_games,
        **of_appeals,
        **of_letters,
        "series": {"slug": series.slug},
        "event": slug,
        "month": {"month": "2025-03"},
        "guide": {"slug": "players"},
        "error code": {"code": "not-allowed"},
        "part of the API": {"slug": "events"},
        "part of the sitemap": {"section": "events"},
        "shared page": {"url": f"/players/{cast.players[0].number}/"},
        "crest": {"sha256": _crest()},
        "feed": {"secret": renew_feed(by=cast.players[0])},
        "club": {"slug": cast.club.slug},
        "certified game": {**slug, "game": "1"},
        "reported game": {**slug, "game": str(game.number)},
        "open game": {**slug, "game": str(opened.number)},
        "finding": {**slug, "game": str(game.number), "finding": finding.pk},
        "entry": {**slug, "entry": entry.pk},
        "entered list": {**slug, "entered_list": _entered_list(cast, event)},
        "entry link": {"code": SIGNER.sign(f"{entry.pk}")},
        "confirming link": {"code": confirming_path(_newcomer(event)).split("/")[-2]},
        "provisional record": {"number": _provisional()},
        "player": {"number": cast.players[0].number},
        "minor": {"number": people[MINOR].number},
        "paper record": {"number": paper.number},
        "double": {"number": double.number},
        "claim": {"number": claim.pk},
        "copy": {"number": copy.pk},
        "invoice": {"number": invoice.number},
        "application": {"slug": applied.slug},
        "sanction": {"number": applied.sanction_id},
        "asking club": {"slug": asking.slug},
        "round": in_round,
        "confirmed round": begun,
        "round event": {"slug": in_round["slug"]},
        "those entered": {"numbers": [player.number for player in cast.players[4:8]]},
        "blank sheet": {"players": 4},
        "record batch": {**slug, "batch": batch.pk},
        "record file": {**slug, "batch": batch.pk, "number": 1},
        "bar": {"bar": bar.pk},
        "practice": {"key": practice.key},
        "token": {"number": token.pk},
        "passkey": {"number": passkey.pk},
        "webhook": {"number": webhook.pk},
        "webhook message": {"number": webhook.pk, "message": _message_of(webhook).pk},
        "export": {"number": export.pk},
        "file of an export": {"number": export.pk, "run": export.runs.get().pk},
        "download address": {"code": link_address(export, today()).split("/")[-2]},
        "preview": {"reference": draft.reference, "key": preview.pk},
        "articles draft": {"reference": draft.reference},
        "executor": {"number": cast.executor.number},
        "stranger": {"number": cast.outsider.number},
        "strangers": {"numbers": [cast.outsider.number]},
        "merge": {"number": merge.pk},
        "version": {**slug, "game": "1", "version": 1},
        "ledger entry": {"number": 1},
        "import": {"number": imported.pk},
        "document of an import": {"number": imported.pk, "key": imported.documents.get().pk},
        "earlier roster": {"key": _earlier_roster(brought).pk},
        "import template": {"kind": "people", "ending": "csv"},
        "entry brought forward": {"number": brought.number},
        "roster line": {"key": RosterKey(MAY), "number": cast.players[0].number},
        "roster of a club": {"key": RosterKey(MAY), "slug": cast.club.slug},
        "job": {"number": copy.job_id},
        "kind of law": {"kind": "articles"},
        "kind of level": {"kind": "level"},
        "stanza": {**slug, "game": "1", "stanza": 1},
        "numbered game": {**slug, "number": game.number},
        "bank line": {"line": _bank_line(cast)},
        "law draft": {"kind": "articles", "reference": draft.reference},
        "law": {"kind": "articles", "reference": "1"},
        "level": {"kind": "level", "slug": "open"},
        "certificate": {"serial": certificate.serial},
        "code": {"code": certificate.code},
        "status list": {"kind": certificate.kind, "part": 0},
        "published roster": {"key": RosterKey(MAY)},
        "compiled roster": {"key": RosterKey(NOVEMBER)},
        "term": {"number": Appointment.objects.get(person=people[COLLEAGUE]).pk},
        "message": {"number": Message.objects.filter(to=people[PLAYER])[0].pk},
    }


def _applied(cast: Cast) -> Event:
    event = registered_event(
        cast, "Applied For", starts_at=noon(NEXT_YEAR, 14), ends_at=noon(NEXT_YEAR, 20), at=None
    )
    apply_for_sanction(
        by=cast.director, event=event, level=cast.levels["open"], event_type=cast.types["club-game"]
    )
    return Event.objects.get(pk=event.pk)


def _bank_line(cast: Cast) -> int:
    data = b"date,amount,payer,reference\n2025-03-08,3.00,Arden,tea\n"
    book_bank_file(by=cast.registrar, name="bank.csv", data=data)
    return BankLine.objects.get().pk


def _round(cast: Cast, name: str = "Round Whoopie") -> Kwargs:
    event = sanctioned_event(cast, name=name)
    for player in cast.players[4:8]:
        entry = enter_event(by=cast.director, event=event, person=player, at=event.starts_at)
        check_in(by=cast.director, entry=entry, at=event.starts_at)
    planned = plan_round(by=cast.director, event=event, planned={"stanzas": 14}, at=event.starts_at)
    return {"slug": event.slug, "round": planned.pk}


def _confirmed_round(cast: Cast) -> Kwargs:
    where = _round(cast, name="Confirmed Whoopie")
    confirm_round(by=cast.director, round=Round.objects.get(pk=where["round"]))
    return where


def _brought_forward(cast: Cast) -> tuple[Import, LedgerEntry]:
    """An import that waits for its check, and an entry that another brought."""
    imports = []
    for number in (cast.players[8].number, cast.players[9].number):
        table = io.BytesIO(f"number,points\n{number},2.0\n".encode())
        imports.append(
            upload_import(
                by=cast.managing,
                kind="points",
                name="old.csv",
                file=table,
                source="Old books",
                source_day=FIRST_DAY,
                documents=[("old.pdf", io.BytesIO(b"%PDF-1.7 the old books"))],
            )
        )
    written, waiting = imports
    check_import(by=cast.managing, importing=written)
    run_waiting(CHECK_JOB)
    write_import(by=cast.managing, importing=written)
    run_waiting(WRITE_JOB)
    return waiting, LedgerEntry.objects.get(brought_forward__of=written, book="recorded")


def _earlier_roster(brought: LedgerEntry) -> EarlierRoster:
    assert brought.brought_forward is not None
    document = brought.brought_forward.of.documents.get()
    return EarlierRoster.objects.create(
        as_of=FIRST_DAY,
        title="Old Roster",
        file_name=document.name,
        file=document.file,
        sha256=document.sha256,
        brought_forward=brought.brought_forward,
    )


def _account_of(person: Person) -> Account:
    assert person.account is not None
    return person.account


def _another_club(cast: Cast) -> Club:
    club = register_club(by=cast.managing, name="Elsewhere", place="Elsewhere", at=JANUARY)
    return approve_club(by=cast.managing, club=club, at=JANUARY)


def _holder(
    cast: Cast, name: str, office: Office, club: Club | None = None, last_day: dt.date | None = None
) -> Person:
    person = _person(cast, name)
    appoint(
        by=cast.managing,
        person=person,
        office=office,
        club=club,
        first_day=FIRST_DAY,
        last_day=last_day,
        at=JANUARY,
    )
    return person


def _person(cast: Cast, name: str, birth_date: dt.date | None = None) -> Person:
    return register_person(
        by=cast.managing,
        given_names=name.title(),
        family_name="Role",
        account=account(f"{name}@example.org"),
        birth_date=birth_date,
        at=JANUARY,
    )


def _entered_list(cast: Cast, event: Event) -> int:
    """The key of a list of which nobody is left."""
    entered: EnteredList = EnteredList.objects.create(event=event, by=cast.director, at=event.registered_at)
    return entered.pk


def _crest() -> str:
    whose = {"crest": b"<svg/>", "crest_type": "image/svg+xml", "crest_sha256": "c" * 64}
    return Installation.objects.update_or_create(pk=1, defaults=whose)[0].crest_sha256


def _newcomer(event: Event) -> OnlineEntry:
    return OnlineEntry(event=event.pk, given_names="New", family_name="Comer", email="new@example.org")


def _provisional() -> int:
    person = provisional_person(
        given_names="Provisional", family_name="Person", email="provisional@example.org", occasion="A test"
    )
    return person.provisional.pk
