"""The site speaks more than one language: nothing visible is unmarked, every marked text has its German.

A refusal, a mail and a finding come in the language of whom they are for.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from django.contrib.humanize.templatetags.humanize import ordinal
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override, pgettext
from pytest_django import Settings

from deploy import words
from deploy.processes import ROOT
from sanctioning.accounts.models.account import Account
from sanctioning.kit.installation.checks import COMPILE, words_are_compiled
from sanctioning.kit.messages.services.messages import send
from sanctioning.kit.wording import citations
from sanctioning.kit.wording.localised import day, money, tenths
from sanctioning.people.forms import club_field
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast, cast

__all__ = ["cast"]

GERMAN = words.LOCALE / "de" / "LC_MESSAGES" / "django.po"
PLACEHOLDERS = re.compile(r"%\(\w+\)[sd]|%%\w|(?<!\{)\{\w+\}(?!\})")
TAGS = re.compile(r"</?[a-z]+")
# What a template may say in every language: names, codes, and what programs read.
IN_EVERY_LANGUAGE = re.compile(
    r"&\w+;|\bSAAS\b|\bCSV\b|\bPDF\b|\bJSON\b|\bXLSX\b|\biCalendar\b|\b[IV]+/[A-Z][a-z]+|[A-Z0-9]{2,}"
)
DJANGO = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
MARKED = re.compile(
    r"\{% (comment|blocktranslate)\b.*?\{% end\1 %\}|<(script|style)\b.*?</\2>|\{% block main_class %\}\w+",
    re.DOTALL,
)
WORD = re.compile(r"[A-Za-z]{2,}")
NAMED = ("aria-label", "alt", "title", "placeholder", "data-label")


CITES = re.compile(r"(I{1,3}|IV)[/:,]|[Rr]eading \d")
PLACE = re.compile(r"((I{1,3}|IV)(/([A-Z][A-Za-z -]*)?)?)?(, )?(([Rr]eading |W-)\d+|IV)?")
# Kept in the trail, which stays in the words of the day.
KEPT_FOR_GOOD = ("documents/templates/*",)
"""Papers of which there is one, in English, whoever asks for it: certificates, degrees, rosters, Letters."""
KEPT_IN_ENGLISH = {"Reading 60: a bar that leaves fewer than three ends the game."}
NAME_OF_A_FORMAT = re.compile(r"\b[a-z]+(-[a-z]+)+/[0-9]")
OF_A_MAN = re.compile(r"\b([Hh]e|[Hh]im|[Hh]is|[Hh]imself)\b")


def test_a_text_with_a_plural_is_spoken_also_where_it_is_asked_for_singly() -> None:
    counted = [message for message in words.read(GERMAN) if message.pluralizable and message.id]
    assert len(counted) > 100
    with override("de"):
        for message in counted:
            text = ids_of(message)[0]
            translated = pgettext(message.context, text) if message.context else gettext(text)
            assert translated == next(iter(message.string or ()))


def test_a_language_that_is_not_compiled_is_named_at_the_start(settings: Settings, tmp_path: Path) -> None:
    """It was silently English; `migrate`, which every start begins with, runs the checks."""
    assert words_are_compiled(None) == []
    settings.LOCALE_PATHS = [tmp_path]
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").touch()
    with pytest.raises(SystemCheckError, match=r"“de” are not compiled[^?]*deploy\.words compile") as refused:
        call_command("check")
    assert "saas.E001" in str(refused.value)
    (folder / "django.mo").touch()
    assert words_are_compiled(None) == []
    os.utime(folder / "django.mo", (0, 0))
    [changed] = words_are_compiled(None)
    assert (changed.id, changed.hint) == ("saas.W001", COMPILE)


def ids_of(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, list | tuple) else (message.id,)


def unmarked_rules(path: Path) -> Iterator[str]:
    """What a refusal says in English alone: who may what, and texts that cite a rule and say it as well."""
    source = path.read_text()
    if not (CITES.search(source) or "require(" in source or "deny(" in source):
        return
    nodes = list(ast.walk(ast.parse(source)))
    not_said = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", "")
            if name in words.KEYWORDS:
                not_said |= {id(argument) for argument in node.args}
            elif name in ("require", "deny"):
                texts = [keyword.value for keyword in node.keywords if keyword.arg in ("what", "who")]
                yield from (str(text.value) for text in texts if isinstance(text, ast.Constant))
    for node in nodes:
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and id(node) not in not_said and cites_and_says(text):
            yield text


def cites_and_says(text: str) -> bool:
    return bool(CITES.match(text)) and not PLACE.fullmatch(text)


def engine_sentences() -> Iterator[str]:
    """What the engine says: the texts of its code that are more than a word, but no docstring."""
    for path in (ROOT / "rules_engine").rglob("*.py"):
        tree = ast.parse(path.read_text())
        docstrings = {id(statement.value) for statement in ast.walk(tree) if isinstance(statement, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                yield node.value


def machine_words(source: str) -> Iterator[str]:
    """What a refusal cites as its rule that is the name of a format: for programs, and no rule to anybody."""
    if not (NAME_OF_A_FORMAT.search(source) or "rule=FORMAT" in source or "rule=RECORD" in source):
        return
    nodes = list(ast.walk(ast.parse(source)))
    rules = [node.value for node in nodes if isinstance(node, ast.keyword) and node.arg == "rule"]
    rules += [
        node.value
        for node in nodes
        if isinstance(node, ast.Assign) and [getattr(target, "id", "") for target in node.targets] == ["RULE"]
    ]
    for rule in rules:
        strings = [
            ast.literal_eval(constant) for constant in ast.walk(rule) if isinstance(constant, ast.Constant)
        ]
        named = [identifier.id for identifier in ast.walk(rule) if isinstance(identifier, ast.Name)]
        yield from (text for text in strings if isinstance(text, str) and NAME_OF_A_FORMAT.search(text))
        yield from (name for name in named if name in ("FORMAT", "RECORD"))


class Visible(HTMLParser):
    """The words of a page that stand in its template as they are."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.keep(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in NAMED and value:
                self.keep(value)

    def keep(self, text: str) -> None:
        if WORD.search(IN_EVERY_LANGUAGE.sub("", text)):
            self.found.append(" ".join(text.split()))


