"""The archive: all there is in one file, out of one database and into another."""

from __future__ import annotations

import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.conf import settings
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from sanctioning.accounts.models.account import Account
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.storage import keep_file
from sanctioning.people.models.person import Person
from sanctioning.signing.services import make_signing_key, secret_file
from scoring.archive.description import DESCRIPTION, page, what
from scoring.archive.services.exporting import export_archive
from scoring.archive.services.importing import import_archive, require_empty
from scoring.archive.tables import KINDS, LEFT_OUT, tables
from scoring.certificates.models import Certificate
from scoring.ledger.models.ledger import LedgerEntry
from tests.cast import MARCH, Cast, certified, sanctioned_event
from tests.support.emptied import empty
from tests.support.racing import all_at_once, closing_connection

committing = pytest.mark.django_db(transaction=True)
MANIFEST = "manifest.json"


def silently(_line: str) -> None:
    pass


def contents(archive: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def rewritten(archive: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    """The same archive with something else in it."""
    files = contents(archive)
    change(files)
    with zipfile.ZipFile(archive, "w") as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    return archive


@pytest.fixture
def archive(cast: Cast, tmp_path: Path) -> Path:
    """Of a small authority with a certified game and a paper, whose database is emptied afterwards."""
    certified(cast, sanctioned_event(cast), cast.players[:4])
    make_signing_key(by=cast.managing)
    attach_a_paper()
    path = tmp_path / "authority.zip"
    export_archive(path, tell=silently, with_keys=True)
    return path


def attach_a_paper() -> None:
    kept = keep_file("certificates/sample", b"%PDF-1.7 a sample")
    Certificate.objects.filter(pk=Certificate.objects.values("pk")[:1]).update(
        document=kept.name, document_sha256=kept.sha256
    )


def test_every_table_is_in_the_archive_or_left_out_for_a_reason() -> None:
    every = {model._meta.label for model in apps.get_models(include_auto_created=True)}
    assert {table.model._meta.label for table in tables()} == every - set(LEFT_OUT)
    assert set(LEFT_OUT) <= every


def test_every_value_has_a_way_to_be_written() -> None:
    assert {column.type for table in tables() for column in table.columns} <= set(KINDS)


def test_the_page_says_what_every_table_and_column_holds() -> None:
    """`python -m deploy.archive` writes it."""
    assert page() == DESCRIPTION.read_text()
    assert [table.name for table in tables() if not what(table)] == []


@committing
@pytest.mark.both_databases
def test_what_is_exported_and_imported_is_exported_alike(archive: Path, tmp_path: Path) -> None:
    first = contents(archive)
    paper = next(name for name in first if name.startswith("files/"))
    empty()
    default_storage.delete(paper.removeprefix("files/"))
    secret = secret_file(Path(next(name for name in first if name.startswith("keys/"))).stem)
    secret.unlink()

    import_archive(archive, tell=silently)

    assert secret.read_bytes() == first[f"keys/{secret.name}"]
    export_archive(tmp_path / "second.zip", tell=silently, with_keys=True)
    second = contents(tmp_path / "second.zip")
    assert list(second) == list(first)
    assert [name for name in first if first[name] != second[name]] == [MANIFEST]
    # The export is itself on the trail, whose next number is a later one then.
    made_at = re.compile(rb'"(made_at|last_key)": [^,\n]*')
    assert made_at.sub(b"", first[MANIFEST]) == made_at.sub(b"", second[MANIFEST])


@committing
@pytest.mark.both_databases
def test_the_database_guards_what_was_imported_and_goes_on_counting(archive: Path) -> None:
    empty()
    import_archive(archive, tell=silently)
    entry = LedgerEntry.objects.order_by("-pk")[0]
    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerEntry.objects.filter(pk=entry.pk).update(reason="another")
    last = Person.objects.order_by("-pk").values_list("pk", flat=True)[0]
    assert Person.objects.create(number="W-99999-X", family_name="New", registered_at=entry.at).pk > last


@pytest.mark.django_db
def test_an_export_is_on_the_trail(archive: Path) -> None:
    assert AuditEntry.objects.get(action="export archive").by is None


@pytest.mark.django_db
def test_nothing_is_written_over(archive: Path) -> None:
    before = archive.read_bytes()
    with pytest.raises(Refusal, match="already exists"):
        export_archive(archive, tell=silently)
    assert archive.read_bytes() == before


@pytest.mark.django_db
def test_a_folder_that_is_not_there_is_named(cast: Cast, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="No such file"):
        export_archive(tmp_path / "nowhere" / "authority.zip", tell=silently)


@pytest.mark.django_db
def test_private_keys_are_left_out_unless_asked_for(cast: Cast, tmp_path: Path) -> None:
    make_signing_key(by=cast.managing)
    output = io.StringIO()
    call_command("export", tmp_path / "authority.zip", verbosity=0, stdout=output)
    assert "--with-keys puts them in" in output.getvalue()
    assert not [name for name in contents(tmp_path / "authority.zip") if name.startswith("keys/")]


@committing
def test_without_passwords_nobody_signs_in_from_it(archive: Path, cast: Cast, tmp_path: Path) -> None:
    account = Account.objects.create_user("reader@example.org", "a long password")
    Authenticator.objects.create(user=account, type="totp", data={"secret": "k7w-of-an-app"})
    path = tmp_path / "readers.zip"
    call_command("export", path, without_passwords=True, verbosity=0, stdout=io.StringIO())
    everything = b"".join(contents(path).values())
    assert b"reader@example.org" in everything
    assert account.password.encode() not in everything
    assert b"k7w-of-an-app" not in everything
    empty()
    output = io.StringIO()
    call_command("import", path, verbosity=0, stdout=output)
    assert "Passwords were not in it" in output.getvalue()
    assert not Account.objects.get(email="reader@example.org").has_usable_password()


@pytest.mark.django_db
def test_a_paper_that_is_gone_is_named_and_the_rest_is_kept(cast: Cast, tmp_path: Path) -> None:
    certified(cast, sanctioned_event(cast), cast.players[:4])
    attach_a_paper()
    name = next(Path(settings.MEDIA_ROOT, "certificates").glob("sample-*")).relative_to(settings.MEDIA_ROOT)
    default_storage.delete(str(name))
    output = io.StringIO()
    call_command("export", tmp_path / "authority.zip", verbosity=0, stdout=io.StringIO(), stderr=output)
    assert f"{name} is gone" in output.getvalue()
    assert json.loads(contents(tmp_path / "authority.zip")[MANIFEST])["missing"] == [str(name)]


@pytest.mark.django_db
def test_an_authority_is_not_brought_into_another(archive: Path) -> None:
    people = Person.objects.count()
    with pytest.raises(CommandError, match="This installation already has an authority, people or accounts"):
        call_command("import", archive)
    assert Person.objects.count() == people


def test_an_account_alone_is_a_loss_too(db: None) -> None:
    Account.objects.create_superuser("root@example.org", "a long password")
    with pytest.raises(Refusal) as refusal:
        require_empty()
    assert refusal.value.code == "not-empty"


TABLE = "tables/sanctioning.person.jsonl"


def add_to_a_table(files: dict[str, bytes]) -> None:
    files[TABLE] = files[TABLE].replace(b"Finch", b"Fynch")


def lie_about_a_table(files: dict[str, bytes]) -> None:
    """With a manifest that agrees: only the chain of the ledger shows it."""
    name = "tables/scoring.ledgerentry.jsonl"
    before = hashlib.sha256(files[name]).hexdigest()
    files[name] = re.sub(rb'"points":"[0-9.]+"', b'"points":"99.0"', files[name], count=1)
    after = hashlib.sha256(files[name]).hexdigest()
    assert before != after
    files[MANIFEST] = files[MANIFEST].replace(before.encode(), after.encode())


@committing
@pytest.mark.once
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (add_to_a_table, rf"{TABLE} in the archive has changed since it was written"),
        (lambda files: files.pop(TABLE), rf"{TABLE} in the archive has changed since it was written"),
        (lambda files: files.pop(MANIFEST), "It has no manifest"),
        (lambda files: files.update({MANIFEST: b'{"format": "another"}'}), "It has no manifest"),
        (
            lambda files: files.update({MANIFEST: files[MANIFEST].replace(b'"merged_into_id"', b'"merged"')}),
            "from another version: tables/sanctioning.person.jsonl",
        ),
        (lie_about_a_table, "entry 1 .*was changed after it was written|What was imported differs"),
    ],
)
def test_an_archive_that_was_changed_is_refused_and_nothing_written(
    archive: Path, change: Callable[[dict[str, bytes]], object], sentence: str
) -> None:
    rewritten(archive, change)
    empty()
    with pytest.raises(Refusal, match=sentence):
        import_archive(archive, tell=silently)
    assert not Person.objects.exists()


