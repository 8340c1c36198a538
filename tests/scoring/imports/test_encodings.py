"""In which encoding a file was written: short files of western names, and those of central Europe."""

from __future__ import annotations

import io

import pytest

from scoring.imports.files import found_out


def encoding_found(*names: str, encoding: str) -> str:
    file = io.BytesIO("\r\n".join(["name", *names, ""]).encode(encoding))
    return found_out(file, lambda cell: cell == "name").encoding


@pytest.mark.parametrize(
    "names",
    [
        ["Å"],
        ["Ågren"],
        ["Ågren", "Mårten", "Lüders"],
        ["Müller"],
        ["Nuñez", "Íñigo"],
        ["Bjørn", "Ærø"],
        ["Lefèvre", "Françoise", "O’Brien"],
        ["São Paulo"],
    ],
)
def test_a_short_western_file_is_read_as_one(names: list[str]) -> None:
    assert encoding_found(*names, encoding="cp1252") == "cp1252"


def test_a_file_whose_signs_are_letters_in_central_europe_alone_is_of_there() -> None:
    assert encoding_found("Wałęsa", "Świątek", "Łukasz", encoding="cp1250") == "cp1250"
    assert encoding_found("Šťastný", "Žižka", encoding="cp1250") == "cp1250"


@pytest.mark.parametrize("encoding", ["cp437", "mac_roman"])
def test_old_machines_are_known_by_longer_files(encoding: str) -> None:
    names = ["Ågren, Mårten", "Müller, Jürgen", "Böhm, Jörg", "Nuñez, José", "Pérez, Raúl"] * 5
    assert encoding_found(*names, encoding=encoding) == encoding
