"""Rosters in the search of the site: those that the asker may see, by card game and day."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.kit.wording.localised import day
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.search.passages import Passage, Passages, kind_of_passages
from sanctioning.search.registry import Question
from scoring.rosters.selectors.rosters import RosterHead, rosters


def _passages(question: Question) -> Passages:
    return Passages(map(_passage, rosters(asker=question.asker)))


def _passage(head: RosterHead) -> Passage:
    title = _("%(name)s as of %(as_of)s") % {"name": head.name, "as_of": day(head.as_of)}
    return Passage(head=title, path=reverse("roster", args=[head.key]), text=f"{head.title} {head.serial}")


ROSTERS = kind_of_passages(title=_lazy("Rosters"), passages=_passages)
