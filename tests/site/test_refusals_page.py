"""docs/refusals.md says what the code refuses with."""

from __future__ import annotations

from deploy.refusals import PAGE, page, refusals


def test_the_page_says_what_the_code_refuses_with() -> None:
    assert PAGE.read_text() == page(), "docs/refusals.md is out of date: python -m deploy.refusals"


def test_refusals_made_by_factories_and_by_constants_are_in_it() -> None:
    by_code = {(refused.code, refused.module): refused for refused in refusals()}
    club = by_code["answer-missing", "sanctioning.clubs.services.clubs"]
    assert (club.status, club.sentence) == ("422", "The question has not been answered yet.")
    assert by_code["not-allowed", "sanctioning.offices.permissions"].status == "403"
    assert ("reason-missing", "sanctioning.clubs.services.clubs") in by_code


def test_what_a_factory_says_is_read_where_it_is_called() -> None:
    by_code = {(refused.code, refused.module): refused for refused in refusals()}
    slip = by_code["reason-missing", "tournaments.slips.reported_once"]
    assert (slip.status, slip.sentence) == ("422", "Correcting a slip needs a reason.")
    assert slip.remedy == "Write what was wrong."
