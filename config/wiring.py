"""Who answers what lower packages ask: the entries of every registry, in one place.

What belongs to one game is not listed here: formats, their papers, rules and conditions are registered by the
game's own modules under `tournaments.formats`, and kinds of job by the `tasks` of each layer. What installed
packages add comes from `config.plugins`.
"""

from __future__ import annotations

from typing import Final

from django.utils.module_loading import autodiscover_modules

from config import plugins
from sanctioning import hooks as told_by_authority
from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.accounts.token_scopes import PACKAGES as TOKEN_PACKAGES
from sanctioning.bars.origins import BAR_ORIGINS
from sanctioning.bars.targets import BAR_TARGETS, CLUBS_AND_SANCTIONS
from sanctioning.clubs.searched import CLUBS
from sanctioning.doctor.selectors import steps_of_upkeep
from sanctioning.help.searched import HELP
from sanctioning.kit.messages.mail_files import MAIL_FILES
from sanctioning.kit.messages.services.channels import leave_channels_of
from sanctioning.kit.plugins import MISSED
from sanctioning.kit.waiting.registry import CLUB_WAITS, WAITS
from sanctioning.law.searched import RULES
from sanctioning.people.searched import PEOPLE
from sanctioning.people.services.data_copies import OWN_PAPERS
from sanctioning.sanctions.services.applications import grant_on_payment
from sanctioning.search.registry import KINDS
from sanctioning.setting_up.selectors import STEPS, steps_of_the_institution
from sanctioning.waiting import waits_of_fees_and_approval, waits_of_the_authority
from sanctioning.webhooks.occasions import NAMED_EVENTS, OCCASIONS
from sanctioning.webhooks.services.webhooks import remove_webhooks_of
from scoring.certificates.searched import CERTIFICATES
from scoring.certificates.selectors.certificates import holder_of_paper, papers_of
from scoring.certificates.services.badges import forget_badges
from scoring.degrees.entry_condition import DEGREE
from scoring.degrees.services.merged_people import follow_identity
from scoring.exports.mail_files import files_of_export
from scoring.exports.services.exports import remove_exports_of
from scoring.exports.services.making import make_files_again
from scoring.results import occasions as of_results
from scoring.results.services.amendments import follow_amendments
from scoring.rosters import occasions as of_rosters
from scoring.rosters.searched import ROSTERS
from scoring.waiting import waits_of_scoring, waits_of_uncertified_games
from tournaments import hooks as told_by_tournaments
from tournaments.directing.services.moving_players import rise
from tournaments.entries.mail_files import files_of_entry
from tournaments.entries.notifications.entries import tell_of_bar
from tournaments.entries.services.merged_people import let_go_of_unused_entries, object_to_two_at_once
from tournaments.entries.services.waiting_list import fill_places
from tournaments.events import entry_conditions
from tournaments.events import occasions as of_events
from tournaments.events.bar_targets import EVENTS
from tournaments.events.personal_calendar import DATES
from tournaments.events.searched import EVENTS as SEARCHED_EVENTS
from tournaments.events.selectors.dates import dates_of_events_and_games
from tournaments.events.selectors.formats import formats_missed
from tournaments.events.services.events import keep_what_is_to_come, keep_what_was_played
from tournaments.events.services.feeds import forget_feed
from tournaments.executors.notifications.conflicts import warn_of_declared
from tournaments.formats import registry as formats
from tournaments.formats.display import registry as display
from tournaments.formats.entry_condition_kinds import ENTRY_CONDITIONS
from tournaments.justice.appeals import occasions as of_appeals
from tournaments.justice.appeals.bundle_parts import BUNDLE_PARTS
from tournaments.justice.appeals.selectors.appealable import offer_of
from tournaments.justice.appeals.selectors.dates import dates_of_appeals
from tournaments.justice.appeals.selectors.waiting import waits_of_appeals
from tournaments.justice.bar_origins import origins_in_tournaments
from tournaments.justice.cases.selectors.dates import dates_of_cases
from tournaments.justice.cases.selectors.letters import letters_of_vote, may_draft_letter
from tournaments.justice.cases.selectors.waiting import waits_of_letters
from tournaments.justice.rulings.occasions import RULING_GIVEN
from tournaments.reports.merged_people import object_to_own_witness
from tournaments.reports.occasions import RECORD_REPORTED
from tournaments.reports.selectors.appeal_bundle import bundle_part
from tournaments.slips.event_folders import endings_of_game
from tournaments.slips.occasions import SLIP_REPORTED
from tournaments.slips.selectors.due import places_due, slips_of_rounds
from tournaments.slips.selectors.tills import till_of
from tournaments.slips.signed_seats import object_to_a_signed_seat
from tournaments.tables.occasions import STANZA_REPORTED
from tournaments.tables.services.seating import leave_barred
from tournaments.tables.services.table_links import withdraw_of_emptied
from tournaments.teams.services.refused_people import withdraw_refused
from tournaments.waiting import waits_of_applications, waits_of_tournaments

