"""Certificates and rosters as PDF: what they say, on which sheet, and the same bytes each time."""

from __future__ import annotations

import datetime as dt
import io
from dataclasses import replace
from decimal import Decimal

import pikepdf
import pypdfium2
import pytest

from sanctioning.kit.installation.selectors import authority, keep
from sanctioning.kit.press.press import PageSize
from scoring.certificates.documents.certificates import certificate_pdf, degree_certificate_pdf
from scoring.certificates.documents.facts import CertificateFacts, DegreeCertificateFacts
from scoring.rosters.documents.booklet import roster_pdf
from scoring.rosters.documents.facts import RosterFacts
from scoring.rosters.lines import RosterLine
from tests.support.authority import ALL_DAY

CERTIFICATE = CertificateFacts(
    serial="RPC-000123",
    code="K7QM-2RTX-9WB4",
    check_url="https://authority.example/check/K7QM-2RTX-9WB4/",
    player_name="Władysława O’Neill",
    points=Decimal("2.4"),
    blue_points=Decimal("0.6"),
    place=1,
    place_shared=False,
    players_counted=7,
    game_name="Game 3",
    event_name="Autumn Open 1966",
    club_name="Madison Whoopie Club",
    location="Madison",
    level="open",
    sanction_number="S-00014",
    played_on=dt.date(1966, 11, 12),
    certified_on=dt.date(1966, 11, 14),
    issued_on=dt.date(1966, 11, 15),
    acting_executor="Theodore Lindqvist",
)
DEGREE = DegreeCertificateFacts(
    serial="DC-000009",
    code="M3QM-2RTX-9WB4",
    check_url="https://authority.example/check/M3QM-2RTX-9WB4/",
    player_name="Margaret Ashworth",
    degree="Senior Master of Whoopie",
    degree_rank=3,
    points=Decimal("112.4"),
    blue_points=Decimal("11.2"),
    recorded_on=dt.date(1967, 5, 12),
    issued_on=dt.date(1967, 5, 13),
    registrar="Edith Hallam",
)


def words(pdf: bytes, page: int = 0) -> str:
    text = pypdfium2.PdfDocument(pdf)[page].get_textpage().get_text_bounded()
    return " ".join(text.split())


def roster(players: int) -> RosterFacts:
    return RosterFacts(
        as_of=dt.date(1966, 11, 15),
        lines=tuple(
            RosterLine(
                name=f"Player, {number:03d}",
                number=f"W-{number:05d}-X",
                club="Madison Whoopie Club" if number % 3 else "",
                degree="Master of Whoopie" if number % 2 else "Novice of Whoopie",
                degree_rank=2 if number % 2 else 0,
                points=Decimal("30.5") if number % 2 else Decimal("0.0"),
                blue_points=Decimal("2.5") if number % 2 else Decimal("0.0"),
            )
            for number in range(players)
        ),
        published_on=dt.date(1966, 12, 1),
        serial="Roster 1966/2",
        inputs_hash="ab" * 32,
    )


def test_a_certificate_says_all_that_it_certifies() -> None:
    text = words(certificate_pdf(CERTIFICATE))
    for expected in (
        "Whoopie Rating Point Certificate",
        "Władysława O’Neill",
        "took first place among seven players in Game 3 of the Autumn Open 1966",
        "2.4 Whoopie Rating Points of them 0.6 blue",
        "Theodore Lindqvist",
        "K7QM-2RTX-9WB4",
        "RPC-000123",
        "issued 15 November 1966",
    ):
        assert expected in text


def test_without_blue_points_nothing_is_blue() -> None:
    assert "blue" not in words(certificate_pdf(replace(CERTIFICATE, blue_points=Decimal("0.0"))))


@pytest.mark.parametrize(("size", "points"), [("A4", (842, 595)), ("Letter", (792, 612))])
def test_a_certificate_is_one_sheet_of_the_size_asked_for(size: PageSize, points: tuple[int, int]) -> None:
    document = pypdfium2.PdfDocument(certificate_pdf(CERTIFICATE, size))
    assert len(document) == 1
    assert tuple(round(length) for length in document[0].get_size()) == points


def test_the_same_facts_are_the_same_bytes() -> None:
    assert certificate_pdf(CERTIFICATE) == certificate_pdf(replace(CERTIFICATE))
    assert degree_certificate_pdf(DEGREE) == degree_certificate_pdf(replace(DEGREE))
    assert roster_pdf(roster(40)) == roster_pdf(roster(40))
    assert certificate_pdf(CERTIFICATE) != certificate_pdf(replace(CERTIFICATE, serial="RPC-000124"))


def test_no_typeface_of_the_machine_has_a_part_in_a_paper() -> None:
    with pikepdf.open(io.BytesIO(certificate_pdf(CERTIFICATE))) as pdf:
        fonts = {str(font.BaseFont) for font in pdf.pages[0].Resources.Font.values()}
    assert fonts
    assert all("SAAS-" in font for font in fonts), fonts


@pytest.mark.parametrize("rank", [1, 2, 3, 4, 5])
def test_a_degree_has_a_paper_of_its_own(rank: int) -> None:
    text = words(degree_certificate_pdf(replace(DEGREE, degree_rank=rank)))
    assert "Senior Master of Whoopie" in text
    assert "112.4 Whoopie Rating Points, of them 11.2 blue" in text


UNFILLED = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4.5"/></svg>'
)
PAPERS_WITH_A_CREST = {
    "certificate": lambda: certificate_pdf(CERTIFICATE),
    "degree": lambda: degree_certificate_pdf(DEGREE),
    "booklet": lambda: roster_pdf(roster(3)),
}


@pytest.mark.parametrize("paper", PAPERS_WITH_A_CREST)
def test_what_a_crest_leaves_unfilled_is_black_as_in_a_browser(paper: str) -> None:
    """The circle fills most of its square: nothing else on a paper is black over so much."""
    keep(replace(authority(), crest=UNFILLED, crest_type="image/svg+xml"), seconds=ALL_DAY)
    sheet = pypdfium2.PdfDocument(PAPERS_WITH_A_CREST[paper]())[0].render().to_pil().convert("L")
    middle = sheet.crop((sheet.width // 2 - 8, 0, sheet.width // 2 + 8, sheet.height))
    assert sum(middle.histogram()[:20]) > 16 * 70


def test_names_of_any_length_stay_on_the_sheet() -> None:
    long = replace(CERTIFICATE, player_name="Bartholomew " * 7, event_name="Grand Annual " * 6)
    assert len(pypdfium2.PdfDocument(certificate_pdf(long))) == 1


def test_a_demo_says_so_on_its_face() -> None:
    assert "specimen" in words(certificate_pdf(replace(CERTIFICATE, demo=True))).lower()
    assert "specimen" not in words(certificate_pdf(CERTIFICATE)).lower()


def test_a_roster_has_its_parts_totals_and_page_numbers() -> None:
    pdf = roster_pdf(roster(120))
    pages = len(pypdfium2.PdfDocument(pdf))
    whole = " ".join(words(pdf, page) for page in range(pages))
    for expected in (
        "By degree and points",
        "By name",
        "By club",
        "Totals",
        "Without a club",
        f"page 2 of {pages}",
    ):
        assert expected in whole
    assert "120 1,830.0 150.0" in whole
    assert "Published 1 December 1966" in words(pdf)


def test_an_unpublished_roster_says_so_and_an_empty_one_can_be_printed() -> None:
    empty = replace(roster(0), published_on=None, serial="")
    assert "Working copy, not published" in words(roster_pdf(empty))
