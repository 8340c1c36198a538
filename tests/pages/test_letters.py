"""The pages and endpoints of Letters and disciplinary cases, by those whom they concern."""

from __future__ import annotations

from django.urls import reverse

from tests.cast import Cast
from tests.discipline import barred_table, holder, not_disruptive
from tests.pages.conftest import SignIn
from tournaments.models import Case, Letter


def test_from_the_vote_to_the_decision(cast: Cast, sign_in: SignIn) -> None:
    table, judge = barred_table(cast), holder(cast, "Asa")
    drafter, accused, managing = (sign_in(one) for one in (table.ayes[0], table.offender, cast.managing))
    draft = reverse("draft-letter", args=[table.vote.pk])
    assert table.offender.name in drafter.get(draft).content.decode()
    said = {"against": table.offender.number, "complaint": " "}
    refused = drafter.post(draft, said)
    assert (refused.status_code, b"complains of nothing" in refused.content) == (422, True)
    page = drafter.post(draft, {**said, "complaint": "He shouted."})["Location"]
    assert b"He shouted." in drafter.get(page).content
    assert b"Every Letter from this vote is drafted" in drafter.get(draft).content
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


def test_programs_do_the_same(cast: Cast, sign_in: SignIn) -> None:
    table, judge = barred_table(cast), holder(cast, "Asa")
    drafter, managing = sign_in(table.ayes[0]), sign_in(cast.managing)
    said = {"against": table.offender.number, "complaint": "He shouted."}
    made = drafter.post(f"/api/votes/{table.vote.pk}/letters/", said, content_type="application/json")
    assert made.status_code == 201
    letter = f"/api/letters/{made.json()['id']}/"
    drafter.post(f"{letter}sign/", {}, content_type="application/json")
    filed = drafter.post(f"{letter}file/", {"missing": "They left."}, content_type="application/json").json()
    assert filed["label"] == Letter.objects.get().__str__() == "Letter LPC-0001"
    typed = {"charge": "That he shouted.", "judge": judge.person.number}
    opened = managing.post(f"{letter}case/", typed, content_type="application/json")
    assert (opened.status_code, opened.json()["state"]) == (201, "to-answer")
    case = f"/api/cases/{opened.json()['id']}/"
    answered = sign_in(table.offender).post(
        f"{case}answer/", {"text": "I sang."}, content_type="application/json"
    )
    assert answered.json()["answered"]
    assert [one["label"] for one in managing.get("/api/cases/").json()] == ["Case D-0001"]


def test_a_case_against_the_ayes_is_opened_from_the_decision(cast: Cast, sign_in: SignIn) -> None:
    step, judge = not_disruptive(cast), holder(cast, "Asa")
    opening = reverse("open-cases", args=[step.pk])
    managing = sign_in(cast.managing)
    assert cast.players[3].name in managing.get(opening).content.decode()
    said = {"against": cast.players[3].number, "charge": "A vexatious charge.", "judge": judge.person.number}
    page = managing.post(opening, said)["Location"]
    assert "a decision that the act was not disruptive" in managing.get(page).content.decode()
    assert b"It was a tune" not in managing.get(page).content
    managing.post(f"{page}assign/", {"judge": cast.managing.number, "text": "Faster."})
    withdrawn = managing.post(f"{page}withdraw/", {"text": "I opened it."})
    assert withdrawn["Location"] == "/cases/"
    assert "Its judge withdrew" in managing.get(page).content.decode()
    assert b"1 case without a judge" in managing.get("/me/waiting/").content
