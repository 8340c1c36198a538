"""The registrar's page: codes are typed, looked at, and only then recorded."""

from __future__ import annotations

import pytest

from scoring.certificates.models import Certificate
from scoring.recordings.models import Submission
from scoring.recordings.views.registrar import MOST_CODES
from tests.cast import Cast, certified, sanctioned_event
from tests.fixtures import SignIn


@pytest.fixture
def paper(cast: Cast) -> Certificate:
    certified(cast, sanctioned_event(cast, level="series-playoff-consolation"), cast.players[:4])
    return Certificate.objects.get()


def test_codes_are_looked_at_before_they_are_recorded(
    cast: Cast, sign_in: SignIn, paper: Certificate
) -> None:
    client = sign_in(cast.registrar)
    typed = {"number": cast.players[0].number, "codes": f" {paper.code}\n\n"}
    looked = client.post("/registrar/", typed)
    assert (looked.status_code, Submission.objects.count()) == (200, 0)
    recorded = client.post("/registrar/", {**typed, "act": "record"})
    assert (recorded.status_code, Submission.objects.get().state) == (302, "accepted")


@pytest.mark.parametrize(("count", "refused"), [(MOST_CODES, False), (MOST_CODES + 1, True)])
def test_a_submission_has_so_many_codes_and_no_more(
    cast: Cast, sign_in: SignIn, count: int, refused: bool
) -> None:
    codes = "\n".join(f"NO-CODE-{number}" for number in range(count))
    typed = {"number": cast.players[0].number, "codes": codes}
    answer = sign_in(cast.registrar).post("/registrar/", typed)
    assert (answer.status_code == 422, f"At most {MOST_CODES}" in answer.content.decode()) == (
        refused,
        refused,
    )
