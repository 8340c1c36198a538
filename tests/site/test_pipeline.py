"""From a record to a roster: the seven steps, one after the other."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from sanctioning.kit.clock import noon
from scoring.certificates.models import Certificate
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.recordings.models import DegreeHeld
from scoring.recordings.services.recordings import record_certificates
from scoring.results.models import Standing
from scoring.rosters.selectors.kept_lines import csv_pieces
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import MARCH, Cast, certified, sanctioned_event


def test_a_record_becomes_points_a_degree_and_a_line_of_the_roster(cast: Cast) -> None:
    event = sanctioned_event(cast, level="special-event", event_type="tournament")
    certification = certified(cast, event, cast.players[:4])
    placed = [
        (standing.place, standing.person, standing.score)
        for standing in Standing.objects.filter(certification=certification)
    ]
    a, b, c, d = cast.players[:4]
    assert placed == [(1, a, 9), (2, c, -3), (3, b, -8), (4, d, -11)]
    [certificate] = Certificate.objects.all()
    assert (certificate.person, certificate.points, certificate.blue) == (a, Decimal("12.0"), Decimal("2.0"))
    submission = record_certificates(by=cast.registrar, person=a, codes=[certificate.code], at=MARCH)
    assert (submission.state, submission.answer["degree"]) == ("accepted", "Junior Master")
    held = [(degree.person, degree.degree) for degree in DegreeHeld.objects.order_by("rank", "person")]
    assert held == [*((player, "Novice") for player in (a, b, c, d)), (a, "Junior Master")]
    assert [entry.book for entry in LedgerEntry.objects.all()] == ["awarded", "recorded"]
    assert list(ledger_problems()) == []
    roster = compile_roster(by=cast.registrar, as_of=dt.date(2025, 5, 15), at=MARCH)
    roster = publish_roster(by=cast.registrar, roster=roster, at=noon(dt.date(2025, 5, 16)))
    assert b"".join(csv_pieces(roster)).decode().splitlines()[:3] == [
        "name,number,club,degree,points,blue points",
        f'"Ash, A",{a.number},Arden Whoopie Club,Junior Master of Whoopie,12.0,2.0',
        f'"Birch, B",{b.number},Arden Whoopie Club,Novice of Whoopie,0.0,0.0',
    ]
