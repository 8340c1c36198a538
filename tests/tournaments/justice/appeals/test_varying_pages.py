"""A judge varies a ruling by the form by which it was ruled, and sees first what would change."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from sanctioning.people.models.person import Person
from tests.cast import Cast
from tests.fixtures import SignIn
from tests.support.appeals import appealed, before_the_college, bench_of, waiting
from tests.support.play import drawn_table
from tests.tournaments.justice.rulings.ruling_cases import LATER, REVOKE, Case
from tests.tournaments.justice.rulings.test_rule_on import ruled, seats_of
from tournaments.justice.appeals.models import Appeal
from tournaments.justice.appeals.services.appealing import appeal_further
from tournaments.justice.rulings.forms import FactsForm, as_typed
from tournaments.justice.rulings.models import Amendment, Ruling
from tournaments.justice.rulings.selectors.rulings import people_at


def revoke_ruled(cast: Cast) -> Ruling:
    """A revoke found by another: four points and the bid; put into the case book."""
    bench_of(cast)
    game = drawn_table(cast, cast.players[:4])
    case = Case("W-73", "revoke", {**REVOKE, **LATER}, {}).at(seats_of(game))
    arguments = {"public": True, "words": "A heart was led and a club played."}
    return ruled(cast, game, "revoke", case.facts, trick=1, **arguments)


@pytest.fixture
def ruling(cast: Cast) -> Ruling:
    return revoke_ruled(cast)


def judge_of(this_appeal: Appeal) -> Person:
    step = waiting(this_appeal)
    assert step.judge is not None
    return step.judge.person


def typed(ruling: Ruling, **others: str) -> dict[str, str]:
    """The form as the judge sends it, with other facts."""
    fields = as_typed("revoke", ruling.facts, people_at(ruling.game))
    typed_fields = {name: value for name, value in fields.items() if value is not False and value is not None}
    sent = {name: "on" if value is True else str(value) for name, value in typed_fields.items()}
    return {"decision": "varied", **sent, **others}


def test_facts_that_are_kept_fill_the_form_that_gives_them_again(cast: Cast, ruling: Ruling) -> None:
    players = people_at(ruling.game)
    form = FactsForm("revoke", players, typed(ruling))
    assert form.is_valid(), form.errors
    assert form.plain == ruling.facts
    held = {"player": cast.players[1].number, "held": 3, "won_with_last": False, "left": [], "lying": {}}
    counts = [[player, place] for place, player in enumerate(players) if player != held["player"]]
    shown = as_typed("wrong-card-count", {**held, "left": counts}, players)
    assert [shown.get(f"left-{place}") for place in range(4)] == [0, None, 2, 3]


def test_a_judge_sees_what_other_facts_would_change_and_decides_by_them(
    cast: Cast, ruling: Ruling, sign_in: SignIn
) -> None:
    this_appeal = appealed(cast, ruling)
    client = sign_in(judge_of(this_appeal))
    effects, decide = reverse("appeal-effects", args=[this_appeal.number]), act(this_appeal, "decide")
    page = client.get(reverse("appeal", args=[this_appeal.number])).content.decode()
    assert "Or vary it: other facts" in page
    assert "The facts of the ruling" in page
    assert "Give the decision" not in within(page, 'id="varied"'), "not before it was seen"
    seen = client.post(effects, typed(ruling, found_by="offender")).content.decode()
    assert "loses 1 point." in within(seen, "would-varied")
    assert "Give the decision" in seen
    wrong = client.post(effects, typed(ruling, card=""))
    assert wrong.status_code == 422
    unsaid = client.post(decide, typed(ruling, found_by="offender", text=""))
    assert (unsaid.status_code, "A decision needs reasons." in unsaid.content.decode()) == (422, True)
    assert re.search(r'value="offender"[^>]* checked', unsaid.content.decode()), "what was typed is kept"
    assert client.post(decide, typed(ruling, card="", text="So.")).status_code == 422
    answer = client.post(decide, typed(ruling, found_by="offender", text="He said it himself."), follow=True)
    assert "Calculated from the new facts:" in answer.content.decode()
    step = this_appeal.steps.get()
    assert (step.decision, step.outcome["incident"]) == ("varied", "revoke-self")
    assert Amendment.objects.standing().get().ruling == ruling, "not before it is final"
    appeal_further(by=cast.players[1], appeal=this_appeal, grounds="Not so.")
    next_page = sign_in(judge_of(this_appeal)).get(reverse("appeal", args=[this_appeal.number]))
    varied = next_page.content.decode()
    assert re.search(r'value="offender"[^>]* checked', varied), "the facts as they were varied"


def test_the_college_moves_a_variation_and_each_member_sees_what_it_would_change(
    cast: Cast, ruling: Ruling, sign_in: SignIn
) -> None:
    step = before_the_college(cast, ruling)
    this_appeal = step.appeal
    mover, other = Person.objects.filter(given_names__in=("Col0", "Col1")).order_by("pk")
    sent = typed(ruling, found_by="offender", text="He said it himself.")
    moved = sign_in(mover).post(act(this_appeal, "move"), sent, follow=True).content.decode()
    assert "The motion is before the College." in moved
    assert "What was led: hearts" in moved
    seen = sign_in(other).get(reverse("appeal-effects", args=[this_appeal.number])).content.decode()
    assert "Varied, as it is moved" in seen
    assert "loses 1 point." in within(seen, "would-varied")
    assert "Show what would change" not in seen, "one motion at a time"


def test_who_does_not_judge_varies_nothing(cast: Cast, ruling: Ruling, sign_in: SignIn) -> None:
    this_appeal = appealed(cast, ruling)
    for other in (cast.players[0], cast.executor, cast.managing):
        page = sign_in(other).get(reverse("appeal", args=[this_appeal.number])).content.decode()
        assert "Or vary it" not in page
        assert sign_in(other).post(act(this_appeal, "decide"), typed(ruling, text="So.")).status_code == 403
        assert (
            sign_in(other).post(reverse("appeal-effects", args=[this_appeal.number]), {}).status_code == 403
        )


def act(this_appeal: Appeal, name: str) -> str:
    return reverse("appeal-act", args=[this_appeal.number, name])


def within(page: str, mark: str) -> str:
    """From a mark to the end of its section."""
    return page.partition(mark)[2].partition("</section>")[0]
