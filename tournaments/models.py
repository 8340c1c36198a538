"""Where Django finds the models of tournaments; whoever wants one imports it from its package."""

# ruff: noqa: F401

import tournaments.calls.models
import tournaments.entries.models.entered_list
import tournaments.entries.models.entry
import tournaments.entries.models.prepaid_drawing
import tournaments.entries.models.ruling
import tournaments.events.models.announcement
import tournaments.events.models.event
import tournaments.events.models.feed
import tournaments.events.models.notice
import tournaments.executors.models
import tournaments.games.models
import tournaments.justice.appeals.models
import tournaments.justice.canons.models
import tournaments.justice.cases.models
import tournaments.justice.rulings.models
import tournaments.justice.votes.models
import tournaments.reports.models.record_files
import tournaments.reports.models.report
import tournaments.rounds.models.draw
import tournaments.rounds.models.round
import tournaments.series.models
import tournaments.slips.models
import tournaments.tables.models.authorisation
import tournaments.tables.models.sheet
import tournaments.tables.models.stay
import tournaments.tables.models.table_link
import tournaments.teams.models.invitation
import tournaments.teams.models.team
