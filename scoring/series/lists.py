"""The list of series."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.lists.pages import Column, Empty, ListTable, link
from sanctioning.kit.wording.localised import whole
from scoring.series.selectors import SeriesHead

ALL_SERIES: Final = ListTable[SeriesHead](
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
    count=lambda count: ngettext("%(count)s series", "%(count)s series", count) % {"count": whole(count)},
    empty=Empty(
        what=_("No series has been announced"),
        next=_(
            "A club's director announces a series from the club dashboard, and adds its events before "
            "they begin."
        ),
    ),
)