LEDGER = "tables/scoring.ledgerentry.jsonl"


def with_hashes_made_anew(files: dict[str, bytes], name: str, content: bytes) -> None:
    """As somebody changes it who knows what a manifest is."""
    manifest = json.loads(files[MANIFEST])
    files[name] = content
    for listed in (*manifest["tables"], *manifest["files"]):
        if listed["file"] == name:
            listed["sha256"] = hashlib.sha256(content).hexdigest()
    files[MANIFEST] = json.dumps(manifest).encode()


def first_row(**changes: object) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        first, _, rest = files[LEDGER].partition(b"\n")
        row = {**json.loads(first), **changes}
        with_hashes_made_anew(files, LEDGER, json.dumps(row).encode() + b"\n" + rest)

    return change


def another_paper(files: dict[str, bytes]) -> None:
    paper = next(name for name in files if name.startswith("files/"))
    with_hashes_made_anew(files, paper, b"%PDF-1.7 another")


def paper_outside_its_folder(files: dict[str, bytes]) -> None:
    """In the manifest and in the row that names it."""
    paper = next(name for name in files if name.startswith("files/"))
    files["files/../../evil.pdf"] = files.pop(paper)
    manifest = files[MANIFEST].replace(paper.encode(), b"files/../../evil.pdf")
    files[MANIFEST] = manifest
    name = "tables/scoring.certificate.jsonl"
    row = files[name].replace(paper.removeprefix("files/").encode(), b"../../evil.pdf")
    with_hashes_made_anew(files, name, row)


