"""Two people who set one authority up at the same moment."""

from __future__ import annotations

from functools import partial

import pytest

from sanctioning.accounts.models.account import Account
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.setting_up.models import Founding, SetUpCode
from sanctioning.setting_up.services import found_with_account, new_code
from tests.support.racing import all_at_once, closing_connection


@pytest.mark.django_db(transaction=True)
def test_of_two_who_found_at_once_one_wins_and_the_other_leaves_nothing() -> None:
    new_code()
    founders = [
        partial(
            found_with_account,
            given_names=name,
            family_name="Vale",
            email=f"{name}@example.org",
            password="a long one",
        )
        for name in ("Ann", "Ben")
    ]
    answers = all_at_once([closing_connection(founder) for founder in founders])
    lost = [answer for answer in answers if isinstance(answer, Refusal)]
    won = [answer for answer in answers if isinstance(answer, Person)]
    assert (len(won), [refusal.code for refusal in lost]) == (1, ["authority-founded"]), answers
    assert Founding.objects.get().person == won[0]
    assert Account.objects.count() == Person.objects.count() == 1
    assert not SetUpCode.objects.exists()
