"""The demo season: built once, through the services, with all that it promises to show."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import TestCase

from sanctioning.accounts.models.account import Account
from sanctioning.bars.models import Bar
from sanctioning.clubs.models import Club
from sanctioning.fees.selectors.fees import club_account, receipts
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import today
from sanctioning.kit.installation.selectors import is_demo
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.lists.lists import ask
from sanctioning.kit.waiting.registry import holder_of, waiting_for
from sanctioning.law.selectors.versions import law_history
from sanctioning.offices.models.office import Office
from sanctioning.people.models.identity import Claim, Merge
from sanctioning.people.models.own_data import DataCopy
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from scoring.certificates.models import Certificate
from scoring.demo.people import LOGINS, PASSWORD
from scoring.demo.whoopie import jubilee
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.previews.models import Preview
from scoring.previews.services.previews import PREVIEW_JOB
from scoring.recordings.models import DegreeHeld, Submission
from scoring.results.models import Certification, Standing
from scoring.results.selectors.decision_effects import effects_of
from scoring.rosters.lines import by_degree
from scoring.rosters.models import Erratum, Roster
from scoring.rosters.selectors.kept_lines import csv_pieces, lines
from tests.cast import Cast
from tests.support.season import demo_season
from tournaments.calls.models import Call
from tournaments.events.models.event import Event
from tournaments.executors.selectors.proposals import propose, troubled_games, unruled_games
from tournaments.games.models import Game
from tournaments.justice.appeals.services.appealing import appeal
from tournaments.justice.cases.models import Case, Letter
from tournaments.justice.cases.selectors.letters import letters_to_sign
from tournaments.justice.rulings.models import Ruling
from tournaments.reports.models.report import Confirmation, Report, ReportFinding, StanzaReport
from tournaments.series.models import Qualifier
from tournaments.tables.models.stay import Stay

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("demo")]


class TestDemoSeason(TestCase):
    @classmethod
    def setUpTestData(cls) -> None:
        assert demo_season()

    def test_clubs_in_every_state_and_executors_to_choose_from(self) -> None:
        assert set(Club.objects.values_list("state", flat=True)) == set(Club.State.values)
        proposals = {game.event_slug: game for game in propose(unruled_games())}
        christmas = proposals["whitstable-christmas-tables-2026"]
        assert {(candidate.may, candidate.free) for candidate in christmas.candidates} >= {
            (True, True),
            (True, False),
        }
        assert any(not candidate.may for candidate in christmas.candidates)
        assert any(not game.bars for game in troubled_games())

    def test_two_years_of_events_at_all_levels(self) -> None:
        played = Event.objects.filter(games__reports__isnull=False, format="whoopie").distinct()
        assert played.count() == 15
        assert {event.sanction.level.slug for event in played if event.sanction} == {
            "restricted",
            "open",
            "special-event",
            "series-playoff-consolation",
            "jubilee",
        }
        approved = Club.objects.filter(state="approved").count()
        assert (approved, Person.objects.count() >= 55) == (3, True)
        assert Sanction.objects.filter(state="submitted").count() == 1

    def test_a_family_of_games_to_its_certificates_and_a_table_that_is_still_played(self) -> None:
        family = Game.objects.filter(event__slug="wetherby-long-table-2026").order_by("group")
        states = [(game.group, game.state) for game in family]
        assert states == [
            ("", "split"),
            ("A", "certified"),
            ("B", "split"),
            ("BA", "certified"),
            ("BB", "certified"),
        ]
        extrapolated = Standing.objects.get(certification__game=family[1], extrapolated__gt=0)
        assert extrapolated.award.points > 0
        ranked = Standing.objects.filter(certification__game__in=family).values_list("person", flat=True)
        assert (len(ranked), len(set(ranked))) == (16, 16)
        assert Stay.objects.filter(came_from__group="BA", player__game__group="BB").exists()
        running = Game.objects.get(event__slug="wetherby-friday-table-2026")
        assert (running.state, running.stanzas_played) == ("playing", 6)
        assert running.stanza_versions.filter(version=2).count() == 1

    def test_rulings_across_sections_private_and_public_one_replaced_one_guiding(self) -> None:
        rulings = Ruling.objects.filter(game__event__name="Wetherby Friday Table 2026")
        sections = {"II/Bids out of turn", "II/Improperly exposed cards", "II/Misdeals", "I/Bidding"}
        assert sections <= set(rulings.values_list("section", flat=True))
        assert rulings.filter(public=True).count() == 4
        assert rulings.filter(supersedes__isnull=False).count() == 1
        assert rulings.filter(guiding_at__isnull=False).count() == 1
        assert Call.objects.filter(ended="").exists()

    def test_a_letter_filed_with_its_case_under_way_and_one_that_waits_for_the_player(self) -> None:
        filed, draft = Letter.objects.order_by("pk")
        assert (filed.number, filed.signatures.count(), draft.number) == (1, 3, None)
        player = Person.objects.get(account__email="player@demo.example")
        assert list(letters_to_sign(player)) == [draft]
        case = Case.objects.get(letter=filed)
        assert (case.judge and case.judge.person, case.outcome) == (self.managing(), "")
        assert [entry.kind for entry in case.docket.all()] == ["opened", "answer", "hearing", "hearing"]
        assert {bar.votes.count() for bar in Bar.objects.exclude(imposed_by=self.managing())} == {1}

    def test_records_claimed_asked_for_merged_parted_forgotten_and_a_copy_on_its_way(self) -> None:
        assert set(Claim.objects.values_list("state", flat=True)) == {"waiting"}
        assert Person.objects.filter(account__email="claimed@demo.example").count() == 1
        assert sorted(merge.stands for merge in Merge.objects.all()) == [False, True]
        assert Person.objects.filter(family_name__startswith="Former player").count() == 1
        assert DataCopy.objects.count() == 1

    def test_applications_in_every_state_and_invoices_paid_partly_paid_and_refunded(self) -> None:
        assert set(Sanction.objects.values_list("state", flat=True)) == set(Sanction.State)
        individual = Sanction.objects.get(kind="individual")
        assert (individual.state, individual.number is not None) == ("granted", True)
        registrar = Person.objects.get(appointments__office=Office.REGISTRAR)
        accounts = [club_account(asker=registrar, club_slug=club.slug) for club in Club.objects.all()]
        states = {line.state for account in accounts if account for line in account.invoices}
        assert states >= {"paid", "partly paid", "refunded", "credited"}
        for account in accounts:
            assert account is not None
            assert account.balance == sum(entry.amount for entry in account.entries)
        assert ask(receipts(asker=registrar), {}).found == 1

    def test_a_hall_at_work_and_a_series_to_its_playoff(self) -> None:
        evening = Event.objects.get(name="Wetherby Lantern Tables 2026")
        states = Counter(evening.entries.values_list("state", flat=True))
        assert set(states) == {"entered", "waiting", "withdrawn", "absent"}
        assert states["entered"] == evening.capacity
        assert evening.entries.exclude(late_for="").count() == 1
        assert set(evening.entries.values_list("fee_state", flat=True)) == {"unpaid", "paid", "waived"}
        assert list(evening.rounds.order_by("number").values_list("state", "mode")) == [
            ("open", "draw"),
            ("preview", "balanced"),
        ]
        assert {game.scorekeeper is not None for game in evening.games.all()} == {True, False}
        imposed = Bar.objects.filter(imposed_by=self.managing())
        assert sorted(bar.lifted_at is None for bar in imposed) == [False, True]
        held = Counter(Qualifier.objects.values_list("part", "state"))
        assert held["playoff", "declined"] == 1
        assert held["playoff", "qualified"] == held["consolation", "qualified"] == 6

    def test_games_of_every_size_with_all_that_happens_at_tables(self) -> None:
        whoopie = Report.objects.filter(current=True, game__event__format="whoopie")
        sizes = {len(report.check_document["final"]) for report in whoopie}
        assert sizes == {3, 4, 5, 6, 7, 8, 9, 10}
        bodies = [stanza.body for stanza in StanzaReport.objects.all()]
        assert any(body.get("joins") for body in bodies)
        assert any(body.get("leaves") for body in bodies)
        kinds = Counter(incident["kind"] for body in bodies for incident in body.get("incidents", []))
        assert set(kinds) >= {"revoke-other", "exposed-card", "misdeal", "type-1", "type-2-penalty"}
        assert Standing.objects.filter(extrapolated__gt=0).exists()
        assert Standing.objects.filter(shared=True).exists()

    def test_every_record_is_true_but_for_the_slips_of_the_story(self) -> None:
        findings = [
            (finding.code, finding.settled_at is not None, finding.report.current)
            for finding in ReportFinding.objects.order_by("pk")
        ]
        assert findings == [
            ("score-mismatch", True, True),
            ("score-mismatch", False, False),
            ("score-mismatch", False, True),
        ]

    def test_something_is_left_on_every_desk(self) -> None:
        whoopie = Game.objects.filter(event__format="whoopie").exclude(state="certified")
        assert Counter(whoopie.values_list("state", flat=True)) == {
            "open": 5,
            "playing": 2,
            "split": 2,
            "reported": 3,
            "confirmed": 1,
        }

    def test_the_jubilee_finds_an_executor_on_whatever_day_the_season_is_built(self) -> None:
        """All three rule at the whist events: built three days after them, the season had nobody for it."""
        for built in (jubilee.WHIST + day * jubilee.DAY for day in range(10)):
            assert jubilee.evening_before(built) not in (built, jubilee.WHIST)

    def test_a_grand_master_hangs_on_a_ruling_that_can_still_be_appealed(self) -> None:
        degree = DegreeHeld.objects.get(degree="Grand Master", until__isnull=True)
        ruling = Ruling.objects.get(game__event__name="Jubilee of the Rules")
        assert (ruling.irregularity, ruling.outcome["incident"]) == ("revoke", "revoke-other")
        rival = Person.objects.get(account__email="appellant@demo.example")
        places = dict(ruling.game.certifications.get(current=True).standings.values_list("person", "place"))
        assert (places[degree.person_id], places[rival.pk]) == (1, 2)
        appealed = appeal(by=rival, ruling=ruling, grounds="It was a spade.")
        step = appealed.steps.get()
        assert step.judge is not None
        [game] = effects_of(by=step.judge.person, step=step, decision="overturned").games
        [touched] = [
            person_touched for person_touched in game.touched if person_touched.person == degree.person
        ]
        assert touched.degrees_lost == ("Grand Master of Whoopie",)
        assert [(certificate.points, certificate.state) for certificate in touched.issued] == [
            (Decimal("100.0"), "recorded")
        ]

    def test_players_hold_four_degrees_and_more_have_certificates(self) -> None:
        held = set(DegreeHeld.objects.values_list("degree", flat=True))
        assert held >= {"Novice", "Junior Master", "Master", "Senior Master"}
        above = DegreeHeld.objects.exclude(degree="Novice")
        stands = Certificate.objects.filter(kind="degree").exclude(state="void")
        assert set(above.values_list("certificate", flat=True)) == set(stands.values_list("pk", flat=True))
        assert Certificate.objects.filter(kind="rating-points", blue__gt=0).exists()

    def test_whist_was_won_recorded_and_stands_on_a_roster_of_its_own(self) -> None:
        papers = Certificate.objects.filter(card_game="whist")
        assert {paper.facts["counted"] for paper in papers.filter(kind="rating-points")} == {"teams"}
        assert "Junior Master of Whist" in {paper.facts["degree"] for paper in papers.filter(kind="degree")}
        [roster] = Roster.objects.filter(card_game="whist")
        degrees = {name: players for name, players, _points, _blue in roster.degrees}
        assert set(degrees) == {"Junior Master of Whist", "Novice of Whist"}
        assert degrees["Junior Master of Whist"] == papers.filter(kind="degree").count()

    def test_law_is_in_every_state_and_a_draft_has_its_preview(self) -> None:
        states = Counter((line.kind, line.state) for line in law_history(asker=self.managing()))
        assert states["articles", "before"] == states["articles", "in force"] == 1
        assert states["articles", "draft"] == states["articles", "withdrawn"] == 1
        assert states["fees", "to come"] == states["rules", "draft"] == 1
        run_waiting(PREVIEW_JOB)
        preview = Preview.objects.get()
        assert preview.totals is not None
        assert preview.totals["games_differing"] > 5
        totals = {name: preview.totals[name] for name in ("degrees_higher", "degrees_lower")}
        assert totals == {"degrees_higher": 0, "degrees_lower": 1}
        by_articles = Certification.objects.values_list("articles__number", flat=True)
        assert set(by_articles) == {1, 2}

    def managing(self) -> Person:
        return Person.objects.filter(appointments__office=Office.MANAGING_EXECUTOR)[0]

    def test_refused_submissions_are_kept(self) -> None:
        refused = Submission.objects.filter(state="refused").values_list("refused_for", flat=True)
        assert sorted(refused) == ["mutilated", "quantity", "quantity"]

    def test_rosters_are_published_and_can_be_made_again_from_their_lines(self) -> None:
        states = {str(roster.key): roster.state for roster in Roster.objects.all()}
        assert states == {
            "2025-11-15": "published",
            "2026-05-15": "published",
            "2026-11-15": "compiled",
            "whist/2026-11-15": "published",
        }
        for roster in Roster.objects.all():
            csv = b"".join(csv_pieces(roster))
            assert hashlib.sha256(csv).hexdigest() == roster.csv_sha256
            assert sorted(lines(roster), key=by_degree) == list(lines(roster))

    def test_the_books_add_up(self) -> None:
        assert list(ledger_problems()) == []
        for latest in Roster.objects.filter(as_of=dt.date(2026, 11, 15)):
            recorded = LedgerEntry.objects.filter(book="recorded", card_game=latest.card_game)
            until = sum(entry.points for entry in recorded if entry.day <= latest.as_of)
            assert until == latest.points == sum(line.points for line in lines(latest))
        assert (
            LedgerEntry.objects.filter(book="awarded", points__gt=0).count()
            == Certificate.objects.filter(kind="rating-points", replaces__isnull=True).count()
        )

    def test_nobody_judges_in_his_own_cause(self) -> None:
        for certification in Certification.objects.select_related("certified_by__person", "game"):
            assert not certification.game.players.filter(person=certification.certified_by.person).exists()
        assert not any(
            confirmation.confirmer_id == confirmation.reporter_id
            for confirmation in Confirmation.objects.all()
        )

    def test_the_trail_lies_in_the_season_itself(self) -> None:
        moments = AuditEntry.objects.values_list("at", flat=True)
        assert min(moments).date() == dt.date(2024, 8, 1)
        assert max(moments).date() <= max(dt.date(2026, 11, 21), today())

    def test_every_login_signs_in_with_its_office(self) -> None:
        offices = {}
        for login in LOGINS:
            assert self.client.login(username=login.email, password=PASSWORD)
            person = Person.objects.get(account__email=login.email)
            offices[login.role] = set(person.appointments.values_list("office", flat=True))
        assert offices == {
            "Managing Executor": {Office.MANAGING_EXECUTOR},
            "registrar": {Office.REGISTRAR},
            "Acting Executor": {Office.ACTING_EXECUTOR},
            "director": {Office.DIRECTOR},
            "club officer": {Office.CLUB_OFFICER},
            "player": set(),
            "appellant": set(),
            "Associate Executor": {Office.ASSOCIATE_EXECUTOR, Office.COLLEGE},
            "College": {Office.COLLEGE},
        }

    def test_who_has_an_account_or_an_office_can_open_the_front_page_and_my_page(self) -> None:
        for person in Person.objects.filter(account=None, appointments__isnull=False).distinct():
            person.account = Account.objects.create_user(f"{person.number}@demo.example", PASSWORD)
            person.save()
        answers: dict[tuple[str, str], int] = {}
        for account in Account.objects.filter(person__isnull=False):
            self.client.force_login(account)
            answers |= {(account.email, path): self.client.get(path).status_code for path in ("/", "/me/")}
        assert len(answers) > 2 * len(LOGINS)
        assert {address: status for address, status in answers.items() if status != 200} == {}

    def test_what_waits_can_be_told_to_everybody(self) -> None:
        """Without the masthead, which goes without its count when that fails."""
        waits = {person.number: waiting_for(holder_of(person)) for person in Person.objects.all()}
        assert any(waits.values())

    def test_a_second_call_does_nothing(self) -> None:
        people, entries = Person.objects.count(), LedgerEntry.objects.count()
        output = StringIO()
        call_command("demo", stdout=output)
        assert output.getvalue() == "The demo season is there already.\n"
        assert (Person.objects.count(), LedgerEntry.objects.count()) == (people, entries)
        assert is_demo()
        call_command("demo", "--logins", stdout=output)
        assert all(login.email in output.getvalue() for login in LOGINS)

    def test_certificates_are_in_every_state(self) -> None:
        states = set(Certificate.objects.filter(kind="rating-points").values_list("state", flat=True))
        assert states == {"issued", "recorded", "void", "replaced", "mutilated"}

    def test_a_result_was_corrected_and_the_published_roster_says_so(self) -> None:
        corrected = Certification.objects.get(version=2)
        assert corrected.current
        errata = Erratum.objects.filter(certification=corrected)
        assert [str(erratum.roster.as_of) for erratum in errata] == ["2026-05-15"]
        assert LedgerEntry.objects.filter(corrects__isnull=False).count() >= 2
        assert list(ledger_problems()) == []

    def test_somebody_came_to_a_degree_over_a_jump(self) -> None:
        jumped = [
            person
            for person in Person.objects.filter(degrees__degree="Master", degrees__until=None)
            if not person.degrees.filter(degree="Junior Master").exists()
        ]
        assert jumped


def test_the_demo_does_not_mix_with_real_people(cast: Cast) -> None:
    with pytest.raises(CommandError, match="people of its own"):
        call_command("demo")
    assert not is_demo()