def told_otherwise(old: bytes, new: bytes) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        assert old in files[MANIFEST]
        files[MANIFEST] = files[MANIFEST].replace(old, new, 1)

    return change


@committing
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (first_row(at="yesterday"), f"Line 1 of {LEDGER} is not a row of that table"),
        (first_row(at=17), f"Line 1 of {LEDGER} is not a row of that table"),
        (first_row(points=["9"]), f"Line 1 of {LEDGER} is not a row of that table"),
        (first_row(person_id=999_999), "The database refused the archive"),
        (first_row(book=None), "The database refused the archive"),
        (paper_outside_its_folder, "cannot be read as an archive"),
        (another_paper, "What was imported differs from what the archive says: certificates/sample-"),
        (
            lambda files: files.update({"files/more.pdf": b"x"}),
            "files/more.pdf is in the archive but not in its",
        ),
        (told_otherwise(b'"rows": ', b'"rows": "many", "was": '), "It has no manifest that can be read"),
        (
            told_otherwise(b'"trail_hash": "', b'"trail_hash": "0'),
            "differs from what the archive says: audit entries",
        ),
    ],
)
def test_what_was_changed_with_its_hashes_is_refused_and_leaves_no_file(
    archive: Path, change: Callable[[dict[str, bytes]], object], sentence: str, settings: Any
) -> None:
    rewritten(archive, change)
    empty()
    settings.MEDIA_ROOT, settings.SIGNING_KEYS_DIR = archive.parent / "media", archive.parent / "keys"
    with pytest.raises(Refusal, match=sentence):
        import_archive(archive, tell=silently)
    assert not Person.objects.exists()
    assert [path for path in archive.parent.rglob("*") if path.is_file()] == [archive]


@committing
def test_another_file_of_a_name_and_another_key_stay_as_they_are(archive: Path, settings: Any) -> None:
    empty()
    settings.MEDIA_ROOT, settings.SIGNING_KEYS_DIR = archive.parent / "media", archive.parent / "keys"
    files = contents(archive)
    paper = archive.parent / "media" / next(name[6:] for name in files if name.startswith("files/"))
    key = archive.parent / next(name for name in files if name.startswith("keys/"))
    for path in (key, paper):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("of somebody else")
        with pytest.raises(Refusal, match=f"There is already another file called .*{path.name}"):
            import_archive(archive, tell=silently)
        assert path.read_text() == "of somebody else"
        assert [path for path in archive.parent.rglob("*") if path.is_file()] in (
            [archive, path],
            [path, archive],
        )
        path.unlink()


@committing
def test_of_two_imports_at_the_same_moment_one_is_refused(archive: Path) -> None:
    empty()
    answers = all_at_once([closing_connection(lambda: import_archive(archive, tell=silently))] * 2)
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    assert [answer.code for answer in refused] == ["not-empty"]
    assert LedgerEntry.objects.exists()


@committing
@pytest.mark.both_databases
def test_a_number_that_was_given_once_is_not_given_again(cast: Cast, tmp_path: Path) -> None:
    last = Person.objects.create(number="W-99998-X", family_name="Gone", registered_at=MARCH)
    key = last.pk
    last.delete()
    export_archive(tmp_path / "authority.zip", tell=silently)
    empty()
    import_archive(tmp_path / "authority.zip", tell=silently)
    later = Person.objects.create(number="W-99999-X", family_name="New", registered_at=MARCH)
    assert later.pk == key + 1


@committing
@pytest.mark.once
def test_a_file_that_was_cut_off_is_refused(archive: Path) -> None:
    archive.write_bytes(archive.read_bytes()[:-100])
    empty()
    with pytest.raises(Refusal, match="cannot be read as an archive"):
        import_archive(archive, tell=silently)


@pytest.mark.django_db
def test_a_stranger_can_check_the_ledger_without_this_software(archive: Path, tmp_path: Path) -> None:
    """The program on the page, which is in every archive."""
    description = contents(archive)["archive.md"].decode()
    program = tmp_path / "check.py"
    program.write_text(re.findall(r"```python\n(.*?)```", description, re.DOTALL)[0])

    def run() -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-I", program, archive], capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    assert run() == (0, f"{LedgerEntry.objects.count()} entries are sound\n")
    rewritten(archive, lie_about_a_table)
    assert run() == (1, "entry 1 is not as it was written\n")
