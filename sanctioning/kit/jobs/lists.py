"""The list of long work."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.jobs.selectors import JobView
from sanctioning.kit.lists.pages import Column, Empty, ListTable, link
from sanctioning.kit.wording.localised import whole

JOBS: Final = ListTable[JobView](
    name="long-work",
    label=_("Jobs"),
    columns=(
        Column(
            label=_("Job"),
            value=lambda line: line.title,
            show=lambda line: link(reverse("job", args=[line.id]), line.title),
            sort="kind",
        ),
        Column(label=_("Number"), value=lambda line: line.id, sort="number", number=True),
        Column(
            label=_("State"),
            bare=True,
            value=lambda line: line.state,
            template="sanctioning/kit/jobs/cells/job_state.html",
            sort="state",
        ),
        Column(label=_("Asked for"), value=lambda line: line.asked_at, sort="asked"),
        Column(label=_("By"), value=lambda line: line.asked_by),
        Column(label=_("Finished"), value=lambda line: line.finished_at, sort="finished"),
    ),
    count=lambda count: ngettext("%(count)s job", "%(count)s jobs", count) % {"count": whole(count)},
    empty=Empty(
        what=_("No jobs"),
        next=_("Certificates and rosters that you ask for are shown here while they are being made."),
    ),
)
