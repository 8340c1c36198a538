"""The pages of appeals, as the players, the judges and the College use them; for programs too."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.clock import moment
from tests.cast import Cast
from tests.fixtures import SignIn
from tests.support.appeals import Bench, appealed, bench_of, ruling_in, waiting
from tests.support.play import drawn_table
from tournaments.events.personal_calendar import diary_of
from tournaments.games.models import Game
from tournaments.justice.appeals.models import Appeal
from tournaments.justice.appeals.services.appealing import appeal_further
from tournaments.justice.appeals.services.deciding import decide
from tournaments.justice.rulings.models import Ruling

PDF = SimpleUploadedFile("trick.pdf", b"%PDF-1.4 trick", "application/pdf")


@pytest.fixture
def bench(cast: Cast) -> Bench:
    return bench_of(cast, associates=2, members=3)


@pytest.fixture
def game(cast: Cast) -> Game:
    return drawn_table(cast, cast.players[:4])


@pytest.fixture
def ruling(cast: Cast, game: Game) -> Ruling:
    return ruling_in(cast, game, at=moment(None))


def text(answer: Any) -> str:
    content: str = answer.content.decode()
    return content


@pytest.mark.both_databases
def test_a_ruling_climbs_from_the_player_to_the_college_by_pages(
    cast: Cast, bench: Bench, ruling: Ruling, sign_in: SignIn
) -> None:
    player, other = sign_in(cast.players[0]), sign_in(cast.players[1])
    new = f"/appeals/of/ruling/{ruling.pk}/"
    assert "It goes to the Associate Executor." in text(player.get(new))
    wrong = player.post(new, {"text": " ", "key": "k"})
    assert wrong.status_code == 422
    assert player.post(new, {"text": "I had no heart.", "key": "k"}).status_code == 302
    this_appeal = Appeal.objects.get()
    path = f"/appeals/{this_appeal.number}/"
    assert "It has already been appealed" in text(other.get(new))
    assert sign_in(cast.outsider).get(path).status_code == 403
    assert "appeal to judge" in text(sign_in(bench.associates[0].person).get("/me/"))
    for judge, next_player in ((bench.associates[0].person, other), (cast.managing, player)):
        client = sign_in(judge)
        assert "Give the decision" in text(client.get(path))
        answer = client.post(f"{path}decide/", {"decision": "sent", "text": "As the rule says."})
        assert answer.status_code == 422
        assert "As the rule says." in text(answer)
        assert client.post(f"{path}decide/", {"decision": "upheld", "text": "So."}).status_code == 302
        assert "decision that can be appealed" in text(next_player.get("/me/"))
        next_player.post(f"{path}further/", {"text": "Still not."})
    first = sign_in(bench.college[0].person)
    assert "appeal before the College" in text(first.get("/me/"))
    first.post(f"{path}move/", {"decision": "overturned", "text": "He had none."})
    motion = waiting(this_appeal).motions.get().pk
    for member in bench.college[1:]:
        client = sign_in(member.person)
        assert "Your answer to the motion" in text(client.get(path))
        client.post(f"{path}answer/", {"motion": motion, "answer": "aye"})
    this_appeal.refresh_from_db()
    assert this_appeal.ended == "final"
    story = text(player.get(path))
    assert "3 of 3 who sit; 2 are needed." in story
    assert "It is overturned." in story


@pytest.mark.both_databases
def test_statements_and_files_are_for_those_of_the_appeal(
    cast: Cast, bench: Bench, ruling: Ruling, sign_in: SignIn
) -> None:
    this_appeal = appealed(cast, ruling, at=moment(None))
    path = f"/appeals/{this_appeal.number}/"
    player = sign_in(cast.players[2])
    player.post(f"{path}state/", {"text": "I saw the trick.", "attachment": PDF})
    statement = this_appeal.statements.get()
    assert "trick.pdf" in text(sign_in(bench.associates[0].person).get(path))
    file = player.get(f"{path}files/{statement.pk}/")
    assert (file.headers["Content-Type"], file.content) == ("application/pdf", b"%PDF-1.4 trick")
    assert "attachment" in file.headers["Content-Disposition"]
    bundle = player.get(f"{path}bundle/").json()
    assert bundle["ruling"]["reason"] == ruling.reason
    for address in (f"{path}files/{statement.pk}/", f"{path}bundle/", path):
        assert sign_in(cast.outsider).get(address).status_code == 403
        assert sign_in(bench.associates[1].person).get(address).status_code == 403
    assert player.get(f"{path}files/{statement.pk + 1}/").status_code == 404


@pytest.mark.both_databases
def test_each_finds_the_appeals_that_concern_him(
    cast: Cast, bench: Bench, game: Game, sign_in: SignIn
) -> None:
    for _ in range(2):
        appealed(cast, ruling_in(cast, game, at=moment(None)), at=moment(None))
    lines = {
        cast.players[0]: 2,
        cast.executor: 2,
        cast.managing: 2,
        bench.college[0].person: 2,
        bench.associates[0].person: 1,
        cast.outsider: 0,
    }
    for person, count in lines.items():
        assert len(sign_in(person).get("/api/v1/appeals/").json()) == count
    assert "No appeals" in text(sign_in(cast.outsider).get("/appeals/"))
    assert [date.path for date in diary_of(bench.associates[0].person)] == ["/appeals/1/"]


def test_programs_appeal_and_decide_too(cast: Cast, bench: Bench, ruling: Ruling, sign_in: SignIn) -> None:
    body = {"matter": "ruling", "number": ruling.pk, "text": "Not so."}
    player = sign_in(cast.players[0])
    for _ in range(2):
        answer = player.post("/api/v1/appeals/", body, "application/json", headers={"Idempotency-Key": "k"})
    assert answer.status_code == 201
    path = f"/api/v1/appeals/{answer.json()['number']}/"
    judge = sign_in(bench.associates[0].person)
    choices = [row["decision"] for row in judge.get(path).json()["acts"]["choices"]]
    assert choices == ["upheld", "overturned", "sent-back"]
    decided = judge.post(f"{path}decide/", {"decision": "overturned", "text": "So."}, "application/json")
    assert decided.json()["stands"] == "it is overturned"
    assert judge.post(f"{path}fly/", {}, "application/json").status_code == 404


def test_a_story_and_lists_take_as_many_queries_with_few_as_with_many(
    cast: Cast, bench: Bench, game: Game, sign_in: SignIn
) -> None:
    member = sign_in(bench.college[0].person)
    counts: dict[str, list[int]] = {"/appeals/": [], "/me/waiting/": [], "/api/v1/me/calendar/": []}
    for more in (1, 4):
        for _ in range(more):
            step = before_the_college_today(cast, game)
        for path, numbers in counts.items():
            with CaptureQueriesContext(connection) as queries:
                assert member.get(path).status_code == 200
            numbers.append(len(queries))
    assert step
    assert all(few == many for few, many in counts.values()), counts


def before_the_college_today(cast: Cast, game: Game) -> Appeal:
    """Two offices upheld it."""
    now = moment(None)
    this_appeal = appealed(cast, ruling_in(cast, game, at=now), at=now)
    for _ in range(2):
        step = waiting(this_appeal)
        assert step.judge is not None
        decide(by=step.judge.person, step=step, decision="upheld", reasons="So.", at=now)
        appeal_further(by=cast.players[1], appeal=this_appeal, grounds="No.", at=now)
    return this_appeal


@pytest.mark.both_databases
def test_the_college_finds_an_appeal_without_merit_on_its_page(
    cast: Cast, bench: Bench, game: Game, sign_in: SignIn
) -> None:
    this_appeal = before_the_college_today(cast, game)
    path = f"/appeals/{this_appeal.number}/"
    mover, other = (sign_in(member.person) for member in bench.college[:2])
    third = sign_in(bench.college[2].person)
    mover.post(f"{path}move/", {"decision": "upheld", "text": "So."})
    motion = waiting(this_appeal).motions.get().pk
    assert other.post(f"{path}close/", {"motion": motion}).status_code == 409
    for client in (other, third):
        client.post(f"{path}answer/", {"motion": motion, "answer": "aye"})
    assert "without merit" in text(mover.get(path))
    mover.post(f"{path}merit/", {"penalty": "the costs of the appeal", "text": "Thrice."})
    second = this_appeal.steps.get(office="College").motions.get(kind="without-merit").pk
    for client in (other, third):
        assert "appeal before the College" in text(client.get("/me/"))
        client.post(f"{path}answer/", {"motion": second, "answer": "aye"})
    assert "The College found the appeal without merit: the costs of the appeal." in text(mover.get(path))
