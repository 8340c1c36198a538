"""Files are stored wholly or not at all, and what is there already is compared by its hash."""

from __future__ import annotations

import ast
import hashlib
import io
import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISDIR
from typing import Final

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from sanctioning.kit.atomic_files import make_folders, write_wholly
from sanctioning.kit.storage import keep_file, sha256_of
from tests.support.full_disk import ROOM, fill, no_large_files, small_disk

ROOT: Final = Path(__file__).parents[3]
PAPER: Final = bytes(range(256)) * (2 * ROOM // 256)
OWN_WAYS: Final = {"save", "get_available_name"}
"""How Django's own storage has a file written, under whatever name is free."""


@pytest.fixture(autouse=True)
def media(tmp_path: Path, settings: object) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"  # type: ignore[attr-defined]
    return tmp_path / "media"


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def test_a_file_is_named_by_its_hash_and_stored_once(media: Path) -> None:
    first, second = keep_file("papers/A", PAPER), keep_file("papers/A", io.BytesIO(PAPER))
    assert first == second
    assert first.sha256 == hashlib.sha256(PAPER).hexdigest() == sha256_of(first.name)
    assert files_in(media) == [Path(first.name).name]
    assert (media / first.name).stat().st_mode & 0o777 == 0o644


def test_half_a_file_under_its_name_is_not_taken_for_the_whole(media: Path) -> None:
    name, _ = keep_file("papers/A", PAPER)
    (media / name).write_bytes(PAPER[:ROOM])
    assert keep_file("papers/A", PAPER).name == name
    assert (media / name).read_bytes() == PAPER


def test_on_a_full_disk_nothing_is_left_and_the_next_attempt_stores_the_whole(media: Path) -> None:
    with small_disk(media) as mounted:
        if not mounted:
            pytest.skip("only root mounts a small disk; the limit of the process is tried by the next test")
        ballast = fill(media)
        with pytest.raises(OSError, match="No space left"):
            keep_file("papers/A", PAPER)
        assert files_in(media) == ["ballast"]
        ballast.unlink()
        name, _ = keep_file("papers/A", PAPER)
        assert (media / name).read_bytes() == PAPER


@pytest.mark.parametrize("by_hash", [True, False])
def test_what_may_not_be_written_leaves_nothing(media: Path, by_hash: bool) -> None:
    def store() -> str:
        if by_hash:
            return keep_file("papers/A", PAPER).name
        return default_storage.save("papers/A.pdf", ContentFile(PAPER))

    with no_large_files(), pytest.raises(OSError, match="too large"):
        store()
    assert files_in(media) == []
    assert (media / store()).read_bytes() == PAPER


def test_another_file_of_a_name_is_never_written_over(media: Path) -> None:
    names = {default_storage.save("papers/A.pdf", ContentFile(text)) for text in (b"one", b"two")}
    assert {(media / name).read_bytes() for name in names} == {b"one", b"two"}


def test_no_other_module_stores_a_file_its_own_way() -> None:
    own_ways = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for layer in ("sanctioning", "tournaments", "scoring")
        for path in sorted((ROOT / layer).rglob("*.py"))
        if path.name not in ("storage.py", "atomic_files.py")
        for call in calls_in(path)
        if is_own_way(call)
    ]
    assert own_ways == [], "store it by sanctioning.kit.storage.keep_file"


def calls_in(path: Path) -> Iterator[ast.Call]:
    return (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))


def is_own_way(call: ast.Call) -> bool:
    """`default_storage.save(…)` and the like, and files opened for writing."""
    words = ast.unparse(call.func)
    if words == "archive.open":  # a file inside a zip file, which is not in the store
        return False
    if words.startswith("default_storage.") and words.rpartition(".")[2] in OWN_WAYS:
        return True
    modes = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
    opens = words.rpartition(".")[2] in ("open", "fdopen") and bool({"w", "wb", "x", "xb"} & set(modes))
    return opens or words.rpartition(".")[2] in ("write_bytes", "write_text")


@pytest.mark.parametrize(("replace", "named_by"), [(True, "replace"), (False, "link")])
def test_a_file_gets_its_name_once_it_is_on_the_disk_and_the_name_before_anybody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replace: bool, named_by: str
) -> None:
    """Without either, a loss of power leaves an empty file under the name, or none at all."""
    done: list[str] = []
    path, fsync, named = tmp_path / "new" / "paper", os.fsync, getattr(os, named_by)

    def forced(descriptor: int) -> None:
        status = os.fstat(descriptor)
        what = (
            Path(f"/proc/self/fd/{descriptor}").readlink().name if S_ISDIR(status.st_mode) else status.st_size
        )
        done.append(f"forced {what}")
        fsync(descriptor)

    def given(*names: str) -> None:
        done.append("named")
        named(*names)

    monkeypatch.setattr(os, "fsync", forced)
    monkeypatch.setattr(os, named_by, given)
    make_folders(path.parent)
    write_wholly(path, [PAPER], mode=0o600, replace=replace)
    assert done == [f"forced {tmp_path.name}", f"forced {len(PAPER)}", "named", "forced new"]