def unmarked(template: str) -> list[str]:
    reader = Visible()
    reader.feed(DJANGO.sub(" ", MARKED.sub(" ", template)))
    reader.close()
    return reader.found


@pytest.fixture(scope="module")
def german() -> Catalog:
    return words.read(GERMAN)


@pytest.fixture(scope="module")
def marked() -> Catalog:
    return words.gathered()


def messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


@pytest.mark.once
class TestCatalogue:
    def test_every_placeholder_and_tag_is_kept(self, german: Catalog) -> None:
        wrong = []
        for message in messages(german):
            translations = (
                (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            )
            source = message.id if isinstance(message.id, str) else message.id[1]
            for text in filter(None, translations[-1:]):
                for kept in (PLACEHOLDERS, TAGS):
                    if sorted(set(kept.findall(source))) != sorted(set(kept.findall(text))):
                        wrong.append(f"{source} => {text}")
        assert not wrong, "\n".join(wrong)

    def test_no_message_calls_a_person_he(self) -> None:
        """Neither what is translated nor the engine, a paper, a page of the docs, or the words of the API."""
        marked = [text for message in words.gathered() if message.id for text in ids_of(message)]
        pages = [
            *(ROOT / "docs").glob("*.md"),
            *(ROOT / "scoring").rglob("*.html"),
            *(ROOT / "tournaments").rglob("*.html"),
            ROOT / "README.md",
        ]
        pages += [*ROOT.glob("*/**/api/v1/*.py"), *ROOT.glob("*/**/api.py")]
        written = [f"{path.name}: {line}" for path in pages for line in path.read_text().splitlines()]
        texts = [text for text in (*marked, *engine_sentences(), *written) if OF_A_MAN.search(text)]
        assert not texts, "\n".join(texts)

    def test_a_template_says_nothing_unmarked(self) -> None:
        wrong = [
            f"{path.relative_to(ROOT)}: {text}"
            for path in words.templates()
            if path.suffix == ".html" and not any(map(path.match, KEPT_FOR_GOOD))
            for text in unmarked(path.read_text())
        ]
        assert not wrong, "\n".join(wrong)

    def test_a_rule_that_is_said_is_marked(self) -> None:
        folders = [ROOT / folder for folder in ("sanctioning", "tournaments", "scoring")]
        rules = {
            text
            for folder in folders
            for path in folder.rglob("*.py")
            if "migrations" not in path.parts
            for text in unmarked_rules(path)
        }
        assert rules == KEPT_IN_ENGLISH

    def test_no_rule_is_the_name_of_a_format(self) -> None:
        rules = {
            f"{path.relative_to(ROOT)}: {text}"
            for folder in ("sanctioning", "tournaments", "scoring")
            for path in (ROOT / folder).rglob("*.py")
            for text in machine_words(path.read_text())
        }
        assert rules == set()
        examples = machine_words(
            'deny(rule="whoopie-game/1")\nRULE = _("By saas-letter/1.")\nno(rule=FORMAT)'
        )
        assert list(examples) == ["whoopie-game/1", "FORMAT", "By saas-letter/1."]

    def test_the_reader_of_templates_finds_what_is_unmarked(self) -> None:
        assert unmarked('<p title="A hint">{% translate "Said" %} and more</p>') == ["A hint", "and more"]


@pytest.mark.once
class TestInGerman:
    def test_days_points_money_and_places(self) -> None:
        with override("de"):
            assert day(MARCH) == f"{MARCH.day}. März {MARCH.year}"
            assert (tenths(Decimal(1204)), ordinal(3)) == ("1.204,0", "3.")
            assert money(-3).endswith("GBP")
        assert (tenths(Decimal(1204)), ordinal(3)) == ("1,204.0", "3rd")

    @pytest.mark.parametrize(
        ("citation", "english", "german"),
        [
            ("I/Bidding", "Section I, Bidding", "Abschnitt I, Ansagen"),
            ("Reading 34", "Reading 34", "Lesart 34"),
            ("IV, reading 71", "IV, reading 71", "IV, Lesart 71"),
            (
                "III/Penalties, reading 52",
                *("Section III, Penalties, reading 52", "Abschnitt III, Strafen, Lesart 52"),
            ),
            ("M-22/9g", "9g (M-22)", "9g (M-22)"),
        ],
    )
    def test_a_place_in_the_rules_is_named(self, citation: str, english: str, german: str) -> None:
        assert citations.in_words(citation) == english
        with override("de"):
            assert citations.in_words(citation) == german

    def test_whatever_refers_to_a_record_has_a_name(self, german: Catalog) -> None:
        relations = [
            relation for relation in Person._meta.get_fields(include_hidden=True) if relation.auto_created
        ]
        models = [
            relation.related_model for relation in relations if isinstance(relation.related_model, type)
        ]
        plurals = {str(model._meta.verbose_name_plural) for model in models}
        assert "entries" in plurals
        assert {plural for plural in plurals if german.get(plural, "things") is None} == set()

    def test_a_label_of_a_form_is_spoken_when_it_is_shown(self) -> None:
        with override("de"):
            assert str(club_field().label) == "Stammverein"

    def test_a_placing_is_no_town(self) -> None:
        with override("de"):
            assert (pgettext("rank", "Place"), gettext("Place")) == ("Platz", "Ort")
        placings = [
            path for path in (ROOT / "templates/scoring").rglob("*.html") if "|ordinal" in path.read_text()
        ]
        assert placings
        for path in placings:
            assert not re.search(r"translate .Place. %}", path.read_text()), path

    @pytest.mark.django_db
    def test_the_way_back_is_named_in_its_own_language(self) -> None:
        page = Client(headers={"accept-language": "de"}).get("/check/").content.decode()
        assert ">English</button>" in page
        assert ">Deutsch</button>" in Client().get("/check/").content.decode()


class TestForWhomItIs:
    def test_a_refusal_on_a_page_and_from_the_api(self, cast: Cast) -> None:
        client = Client(headers={"accept-language": "de"})
        client.force_login(account_of(cast))
        sentence = "Das steht Ihnen nicht zu: Spieler sperren."
        page = client.get(reverse("bars"))
        assert page.status_code == 403
        assert sentence in page.content.decode()
        assert '<html lang="de"' in page.content.decode()
        answer = client.get(reverse("api-bars"), headers={"accept-language": "de"})
        assert answer.json()["remedy"] == "Bitten Sie den Leitenden Schiedsrichter darum."
        assert (
            client.get(reverse("api-bars"), headers={"accept-language": "en"})
            .json()["remedy"]
            .startswith("Ask")
        )

    @pytest.mark.both_databases
    def test_the_switch_is_kept_for_the_browser_the_account_and_the_mail(self, cast: Cast) -> None:
        account = account_of(cast)
        client = Client()
        client.force_login(account)
        back = client.post(reverse("language"), {"language": "de", "next": "/calendar/"})
        assert (back.status_code, back["Location"]) == (302, "/calendar/")
        assert '<html lang="de"' in client.get("/calendar/").content.decode()
        account.refresh_from_db()
        assert account.language == "de"
        elsewhere = Client(headers={"accept-language": "en"})
        elsewhere.force_login(account)
        assert '<html lang="de"' in elsewhere.get("/calendar/").content.decode()
        with transaction.atomic():
            [written] = send(
                to=cast.director, kind="club-opened", about=cast.club, path="/", context={"by": cast.managing}
            )
        assert written.subject == f"{cast.club.name} ist wieder offen"

    def test_a_language_that_the_site_does_not_speak_changes_nothing(self, cast: Cast) -> None:
        account = account_of(cast)
        client = Client()
        client.force_login(account)
        client.post(reverse("language"), {"language": "xx", "next": "https://elsewhere.example/"})
        account.refresh_from_db()
        assert account.language == ""


def account_of(cast: Cast) -> Account:
    assert cast.director.account is not None
    return cast.director.account
