"""The pages and endpoints of Letters and disciplinary cases, by those whom they concern."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.fixtures import SignIn
from tests.support.discipline import barred_table, filed_letter, holder, not_disruptive, opened_case
from tournaments.justice.cases.models import Case, Letter
from tournaments.justice.cases.services.letters import draft_letter, file_letter, sign_letter
from tournaments.justice.votes.notifications import vote_path


def test_from_the_vote_to_the_decision(cast: Cast, sign_in: SignIn) -> None:
    table, judge = barred_table(cast), holder(cast, "Asa")
    drafter, accused, managing = (
        sign_in(person) for person in (table.ayes[0], table.offender, cast.managing)
    )
    draft = reverse("draft-letter", args=[table.vote.pk])
    assert table.offender.name in drafter.get(draft).content.decode()
    form = {"against": table.offender.number, "complaint": " "}
    refused = drafter.post(draft, form)
    assert (refused.status_code, b"has no complaint" in refused.content) == (422, True)
    page = drafter.post(draft, {**form, "complaint": "He shouted."})["Location"]
    assert b"He shouted." in drafter.get(page).content
    assert b"All Letters from this vote have been drafted" in drafter.get(draft).content
    assert drafter.post(f"{page}edit/", {"complaint": ""}).status_code == 422
    assert accused.get(page).status_code == 404
    assert "not signed" in sign_in(cast.executor).get(page).content.decode()
    assert b"1 Letter to sign" in drafter.get("/me/waiting/").content
    drafter.post(f"{page}sign/")
    assert drafter.post(f"{page}file/", {"missing": ""}).status_code == 422
    drafter.post(f"{page}file/", {"missing": "They left."})
    assert b"They left." in accused.get(page).content
    assert "LPC-0001" in accused.get("/letters/").content.decode()
    assert accused.get(f"{page}paper/").status_code == 404
    assert b"1 Letter filed, without a case" in managing.get("/me/waiting/").content
    opening = f"{page}case/"
    assert b"He shouted." in managing.get(opening).content
    typed = {"charge": "That he shouted.", "judge": "nobody"}
    assert managing.get(opening).status_code == 200
    assert managing.post(opening, typed).status_code == 422
    case = managing.post(opening, {**typed, "judge": judge.person.number})["Location"]
    assert b"1 charge to answer" in accused.get("/me/waiting/").content
    bench = sign_in(judge.person)
    assert bench.post(f"{case}hearing/", {"hearing_at": "soon", "place": "Hall"}).status_code == 422
    bench.post(f"{case}hearing/", {"hearing_at": "2099-05-04T19:30", "place": "Town Hall"})
    assert "4 May 2099, 19:30, Town Hall" in accused.get(case).content.decode()
    accused.post(f"{case}answer/", {"text": "I sang."})
    assert b"1 case to decide" in bench.get("/me/waiting/").content
    assert b"I sang." in bench.get(case).content
    wrong = {"outcome": "bar", "reasons": "So.", "kind": "everything", "first_day": "tomorrow"}
    assert bench.post(f"{case}decide/", wrong).status_code == 422
    bench.post(f"{case}decide/", {**wrong, "first_day": "2099-01-01", "last_day": "2099-06-30"})
    assert "1 January – 30 June 2099" in accused.get(case).content.decode()
    assert "D-0001" in managing.get("/cases/").content.decode()
    assert Case.objects.get().outcome == "bar"
    bars = managing.get("/authority/bars/").content.decode()
    assert f'<a href="{case}">Case D-0001</a>' in bars
    assert bench.get("/authority/bars/").status_code == 403


@pytest.mark.both_databases
def test_a_carried_vote_leads_to_its_letters_as_far_as_one_may_see_them(cast: Cast, sign_in: SignIn) -> None:
    table = barred_table(cast)
    vote = vote_path(table.vote, table.game)
    drafter, voter, accused = (sign_in(person) for person in (*table.ayes[:2], table.offender))
    executor, managing = sign_in(cast.executor), sign_in(cast.managing)
    link = f'href="{reverse("draft-letter", args=[table.vote.pk])}"'
    everybody = (drafter, voter, executor, accused, managing)
    assert [link in client.get(vote).content.decode() for client in everybody] == [
        True,
        True,
        False,
        False,
        False,
    ]
    api = voter.get(f"/api/v1{vote}").json()
    assert (api["may_draft_letter"], api["letters"]) == (True, [])
    letter = draft_letter(by=table.ayes[0], vote=table.vote, against=table.offender, complaint="He shouted.")
    page = f'href="{reverse("letter", args=[letter.pk])}"'
    assert not any(link in client.get(vote).content.decode() for client in everybody)
    assert [page in client.get(vote).content.decode() for client in everybody] == [
        True,
        True,
        True,
        False,
        False,
    ]
    sign_letter(by=table.ayes[0], letter=letter)
    file_letter(by=table.ayes[0], letter=letter, missing="They left.")
    assert all(page in client.get(vote).content.decode() for client in everybody)


@pytest.mark.both_databases
def test_whether_a_case_followed_is_told_to_those_alone_who_see_every_case(
    cast: Cast, sign_in: SignIn
) -> None:
    filed = filed_letter(cast)
    college = sign_in(holder(cast, "Cora", "college-member").person)
    voter, accused, managing = sign_in(cast.players[0]), sign_in(filed.against), sign_in(cast.managing)
    path = "/letters/?state=without-case"

    def found(client: Client) -> tuple[bool, int]:
        answer = client.get(path)
        return b'value="without-case"' in answer.content, answer.context["list"].found

    assert found(managing) == found(college) == (True, 1)
    before = [found(voter), found(accused)]
    assert not any(offered for offered, _ in before)
    page = reverse("letter", args=[filed.pk])
    offered = [b"Take no action" in client.get(page).content for client in (managing, college, voter)]
    assert offered == [True, False, False]
    assert voter.post(f"{page}let-lie/", {"text": "No."}).status_code == 403
    assert managing.post(f"{page}let-lie/", {"text": ""}).status_code == 422
    managing.post(f"{page}let-lie/", {"text": "They have made peace."})
    shown = [b"made peace" in client.get(page).content for client in (managing, college, voter, accused)]
    assert shown == [True, True, False, False]
    assert [client.get("/letters/?state=lies").context["list"].found for client in (managing, college)] == [
        1,
        1,
    ]
    opened_case(cast, filed, holder(cast, "Asa"))
    assert found(managing) == found(college) == (True, 0)
    assert [found(voter), found(accused)] == before
    assert [len(client.get(f"/api/v1{path}").json()) for client in (managing, college)] == [0, 0]
    assert voter.get(f"/api/v1{path}").status_code == 400


@pytest.mark.both_databases
def test_programs_do_the_same(cast: Cast, sign_in: SignIn) -> None:
    table, judge = barred_table(cast), holder(cast, "Asa")
    drafter, managing = sign_in(table.ayes[0]), sign_in(cast.managing)
    form = {"against": table.offender.number, "complaint": "He shouted."}
    answer = drafter.post(f"/api/v1/votes/{table.vote.pk}/letters/", form, content_type="application/json")
    assert answer.status_code == 201
    letter = f"/api/v1/letters/{answer.json()['id']}/"
    drafter.post(f"{letter}sign/", {}, content_type="application/json")
    filed = drafter.post(f"{letter}file/", {"missing": "They left."}, content_type="application/json").json()
    assert filed["label"] == Letter.objects.get().__str__() == "Letter LPC-0001"
    typed = {"charge": "That he shouted.", "judge": judge.person.number}
    opened = managing.post(f"{letter}case/", typed, content_type="application/json")
    assert (opened.status_code, opened.json()["state"]) == (201, "to-answer")
    case = f"/api/v1/cases/{opened.json()['id']}/"
    answered = sign_in(table.offender).post(
        f"{case}answer/", {"text": "I sang."}, content_type="application/json"
    )
    assert answered.json()["answered"]
    assert [row["label"] for row in managing.get("/api/v1/cases/").json()] == ["Case D-0001"]


@pytest.mark.both_databases
def test_a_case_against_the_ayes_is_opened_from_the_decision(cast: Cast, sign_in: SignIn) -> None:
    step, judge = not_disruptive(cast), holder(cast, "Asa")
    opening = reverse("open-cases", args=[step.pk])
    managing = sign_in(cast.managing)
    appeal = reverse("appeal", args=[step.appeal.number])
    assert f'href="{opening}"' in managing.get(appeal).content.decode()
    assert opening not in sign_in(cast.players[0]).get(appeal).content.decode()
    assert sign_in(judge.person).get(appeal).status_code == 403
    assert cast.players[3].name in managing.get(opening).content.decode()
    form = {"against": cast.players[3].number, "charge": "A vexatious charge.", "judge": judge.person.number}
    page = managing.post(opening, form)["Location"]
    assert "a decision that the act was not disruptive" in managing.get(page).content.decode()
    assert b"It was a tune" not in managing.get(page).content
    assert f'href="{appeal}"' in sign_in(judge.person).get(page).content.decode()
    assert b"It was a tune" in sign_in(judge.person).get(appeal).content
    managing.post(f"{page}assign/", {"judge": cast.managing.number, "text": "Faster."})
    withdrawn = managing.post(f"{page}withdraw/", {"text": "I opened it."})
    assert withdrawn["Location"] == "/cases/"
    assert "Its judge withdrew" in managing.get(page).content.decode()
    assert b"1 case without a judge" in managing.get("/me/waiting/").content
    for player in cast.players[:3]:
        assert opening in managing.get(appeal).content.decode()
        managing.post(opening, {**form, "against": player.number})
    assert opening not in managing.get(appeal).content.decode()


def test_a_program_opens_a_case_against_the_ayes(cast: Cast, sign_in: SignIn) -> None:
    step, judge = not_disruptive(cast), holder(cast, "Asa")
    sent = {"against": cast.players[3].number, "charge": "A vexatious charge.", "judge": judge.person.number}
    address = f"/api/v1/appeals/decisions/{step.pk}/cases/"
    opened = sign_in(cast.managing).post(
        address, sent, content_type="application/json", headers={"Idempotency-Key": "once"}
    )
    assert (opened.status_code, opened.json()["state"]) == (201, "to-answer")
    assert Case.objects.get().against == cast.players[3]