TOKENS_REACH: Final = {
    ApiToken.Scope.REPORT: (
        "tournaments.calls",
        "tournaments.reports",
        "tournaments.slips",
        "tournaments.tables",
    ),
    ApiToken.Scope.RUN: ("tournaments", "scoring.practice", "scoring.results", "scoring.series"),
    ApiToken.Scope.RECORDS: (
        "sanctioning.clubs",
        "sanctioning.fees",
        "sanctioning.people",
        "scoring.certificates",
        "scoring.exports",
        "scoring.heads",
        "scoring.imports",
        "scoring.ledger",
        "scoring.recordings",
        "scoring.rosters",
    ),
}
"""What a token of each scope may change, by package; one with full access may change all."""


def wire() -> None:
    """Fill every registry."""
    _list_conditions_of_entry()
    autodiscover_modules("tasks")
    formats.discover()
    found = plugins.find()
    for plugin in found:
        plugin.add_formats()
    # What is displayed of a format, and papers of plug-ins, are about the formats that there are.
    formats.FORMATS.complete()
    display.discover()
    for plugin in found:
        plugin.add_the_rest()
    _fill_lists()
    _tell_of_acts_of_the_authority()
    _answer_tournaments()
    _tell_webhooks()


def _list_conditions_of_entry() -> None:
    """Those of every format, before each format adds its own: pages list them in this order."""
    ENTRY_CONDITIONS.register("clubs", entry_conditions.CLUBS)
    ENTRY_CONDITIONS.register("invitation", entry_conditions.INVITATION)
    ENTRY_CONDITIONS.register("age", entry_conditions.AGE)
    ENTRY_CONDITIONS.register("qualified", entry_conditions.QUALIFIED)


def _fill_lists() -> None:
    for scope, packages in TOKENS_REACH.items():
        TOKEN_PACKAGES.register(scope, packages)
    STEPS.register("institution", steps_of_the_institution)
    STEPS.register("upkeep", steps_of_upkeep)
    WAITS.register("authority", waits_of_the_authority)
    WAITS.register("tournaments", waits_of_tournaments)
    WAITS.register("appeals", waits_of_appeals)
    WAITS.register("letters", waits_of_letters)
    WAITS.register("scoring", waits_of_scoring)
    CLUB_WAITS.register("authority", waits_of_fees_and_approval)
    CLUB_WAITS.register("tournaments", waits_of_applications)
    CLUB_WAITS.register("games", waits_of_uncertified_games)
    DATES.register("tournaments", dates_of_events_and_games)
    DATES.register("appeals", dates_of_appeals)
    DATES.register("letters", dates_of_cases)
    for kind in ("entry-taken", "entry-moved-up", "entry-withdrawn"):
        MAIL_FILES.register(kind, files_of_entry)
    MAIL_FILES.register("export-made", files_of_export)
    BAR_TARGETS.register("authority", CLUBS_AND_SANCTIONS)
    BAR_TARGETS.register("tournaments", EVENTS)
    MISSED.register("formats", formats_missed)
    BAR_ORIGINS.register("tournaments", origins_in_tournaments)
    BUNDLE_PARTS.register("stanza", bundle_part)
    ENTRY_CONDITIONS.register("degree", DEGREE)
    OWN_PAPERS.register("certificates", papers_of)
    KINDS.register("certificates", CERTIFICATES)
    KINDS.register("players", PEOPLE)
    KINDS.register("clubs", CLUBS)
    KINDS.register("events", SEARCHED_EVENTS)
    KINDS.register("rosters", ROSTERS)
    KINDS.register("rules", RULES)
    KINDS.register("help", HELP)


