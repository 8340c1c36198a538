"""The paper of a filed Letter: what it says, its seal, and that it is made once."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from django.test import override_settings

from sanctioning.kit.jobs.services.jobs import enqueue, run_waiting
from sanctioning.kit.refusals import Refusal
from sanctioning.signing.proof import prove, split_pem
from sanctioning.signing.selectors import key_list
from scoring.certificates.sent_papers import read_paper
from tests.cast import MARCH, Cast
from tests.support.discipline import ACT, barred_table, on_paper
from tournaments.justice.cases.documents.letters import letter_bytes
from tournaments.justice.cases.models import Letter
from tournaments.justice.cases.selectors.letters import letter_paper, letter_with
from tournaments.justice.cases.services.letters import LETTER_JOB, draft_letter, file_letter, sign_letter

COMPLAINT = "He threw the cards down twice.\n\nWe ask that he be heard."


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with override_settings(MEDIA_ROOT=tmp_path / "media", SIGNING_KEYS_DIR=tmp_path / "keys"):
        yield tmp_path


def text_of(data: bytes) -> str:
    pdf = pypdfium2.PdfDocument(io.BytesIO(data))
    return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in pdf)


@pytest.mark.django_db(transaction=True)
def test_it_says_what_was_filed_and_is_sealed(cast: Cast, folder: Path) -> None:
    paper = on_paper(cast, "Pat")
    table = barred_table(cast, players=[*cast.players[:3], paper, cast.players[4]])
    letter = draft_letter(
        by=table.ayes[0], vote=table.vote, against=table.offender, complaint=COMPLAINT, at=MARCH
    )
    sign_letter(by=table.ayes[0], letter=letter, at=MARCH)
    key = table.game.players.get(person=paper).pk
    sign_letter(by=cast.executor, letter=letter, player=key, at=MARCH)
    assert letter_paper(letter=letter, asker=table.ayes[0]) is None
    file_letter(by=table.ayes[0], letter=letter, missing="They moved away.", at=MARCH)
    assert run_waiting(LETTER_JOB) == 1
    filed = letter_with(letter.pk)
    assert filed is not None
    sealed = letter_paper(letter=filed, asker=cast.managing)
    assert sealed is not None
    assert letter_paper(letter=filed, asker=cast.outsider) is None
    assert hashlib.sha256(sealed).hexdigest() == filed.document_sha256
    proof = prove(sealed, split_pem(key_list()))
    assert proof.genuine
    assert proof.document["facts"]["complaint"] == COMPLAINT
    assert not prove(sealed.replace(b"LPC", b"LPX", 1), split_pem(key_list())).genuine
    with pytest.raises(Refusal) as refused:
        read_paper(file=io.BytesIO(sealed), name="letter.pdf")
    assert refused.value.code == "no-certificate"
    text = text_of(sealed)
    for words in (
        "Letter of Particulars and Complaint",
        f"against {table.offender.name}, {table.offender.number}",
        "Game 1 of the Spring Whoopie, held by the Arden Whoopie Club at Arden Hall on 8 March 2025",
        ACT,
        "4 of 4 non-offending players; 4 were needed: carried, on 8 March 2025",
        "until 31 December 2025",
        "He threw the cards down twice. We ask that he be heard.",
        f"{paper.name} {paper.number} 8 March 2025, on paper",
        f"Not signed by {table.ayes[1].name} ({table.ayes[1].number}), {table.ayes[2].name}",
        "They moved away.",
        "LPC-0001 · filed 8 March 2025 for good",
    ):
        assert words in text, words
    assert letter_bytes(filed) == letter_bytes(filed)
    enqueue(kind=LETTER_JOB, key="again", payload={"letter": filed.pk})
    run_waiting(LETTER_JOB)
    assert Letter.objects.get().document == filed.document
