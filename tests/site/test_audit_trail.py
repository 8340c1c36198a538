"""Every change says who, when, why, from what, to what."""

from __future__ import annotations

import pytest
from django.db.transaction import TransactionManagementError

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.audit.services import note
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.recordings.services.recordings import record_certificates
from tests.cast import MARCH, Cast, certified, sanctioned_event
from tests.support.service_graph import (
    NOTING,
    Function,
    coming_to,
    functions,
    is_meant_to_change,
    is_service,
    named_outside,
)

WITHOUT = {
    "work of the machine, which no person does": {
        "scoring.heads.services.sign_what_is_due",
        "scoring.certificates.services.badges.have_status_lists_signed",
        "scoring.certificates.services.badges.have_missing_badges_made",
        "sanctioning.doctor.services.hear_clock",
        "sanctioning.kit.jobs.services.housekeeping.forget_done_jobs",
        "sanctioning.kit.jobs.services.jobs.ring_waiting",
        "sanctioning.kit.jobs.services.jobs.run_job",
        "sanctioning.kit.jobs.services.jobs.run_waiting",
        "sanctioning.kit.jobs.services.leases.release_leases",
        "sanctioning.kit.messages.services.delivery.deliver",
        "sanctioning.kit.messages.services.channels.pass_on",
        "sanctioning.webhooks.services.housekeeping.remove_old_deliveries",
        "sanctioning.webhooks.services.sending_again.replay",
    },
    "the answer of a form that is sent twice, kept for a while; what the form did has its own entry": {
        "sanctioning.kit.sent_once.services.answered_before",
        "sanctioning.kit.sent_once.services.keep_answer",
        "sanctioning.kit.sent_once.services.give_back",
        "sanctioning.kit.sent_once.services.forget_old_keys",
    },
    "files that are printed or packed of what stands, or deleted when their days are over": {
        "sanctioning.people.services.data_copies.make_copy",
        "sanctioning.people.services.data_copies.remove_old_copies",
        "scoring.exports.services.making.remove_old_files",
        "sanctioning.kit.jobs.services.made_files.made_file",
        "sanctioning.fees.services.printing.print_invoice",
        "scoring.rosters.services.printing.print_roster",
        "scoring.rosters.services.printing.print_errata",
        "tournaments.tables.services.papers.printed",
        "tournaments.slips.services.format_papers.format_paper",
        "scoring.previews.services.previews.carry_out_preview",
        "scoring.rosters.services.rosters.have_part_printed",
    },
    "asks for a job of which what it does has its own entry": {
        "sanctioning.people.services.anonymisation.enqueue_due_wishes",
        "sanctioning.doctor.services.ask_for_examination",
        "scoring.exports.services.making.make_what_is_due",
        "sanctioning.kit.jobs.services.jobs.enqueue",
        "scoring.imports.services.preparing.check_import",
        "scoring.imports.services.writing.write_import",
        "scoring.imports.services.taking_back.undo_import",
    },
    "a message about what has its own entry, or to remind somebody": {
        "tournaments.justice.cases.services.reminders.remind_of_cases",
        "tournaments.entries.notifications.entries.tell_of_bar",
        "tournaments.executors.notifications.conflicts.warn_of_declared",
    },
    "the mail for a new password, asked for by somebody not signed in; the owner is told of a new one": {
        "sanctioning.accounts.services.lost_passwords.ask_for_link",
    },
    "the mail to confirm an entry, asked for by somebody not signed in; the entry says who came of it": {
        "tournaments.entries.services.newcomers.ask_to_confirm",
    },
    "of one's own account alone: its row says when, and nobody else may see it": {
        "sanctioning.webhooks.services.sending_again.send_test",
        "sanctioning.accounts.services.tokens.make_token",
        "sanctioning.accounts.services.tokens.revoke_token",
        "sanctioning.accounts.services.provider_sign_ins.account_proven",
        "sanctioning.accounts.services.provider_sign_ins.join_provider",
        "sanctioning.accounts.services.provider_sign_ins.leave_provider",
        "sanctioning.accounts.services.languages.keep_language",
        "sanctioning.kit.messages.services.reading.mark_read",
        "sanctioning.kit.messages.services.reading.archive",
        "sanctioning.kit.messages.services.reading.archive_read",
        "sanctioning.kit.messages.services.reading.unarchive",
    },
    "that something was used, on its row": {
        "sanctioning.accounts.services.tokens.account_of_token",
        "sanctioning.accounts.services.passkeys.show_passkey",
        "tournaments.tables.services.table_links.link_of_secret",
    },
    "part of another act, noted with it": {
        "tournaments.events.services.feeds.forget_feed",
        "sanctioning.webhooks.services.webhooks.remove_webhooks_of",
        "scoring.certificates.services.badges.forget_badges",
        "sanctioning.kit.messages.services.channels.leave_channels_of",
        "scoring.exports.services.exports.remove_exports_of",
        "scoring.exports.services.making.make_files_again",
    },
    "before there is an authority, whose first entry its founding is": {
        "sanctioning.setting_up.services.new_code",
        "sanctioning.setting_up.services.open_with",
    },
    "tries an import out, of which nothing is written before its writing is noted": {
        "scoring.imports.services.checking.carry_out_check",
        "scoring.imports.services.preparing.choose",
        "scoring.imports.services.preparing.choose_for_rest",
    },
    "a practice event, which counts for nothing": {
        "scoring.practice.services.practices.throw_away",
        "scoring.practice.services.practices.sweep_practice",
    },
}
"""Services that change rows and rightly write nothing on the trail, by why."""
OF_ANOTHER = {
    "tournaments.justice.appeals.services.effects.take_effect": (
        "part of deciding an appeal, in its transaction"
    ),
    "scoring.imports.services.writing.carry_out_write": "in the transaction that completes its job",
    "scoring.imports.services.taking_back.carry_out_undo": "in the transaction that completes its job",
    "scoring.certificates.services.printing.print_certificate": (
        "its file commits with its job; only a first key is noted, where it is made"
    ),
    "tournaments.justice.cases.services.printing.print_letter": (
        "its file commits with its job; only a first key is noted, where it is made"
    ),
    "scoring.certificates.services.badges.sign_status_list": (
        "it says what has its own entries; only a first key is noted, where it is made"
    ),
    "scoring.heads.services.sign_head": (
        "a head seals the trail; only a first key is noted, where it is made"
    ),
}
"""Services that change rows and come to the trail without a transaction of their own, with why."""