def _tell_of_acts_of_the_authority() -> None:
    told_by_authority.INVOICE_SETTLED.register("sanctions", grant_on_payment)
    told_by_authority.SANCTION_CANCELLING.register("games opened", keep_what_was_played)
    told_by_authority.CLUB_CLOSING.register("events to come", keep_what_is_to_come)
    told_by_authority.BAR_IMPOSED.register("entries", tell_of_bar)
    told_by_authority.CONFLICT_DECLARED.register("executors", warn_of_declared)
    told_by_authority.PEOPLE_MERGING.register("games and entries", object_to_two_at_once)
    told_by_authority.PEOPLE_MERGING.register("confirmations", object_to_own_witness)
    told_by_authority.PEOPLE_CHANGED.register("degrees", follow_identity)
    told_by_authority.PERSON_DELETING.register("entries", let_go_of_unused_entries)
    told_by_authority.PROVISIONAL_REFUSED.register("entries", withdraw_refused)
    told_by_authority.PERSON_ANONYMISED.register("calendar feed", forget_feed)
    told_by_authority.PERSON_ANONYMISED.register("webhooks", remove_webhooks_of)
    told_by_authority.PERSON_ANONYMISED.register("badges", forget_badges)
    told_by_authority.PUBLICITY_CHANGED.register("files of exports", make_files_again)
    told_by_authority.PERSON_ANONYMISED.register("exports", remove_exports_of)
    told_by_authority.PERSON_ANONYMISED.register("files of exports", make_files_again)
    told_by_authority.PERSON_ANONYMISED.register("channels", leave_channels_of)


def _answer_tournaments() -> None:
    told_by_tournaments.RECORD_AMENDED.register("results", follow_amendments)
    told_by_tournaments.SUBSTITUTING.register("slips", object_to_a_signed_seat)
    told_by_tournaments.PLACES_DUE.register("slips", places_due)
    told_by_tournaments.SLIPS_OF_ROUNDS.register("slips", slips_of_rounds)
    told_by_tournaments.ENDINGS_OF_RULINGS.register("slips", endings_of_game)
    told_by_tournaments.TILL.register("slips", till_of)
    told_by_tournaments.CAPACITY_CHANGED.register("waiting list", fill_places)
    told_by_tournaments.PAPER_HOLDER.register("certificates", holder_of_paper)
    told_by_tournaments.LEAVING_TABLE.register("seats", rise)
    told_by_tournaments.BARRED_AT_TABLE.register("seats", leave_barred)
    told_by_tournaments.GAME_EMPTIED.register("links", withdraw_of_emptied)
    told_by_tournaments.APPEAL_OFFERS.register("appeals", offer_of)
    told_by_tournaments.MAY_DRAFT_LETTER.register("letters", may_draft_letter)
    told_by_tournaments.LETTERS_OF_VOTE.register("letters", letters_of_vote)


def _tell_webhooks() -> None:
    """In the order in which people choose among them."""
    NAMED_EVENTS.register("events", of_events.may_name)
    OCCASIONS.register("event.registered", of_events.REGISTERED)
    OCCASIONS.register("event.sanctioned", of_events.SANCTIONED)
    OCCASIONS.register("event.changed", of_events.CHANGED)
    OCCASIONS.register("event.cancelled", of_events.CANCELLED)
    OCCASIONS.register("announcement.made", of_events.ANNOUNCED)
    OCCASIONS.register("stanza.reported", STANZA_REPORTED)
    OCCASIONS.register("slip.reported", SLIP_REPORTED)
    OCCASIONS.register("record.reported", RECORD_REPORTED)
    OCCASIONS.register("ruling.given", RULING_GIVEN)
    OCCASIONS.register("appeal.decided", of_appeals.APPEAL_DECIDED)
    OCCASIONS.register("appeal.final", of_appeals.APPEAL_FINAL)
    OCCASIONS.register("result.certified", of_results.CERTIFIED)
    OCCASIONS.register("result.corrected", of_results.CORRECTED)
    OCCASIONS.register("roster.published", of_rosters.PUBLISHED)
