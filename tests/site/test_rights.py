"""The table of rights against the running site: each right with each role, and nothing left out."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any, Final

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, TestCase, override_settings
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.accounts.services.tokens import make_token
from sanctioning.accounts.token_scopes import opens, takes_no_token
from sanctioning.clubs.commands import CLUB_COMMANDS
from sanctioning.fees.commands import INVOICE_COMMANDS
from sanctioning.kit.pages.form_pages import ToItsForm
from sanctioning.kit.sent_once.keys import FIELD
from sanctioning.law.commands import CATEGORY_COMMANDS
from sanctioning.law.services.versions import LAW_ACTS
from sanctioning.people.commands import CLAIM_COMMANDS, PROVISIONAL_COMMANDS, RECORD_COMMANDS
from sanctioning.terms.commands import TERM_COMMANDS
from sanctioning.webhooks.commands import WEBHOOK_COMMANDS
from scoring.certificates.views.certificates import ACTS as CERTIFICATE_ACTS
from scoring.exports.commands import EXPORT_COMMANDS
from scoring.imports.commands import IMPORT_COMMANDS
from scoring.practice.services.practices import PRACTICE_ACTS
from scoring.previews.commands import PREVIEW_COMMANDS
from scoring.series.commands import SERIES_COMMANDS
from tests.site.rights import ALL, OFFICES, RIGHTS, Right
from tests.site.rights.creating import CREATING, UNIQUE_WITHOUT_KEY
from tests.site.rights.deeds import DEEDS
from tests.site.rights.words import PAGE, page
from tests.site.sent_twice import sending
from tests.site.stage import DIRECTOR, EXECUTOR, MANAGING, NOBODY, OTHER, PUBLIC, Stage, meant, set_stage
from tests.support.blank_pages import BLANK_PAGES
from tests.support.hiding import hide, led_to_players, readable
from tests.support.known_members import as_known
from tournaments.calls.commands import CALL_COMMANDS
from tournaments.directing.commands import FLOOR_COMMANDS
from tournaments.entries.api.entry_links import ACTS_BY_LINK
from tournaments.entries.commands import ENTRY_COMMANDS
from tournaments.events.commands import APPLICATION_COMMANDS
from tournaments.executors.commands import EXECUTOR_COMMANDS
from tournaments.executors.services.appointing import EVENT_ACTS
from tournaments.justice.appeals.commands import APPEAL_COMMANDS
from tournaments.justice.canons.commands import CANON_COMMANDS
from tournaments.justice.case_book.commands import GUIDING_COMMANDS
from tournaments.justice.cases.commands import CASE_COMMANDS, LETTER_COMMANDS
from tournaments.justice.votes.commands import VOTE_COMMANDS
from tournaments.reports.services.record_files import RECORD_FILE_ACTS
from tournaments.rounds.services.rounds import ROUND_ACTS
from tournaments.tables.api.pads import BY_LINK
from tournaments.tables.commands import TABLE_COMMANDS
from tournaments.teams.api.invitations import LINK_ACTS
from tournaments.teams.commands import INVITATION_COMMANDS, TEAM_COMMANDS

# What is printed keeps the names that it was printed with.
PRINTED: Final = (
    "roster-pdf",
    "roster-csv",
    "roster-xlsx",
    "roster-json",
    "roster-errata-pdf",
    "roster-club-pdf",
    "export-download",  # made before; it is made again when somebody chooses to be shown in another way
)
# Whoever is at the table, or of the matter, reads names in full; components and the API are shown by samples.
IN_FULL: Final = (
    *(
        "pad-link",
        "entry-page",
        "api-entry-page",
        "letter",
        "api-letter",
        "components",
        "api-schema",
        "api-part",
    ),
)
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
# Pages of the library of accounts, each for whoever signs in or has not yet: its own tests try them.
OF_THE_LIBRARY: Final = ("account_", "mfa_", "login", "logout")
LET_IN = "let in"
# The acts that an address ending in one knows, by the names of its page and its endpoint.
KNOWN_ACTS: Final[dict[tuple[str, ...], Collection[str]]] = {
    ("record-act", "api-record-act"): RECORD_COMMANDS,
    ("api-claim-act",): CLAIM_COMMANDS,
    ("api-provisional-act",): PROVISIONAL_COMMANDS,
    ("club-act", "api-club-step"): CLUB_COMMANDS,
    ("term-act", "api-term-act"): TERM_COMMANDS,
    ("api-law-act",): LAW_ACTS,
    ("level-act", "api-level-act"): CATEGORY_COMMANDS,
    ("law-preview-act", "api-preview-act"): PREVIEW_COMMANDS,
    ("invoice-act", "api-invoice-act"): INVOICE_COMMANDS,
    ("application-act", "api-application-step"): APPLICATION_COMMANDS,
    ("entry-act", "api-entry-step"): ENTRY_COMMANDS,
    ("team-act", "api-team-act"): TEAM_COMMANDS,
    ("api-team-link",): LINK_ACTS,
    ("team-invitation-act", "api-team-invitation-act"): INVITATION_COMMANDS,
    ("canon-act", "api-canon-act"): CANON_COMMANDS,
    ("round-act", "api-round-step"): ROUND_ACTS,
    ("event-executor-act", "api-event-executor-act"): EVENT_ACTS,
    ("record-file-act", "api-record-file"): RECORD_FILE_ACTS,
    ("series-act", "api-series-step"): SERIES_COMMANDS,
    ("executor-act", "api-executor-act"): EXECUTOR_COMMANDS,
    ("table-act", "api-table-act"): TABLE_COMMANDS,
    ("floor-act", "api-floor-act"): FLOOR_COMMANDS,
    ("ruling-mark", "api-ruling-mark"): GUIDING_COMMANDS,
    ("call-act", "api-call-step"): CALL_COMMANDS,
    ("vote-act", "api-vote-step"): VOTE_COMMANDS,
    ("certificate-act",): CERTIFICATE_ACTS,
    ("import-act", "api-import-act"): IMPORT_COMMANDS,
    ("appeal-act", "api-appeal-act"): APPEAL_COMMANDS,
    ("letter-act", "api-letter-act"): LETTER_COMMANDS,
    ("case-act", "api-case-act"): CASE_COMMANDS,
    ("api-practice-act",): PRACTICE_ACTS,
    ("webhook-act", "api-webhook-act"): WEBHOOK_COMMANDS,
    ("export-act", "api-export-act"): EXPORT_COMMANDS,
    ("api-pad-act",): BY_LINK,
    ("api-entry-page-act",): ACTS_BY_LINK,
}


PROVIDER = {"ISSUER": "http://localhost:9", "CLIENT": "saas", "SECRET": "a secret", "NAME": "Federation"}


@override_settings(TEMPLATES=BLANK_PAGES, SESSION_ENGINE="django.contrib.sessions.backends.cache")
@override_settings(**{f"SIGN_IN_{name}": value for name, value in PROVIDER.items()})
@pytest.mark.once
@pytest.mark.xdist_group("rights")
class TestRights(TestCase):
    stage: Stage

    @classmethod
    def setUpTestData(cls) -> None:
        cls.stage = set_stage()
        logging.disable(logging.WARNING)
        cls.addClassCleanup(logging.disable, logging.NOTSET)

    def test_each_right_with_every_other_role(self) -> None:
        """Side by side with the roles between them: no other test takes nearly as long."""
        self._try_with(sorted(ALL)[::2])

    def test_each_right_with_the_roles_between(self) -> None:
        self._try_with(sorted(ALL)[1::2])

    def _try_with(self, roles: Sequence[str]) -> None:
        wrong: dict[str, list[str]] = defaultdict(list)
        for role in roles:
            client = self._client(role)
            for right in RIGHTS:
                if role not in right.circle:
                    continue
                # Who may not is told so, also where a program forgot the key.
                key = "a key" if role in right.who or not right.name.startswith("api-") else ""
                answer = answer_of(self._sent(client, right, key=key))
                expected = expected_of(right, role)
                if answer not in expected:
                    wrong[f"{right}: {answer}, where the table says {' or '.join(expected)}"].append(role)
        lines = [f"{what}, for: {', '.join(roles)}" for what, roles in sorted(wrong.items())]
        assert lines == [], "\n" + "\n".join(lines)

    def test_an_office_does_nothing_before_its_second_factor(self) -> None:
        """Whoever owes it is stopped before any address: each is tried by one of the offices, in turn."""
        wrong, tried = [], set()
        clients = {role: self._client(role) for role in sorted(OFFICES)}
        theirs = [right for right in RIGHTS if OFFICES & right.who and NOBODY not in right.who]
        with override_settings(SECOND_FACTOR_REQUIRED=True):
            for turn, right in enumerate(theirs):
                offices = sorted(OFFICES & right.who)
                role = offices[turn % len(offices)]
                answered = self._sent(clients[role], right)
                tried.add((role, right.name.startswith("api-")))
                if not leads_to_the_second_factor(right, answered):
                    wrong.append(f"{right} for {role}: {answered.status_code}")
        assert wrong == [], "\n" + "\n".join(wrong)
        assert tried == {(role, of_a_program) for role in OFFICES for of_a_program in (True, False)}

    def test_every_address_and_method_stands_in_the_table(self) -> None:
        known = defaultdict(set)
        for right in RIGHTS:
            known[right.name].add(right.method)
        missing, client = [], self._client(MANAGING)
        for pattern in addresses(get_resolver()):
            name = pattern.name or str(pattern.pattern)
            if name.startswith(OF_THE_LIBRARY):
                continue
            if name not in known:
                missing.append(f"The address “{name}” is new: say in tests/site/rights who may call it.")
                continue
            right = next(row for row in RIGHTS if row.name == name)
            for method in set(METHODS) - known[name]:
                answer = self._sent(client, right, method)
                if isinstance(answer, ToItsForm):
                    missing += self._not_shown_a_form(right)
                elif method == "GET" and not name.startswith("api-"):
                    missing.append(f"GET {name} leads to no form.")
                elif answer.status_code != 405:
                    missing.append(f"{method} {name} is answered: say in tests/site/rights for whom.")
        assert missing == [], "\n" + "\n".join(sorted(missing))

    def _not_shown_a_form(self, right: Right) -> Iterator[str]:
        """A page that answered a form is reloaded: whoever may send the form comes to where it stands; a
        practice event of which nothing is left says so."""
        path = self._path(right)
        answers = [self._client(role).get(path, follow=True) for role in sorted(right.who)]
        pages = {answer.request["PATH_INFO"] for answer in answers if answer.status_code in (200, 410)}
        if not pages or ("/" in pages) != (right.name == "language"):
            yield f"GET {right.name} leads to {pages or 'no page'}: say with `form_on` where its form is."

    def test_every_act_stands_in_the_table(self) -> None:
        missing = [
            f"“{act}” of the address “{name}” is new: say in tests/site/rights who may do it."
            for names, acts in KNOWN_ACTS.items()
            for name in names
            for act in frozenset(acts) - {right.act for right in RIGHTS if right.name == name}
        ]
        listed = {name for names in KNOWN_ACTS for name in names}
        missing += [
            f"The address “{address.name}” takes acts: say in KNOWN_ACTS where they are listed."
            for address in addresses(get_resolver())
            if ":act>" in str(address.pattern) and address.name not in listed
        ]
        assert missing == [], "\n" + "\n".join(sorted(missing))

    def test_the_page_of_rights_says_every_deed_of_the_table(self) -> None:
        named_deeds = [(*key, deed.at) for deeds in DEEDS.values() for deed in deeds for key in deed.named()]
        placed = {(name, act) for name, act, at in named_deeds if at}
        done = {
            (right.name, right.act, right.at if (right.name, right.act) in placed else "")
            for right in RIGHTS
            if right.method != "GET"
        }
        assert sorted(named_deeds) == sorted(done), "Say it in tests/site/rights/deeds.py, once."
        assert PAGE.read_text() == page(), "docs/rights.md is out of date: see tests/site/rights/words.py."

    def test_a_token_changes_nothing_beyond_its_scope(self) -> None:
        account = self.stage.roles[DIRECTOR]
        assert account is not None
        changing = [right for right in RIGHTS if right.name.startswith("api-") and self._changes(right)]
        assert "api-table-link" in {right.name for right in changing}
        wrong, opened = [], Counter[str]()
        for scope in ApiToken.Scope.values:
            _row, secret = make_token(by=account, name=scope, scope=scope)
            client = Client(headers={"Authorization": f"Bearer {secret}"})
            for right in changing:
                match = resolve(self._path(right))
                endpoint, act = match.func.cls, match.kwargs.get("act", "")  # type: ignore[attr-defined]
                answer: Any = self._sent(client, right)
                code = answer.json()["code"] if answer.status_code == 403 else ""
                refused = code in ("token-reads-only", "token-reaches-not", "token-by-token")
                opened[scope] += not refused
                reached = opens(scope, endpoint, act) and not takes_no_token(right.method, endpoint)
                if refused == reached:
                    wrong.append(f"{right} by a token to {scope}: {answer.status_code} {code}")
        assert wrong == [], "\n" + "\n".join(wrong)
        most = opened["full"] + sum(self._takes_no_token(right) for right in changing)
        assert 0 == opened["read"] < opened["report"] < opened["run"] < opened["full"] < most == len(changing)
        assert 0 < opened["records"] < opened["full"]

    def _takes_no_token(self, right: Right) -> bool:
        return takes_no_token(right.method, resolve(self._path(right)).func.cls)  # type: ignore[attr-defined]

    def _changes(self, right: Right) -> bool:
        """By itself, or by the secret that it gives."""
        if right.method != "GET":
            return True
        return getattr(getattr(resolve(self._path(right)).func, "cls", None), "gives_secret", False)

    @override_settings(TEMPLATES=settings.TEMPLATES)
    def test_who_hides_is_named_to_nobody_else_and_no_link_leads_to_a_hidden_page(self) -> None:
        names, closed = hide(self.stage.players)
        seen: dict[str, list[str]] = defaultdict(list)
        for role in (PUBLIC, OTHER, DIRECTOR, EXECUTOR):
            client, own = self._client(role), self.stage.roles[role]
            sees_names = role in (DIRECTOR, EXECUTOR)
            for right in RIGHTS:
                seen_before = role != PUBLIC and PUBLIC in right.who
                if right.method != "GET" or role not in right.who or right.name in PRINTED or seen_before:
                    continue
                answer = self._sent(client, right)
                text = readable(answer)
                for person, name in names.items():
                    if name.search(text) and not (
                        sees_names or right.name in IN_FULL or person.account == own
                    ):
                        seen[f"{right} names {person.name}"].append(role)
                for number in led_to_players(text) & closed:
                    seen[f"{right} leads to the hidden page of {number}"].append(role)
        lines = [f"{what}, for: {', '.join(roles)}" for what, roles in sorted(seen.items())]
        assert lines == [], "\n" + "\n".join(lines)

    def test_whatever_is_sent_twice_is_done_once(self) -> None:
        """A form carries its key; a program that sends none is refused where it would create it twice."""
        creating = {right.name for right in CREATING}
        created, wrong = set(), []
        for right in (
            *CREATING,
            *(other for other in RIGHTS if other.method != "GET" and other.name not in creating),
        ):
            send = partial(self._sent, self._client(min(right.who)), right, keep=True)
            with transaction.atomic():
                first = sending(send, key="a key")
                again = sending(send, key="a key") if first.noted else first
                transaction.set_rollback(True)
            if first.noted and (again.noted or again.answer != first.answer):
                wrong.append(f"{right}: {again} after {first}")
            created |= {right.name} if first.created else set()
            if first.created and right.name.startswith("api-"):
                with transaction.atomic():
                    twice = sending(send, key="").created & sending(send, key="").created
                    transaction.set_rollback(True)
                if twice and right.name not in UNIQUE_WITHOUT_KEY:
                    wrong.append(f"{right}: creates {', '.join(twice)} twice, so it needs_key")
        assert wrong == [], "\n" + "\n".join(wrong)
        assert creating - created == set(), "tests/site/rights/creating.py sends too little"

    def _client(self, role: str) -> Client:
        client = Client()
        account = self.stage.roles[role]
        if account is not None:
            client.force_login(account)
        return client

    def _path(self, right: Right) -> str:
        place = {**self.stage.places.get(right.at, {}), **({"act": right.act} if right.act else {})}
        return reverse(right.name, kwargs=place)

    def _sent(
        self, client: Client, right: Right, method: str = "", key: str = "a key", keep: bool = False
    ) -> HttpResponse:
        """The answer; whatever the request did is taken back, unless it is kept for another."""
        method = method or right.method
        path = self._path(right)
        fields = {name: meant(self.stage, value) for name, value in right.sends.items()}
        json: dict[str, Any] = {}
        if right.name.startswith("api-"):
            fields = fields if method == "GET" else as_known(path, method, fields)
            json = {"content_type": "application/json", "headers": {"Idempotency-Key": key}}
        elif key:
            fields[FIELD] = key
        with transaction.atomic():
            answer: Any = (
                client.get(path, fields)
                if method == "GET"
                else client.generic(method, path)
                if method != "POST" and not json
                else getattr(client, method.lower())(path, fields, **json)
            )
            transaction.set_rollback(not keep)
        page: HttpResponse = answer
        return page


def expected_of(right: Right, role: str) -> tuple[str, ...]:
    """What may be answered: a program of the public is told 401, or 404, a page asks it to sign in."""
    if role in right.who:
        return (LET_IN,)
    refused = right.otherwise if isinstance(right.otherwise, tuple) else (right.otherwise,)
    if role == PUBLIC:
        if right.name.startswith("api-"):
            return ("login", "404")
        return ("login", "403", "404") if 404 in refused else ("login",)
    return tuple(dict.fromkeys(map(str, (403, *refused) if role == NOBODY else refused)))


def answer_of(answer: HttpResponse) -> str:
    """“let in”, “login”, “403”, “404” or “405”."""
    if answer.status_code == 401:
        return "login"
    if answer.status_code == 302 and answer.headers["Location"].startswith("/login/"):
        return "login"
    if answer.status_code == 403 and b"Authentication credentials" in answer.content:
        return "login"
    return str(answer.status_code) if answer.status_code in (403, 404, 405) else LET_IN


def addresses(resolver: URLResolver) -> Iterator[URLPattern]:
    """Every address of the site but those of the administration pages, which have rights of their own."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        elif str(pattern.pattern) != "admin/":
            yield from addresses(pattern)


def leads_to_the_second_factor(right: Right, answer: HttpResponse) -> bool:
    """A program is told so, a page leads to where it is set up."""
    if right.name.startswith("api-"):
        return answer.status_code == 403 and b"second-factor-missing" in answer.content
    return answer.status_code == 302 and answer.headers["Location"].startswith(reverse("mfa_activate_totp"))
