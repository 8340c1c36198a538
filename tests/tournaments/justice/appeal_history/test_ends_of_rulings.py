"""What an appeal made of a ruling, as its own page, the game and the case book say it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.fixtures import SignIn
from tests.support.appeals import appealed
from tests.tournaments.justice.appeals.test_appeal_effects import waived
from tests.tournaments.justice.appeals.test_varying_pages import act, judge_of, revoke_ruled, typed
from tournaments.justice.rulings.models import Ruling


@pytest.fixture
def ruling(cast: Cast) -> Ruling:
    return revoke_ruled(cast)


@pytest.mark.parametrize(
    ("decision", "sentence", "follows"),
    [
        ("overturned", "overturned on appeal", "It no longer has any consequences."),
        ("varied", "varied on appeal", "loses 1 point."),
    ],
)
def test_the_case_book_says_what_became_of_a_ruling(
    cast: Cast, ruling: Ruling, client: Client, sign_in: SignIn, decision: str, sentence: str, follows: str
) -> None:
    this_appeal = appealed(cast, ruling)
    sent = {
        "decision": decision,
        "text": "So.",
        **(typed(ruling, found_by="offender") if decision == "varied" else {}),
    }
    sign_in(judge_of(this_appeal)).post(act(this_appeal, "decide"), sent)
    mark = f">{decision}</span>"
    assert mark not in client.get(reverse("case-book")).content.decode(), "not before it is final"
    waived(cast, this_appeal)
    assert mark in client.get(reverse("case-book")).content.decode()
    case = client.get(reverse("public-ruling", args=[ruling.pk])).content.decode()
    assert follows in case
    game = ruling.game
    own = reverse("ruling", args=[game.event.slug, "1", ruling.number])
    assert follows in sign_in(cast.players[0]).get(own).content.decode()
    assert (
        sentence
        in sign_in(cast.players[0]).get(reverse("game-rulings", args=[game.event.slug, "1"])).content.decode()
    )