ELSEWHERE = {
    "sanctioning.kit.prepared_writes.PreparedInsert.at_once": "how services write, not what",
    "sanctioning.kit.prepared_writes.PreparedUpdate.__call__": "how services write, not what",
    "scoring.results.selectors.decision_effects._as_if_decided": (
        "tries a decision out inside a savepoint that is rolled back"
    ),
}
"""Functions outside of services that change rows, with why."""


@pytest.mark.both_databases
def test_the_whole_way_of_a_result_is_on_the_trail(cast: Cast) -> None:
    before = AuditEntry.objects.latest("pk").pk
    certified(cast, sanctioned_event(cast), cast.players[:4])
    certificate = Certificate.objects.get()
    record_certificates(by=cast.registrar, person=cast.players[0], codes=[certificate.code], at=MARCH)
    trail = [
        (entry.action, entry.by and entry.by.family_name)
        for entry in AuditEntry.objects.filter(pk__gt=before).order_by("pk")
    ]
    assert trail == [
        ("register event", "Finch"),
        ("draft sanction", "Finch"),
        ("apply for sanction", "Finch"),
        ("submit sanction", "Finch"),
        ("grant sanction", "Vale"),
        ("open game", "Finch"),
        ("seat players", "Finch"),
        ("appoint Acting Executor", "Vale"),
        ("take report", "Ash"),
        ("confirm result", "Finch"),
        ("issue certificate", "Hale"),
        ("certify result", "Hale"),
        ("issue certificate", "Quill"),
        ("record certificates", "Quill"),
    ]
    certification_entry = AuditEntry.objects.get(action="certify result")
    assert (certification_entry.at, certification_entry.before, certification_entry.after) == (
        MARCH,
        {"state": "confirmed"},
        {"state": "certified", "awards": 1, "report": 1},
    )


def changing() -> list[Function]:
    """Every public function of a service that changes rows, itself or through another, and that is an act or
    is called by pages, programs, jobs or commands. What is neither is a part of one of these."""
    direct = {
        name
        for name, function in functions().items()
        if is_service(function.module) and function.changes_rows
    }
    writing = coming_to(frozenset(direct))
    return [
        function
        for name, function in sorted(functions().items())
        if is_service(function.module)
        and function.is_public
        and name in writing
        and (function.is_act or name in named_outside())
    ]


def test_the_services_are_found() -> None:
    """All three layers, of which some hundred and fifty change something."""
    assert len({function.module for function in functions().values() if is_service(function.module)}) > 150
    services = {service.name for service in changing()}
    assert len(services) > 150
    assert {
        "tournaments.teams.services.leaving.team_leaves",
        "tournaments.slips.services.slips.report_slip",
    } <= services


def test_rows_change_in_services_alone() -> None:
    elsewhere = {
        name
        for name, function in functions().items()
        if function.changes_rows and not is_meant_to_change(function.module)
    }
    assert elsewhere == set(ELSEWHERE)


def test_every_service_that_changes_something_comes_to_the_trail() -> None:
    """A new one that needs no entry is named above, with the reason."""
    noting = coming_to(frozenset(NOTING))
    silent = {service.name for service in changing() if service.name not in noting}
    assert silent == set().union(*WITHOUT.values())


def test_it_does_so_in_the_transaction_of_the_change() -> None:
    """`note` refuses to write outside one (below); here the change is held to the same."""
    noting = coming_to(frozenset(NOTING))
    open_ = {
        service.name
        for service in changing()
        if service.name in noting and service.changes_rows and not service.is_atomic
    }
    assert open_ == set(OF_ANOTHER)


@pytest.mark.django_db(transaction=True)
@pytest.mark.once
def test_nothing_is_noted_outside_a_transaction() -> None:
    with pytest.raises(TransactionManagementError):
        note(by=None, at=MARCH, action="try", thing=Person(pk=1))
