"""The public lists of the books: results, players, clubs; what each column shows."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.localised import ordinal, tenths, whole
from sanctioning.templatetags.saas import badge, game_url, player_link, tenths_if_any
from sanctioning.views.lists import Column, Empty, Table, link
from scoring.selectors.books import CertificateRow, HolderLine, LedgerLine
from scoring.selectors.clubs import ClubLine
from scoring.selectors.players import PlayerLine
from scoring.selectors.results import Placing, ResultLine
from scoring.selectors.series import SeriesHead


def _placing(one: Placing) -> str:
    return f"{ordinal(one.place)} {one.name} ({tenths(one.points)})"


RESULTS: Final = Table[ResultLine](
    name="results",
    label=_("Results"),
    columns=(
        Column(
            label=_("Game"),
            value=lambda line: f"{line.event_name}, {line.game_label}",
            show=lambda line: link(
                game_url(line.event_slug, line.game_number, line.game_group),
                f"{line.event_name}, {line.game_label}",
            ),
            sort="event",
        ),
        Column(label=_("Played"), value=lambda line: line.played_on, sort="played", bare=True),
        Column(label=_("Club"), value=lambda line: line.club_name, sort="club", bare=True),
        Column(label=_("Level"), value=lambda line: line.level, bare=True),
        Column(label=_("Players"), value=lambda line: line.players, sort="players", number=True),
        Column(
            label=_("Places that won points"),
            bare=True,
            value=lambda line: "; ".join(map(_placing, line.placings)),
            template="scoring/cells/placings.html",
            wide=True,
        ),
        Column(label=_("Certified"), value=lambda line: line.certified_on, sort="certified"),
    ),
    count=lambda found: ngettext("%(count)s game", "%(count)s games", found) % {"count": whole(found)},
    empty=Empty(
        what=_("No game is certified yet"),
        next=_("Results appear as soon as an Acting Executor has certified a game."),
        address="/calendar/",
        action=_("See what is to be played"),
    ),
)

PLAYERS: Final = Table[PlayerLine](
    name="players",
    label=_("Players"),
    columns=(
        Column(
            label=_("Player"),
            value=lambda line: line.name,
            show=lambda line: player_link(line.number, line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, sort="number", bare=True),
        Column(label=_("Club"), value=lambda line: line.club_name, sort="club", bare=True),
        Column(label=_("Degree"), value=lambda line: line.degree, sort="degree", bare=True),
    ),
    count=lambda found: ngettext("%(count)s player", "%(count)s players", found) % {"count": whole(found)},
    empty=Empty(
        what=_("Nobody is listed yet"), next=_("A player appears here with the first entry to an event.")
    ),
)

CLUBS: Final = Table[ClubLine](
    name="clubs",
    label=_("Clubs"),
    columns=(
        Column(
            label=_("Club"),
            bare=True,
            value=lambda line: line.name,
            show=lambda line: link(reverse("club", args=[line.slug]), line.name),
            sort="name",
        ),
        Column(label=_("Place"), value=lambda line: line.place, sort="place", bare=True),
        Column(label=_("Members"), value=lambda line: line.members, sort="members", number=True),
        Column(label=_("Sanctioned events"), value=lambda line: line.events, sort="events", number=True),
    ),
    count=lambda found: ngettext("%(count)s club", "%(count)s clubs", found) % {"count": whole(found)},
    empty=Empty(
        what=_("No club is approved yet"),
        next=_("A club registers with its name and place; the Managing Executor approves it."),
        address="/register-club/",
        action=_("Register a club"),
    ),
)

LEDGER: Final = Table[LedgerLine](
    name="ledger",
    label=_("Entries of the ledger"),
    columns=(
        Column(
            label=_("Entry"),
            value=lambda line: line.number,
            show=lambda line: link(reverse("ledger-entry", args=[line.number]), f"{line.number:,}"),
            sort="number",
        ),
        Column(label=_("Day"), value=lambda line: line.day, sort="day", bare=True),
        Column(label=_("Card game"), value=lambda line: line.card_game, bare=True),
        Column(label=_("Book"), value=lambda line: line.book_words, bare=True),
        Column(
            label=_("Player"),
            value=lambda line: line.player,
            show=lambda line: player_link(line.player_number, line.player),
        ),
        Column(label=_("Number"), value=lambda line: line.player_number, bare=True),
        Column(label=_("Points"), value=lambda line: line.points, sort="points", number=True),
        Column(
            label=_("Of them blue"),
            value=lambda line: line.blue,
            show=lambda line: tenths_if_any(line.blue),
            sort="blue",
            number=True,
            blue=True,
        ),
        Column(label=_("Reason"), value=lambda line: line.reason),
        Column(
            label=_("Corrects entry"),
            value=lambda line: line.corrects or None,
            show=lambda line: (
                link(reverse("ledger-entry", args=[line.corrects]), str(line.corrects))
                if line.corrects
                else ""
            ),
        ),
    ),
    count=lambda found: ngettext("%(count)s entry", "%(count)s entries", found) % {"count": whole(found)},
    empty=Empty(
        what=_("The ledger has no entry yet"),
        next=_("Its first entries follow the first game that is certified."),
    ),
)

CERTIFICATES: Final = Table[CertificateRow](
    name="certificates",
    label=_("Certificates"),
    columns=(
        Column(
            label=_("Serial"),
            value=lambda line: line.serial,
            show=lambda line: link(f"?paper={line.serial}", line.serial),
            sort="serial",
        ),
        Column(
            label=_("Player"),
            value=lambda line: line.player,
            show=lambda line: player_link(line.player_number, line.player),
            sort="player",
        ),
        Column(label=_("Number"), value=lambda line: line.player_number, bare=True),
        Column(label=_("Card game"), value=lambda line: line.card_game, bare=True),
        Column(label=_("Kind"), value=lambda line: line.degree or line.kind, bare=True),
        Column(label=_("Points"), value=lambda line: line.points, sort="points", number=True),
        Column(
            label=_("Of them blue"),
            value=lambda line: line.blue,
            show=lambda line: tenths_if_any(line.blue),
            number=True,
            blue=True,
        ),
        Column(
            label=_("State"),
            bare=True,
            value=lambda line: line.state,
            show=lambda line: badge(line.state),
            sort="state",
        ),
        Column(label=_("Issued"), value=lambda line: line.issued_on, sort="issued"),
    ),
    count=lambda found: (
        ngettext("%(count)s certificate", "%(count)s certificates", found) % {"count": whole(found)}
    ),
    empty=Empty(
        what=_("No certificate was issued yet"), next=_("They follow the first game that is certified.")
    ),
)

HOLDERS: Final = Table[HolderLine](
    name="holders",
    label=_("Who holds which degree"),
    columns=(
        Column(
            label=_("Player"),
            value=lambda line: line.name,
            show=lambda line: player_link(line.number, line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, bare=True),
        Column(label=_("Club"), value=lambda line: line.club_name, bare=True),
        Column(label=_("Degree"), value=lambda line: line.degree, sort="degree", bare=True),
        Column(label=_("Since"), value=lambda line: line.since, sort="since"),
    ),
    count=lambda found: ngettext("%(count)s degree", "%(count)s degrees", found) % {"count": whole(found)},
    empty=Empty(
        what=_("Nobody holds a degree yet"),
        next=_("The first sanctioned game makes its players Novices."),
    ),
)

ALL_SERIES: Final = Table[SeriesHead](
    name="series",
    label=_("Series"),
    columns=(
        Column(
            label=_("Series"),
            value=lambda line: line.name,
            show=lambda line: link(reverse("series", args=[line.slug]), line.name),
            sort="name",
        ),
        Column(
            label=_("Club"),
            bare=True,
            value=lambda line: line.club_name,
            show=lambda line: link(reverse("club", args=[line.club_slug]), line.club_name),
            sort="club",
        ),
        Column(label=_("Announced"), value=lambda line: line.announced_at, sort="announced"),
        Column(
            label=_("State"),
            bare=True,
            value=lambda line: str(_("places given") if line.settled else _("being played")),
        ),
    ),
    count=lambda found: ngettext("%(count)s series", "%(count)s series", found) % {"count": whole(found)},
    empty=Empty(
        what=_("No series is announced"),
        next=_(
            "A club's director announces one from the page of the club's desk; its events are put into it"
            " before they begin."
        ),
    ),
)
