"""The list of certificates."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.lists.pages import Column, Empty, ListTable, link
from sanctioning.kit.wording.localised import whole
from sanctioning.templatetags.saas import badge, player_link, tenths_if_any
from scoring.certificates.selectors.lists import CertificateRow

CERTIFICATES: Final = ListTable[CertificateRow](
    name="certificates",
    below=True,
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
        Column(label=_("Earlier serial"), value=lambda line: line.earlier_serial, bare=True),
        Column(label=_("Kind"), value=lambda line: line.degree or line.kind, bare=True),
        Column(label=_("Points"), value=lambda line: line.points, sort="points", number=True),
        Column(
            label=_("Of which blue"),
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
        Column(label=_("Certificate"), template="scoring/certificates/cells/paper.html"),
    ),
    count=lambda count: (
        ngettext("%(count)s certificate", "%(count)s certificates", count) % {"count": whole(count)}
    ),
    empty=Empty(
        what=_("No certificates have been issued yet"),
        next=_("The first ones come with the first certified game."),
    ),
)
