"""The bundle that goes along with an appeal: the ruling, the vote with its roll, and the guiding cases.

Invariant: written once, when the matter is appealed; a secret ballot is in it only as its result.
Rule section: IV; III, "Penalties" (who voted how belongs to a roll call).
"""

from __future__ import annotations

from tournaments.justice.appeal_history.proceedings import game_of
from tournaments.justice.appeals.bundle_parts import parts_of
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.votes.models import Violation, Vote

MOST_CASES = 20


def bundle_of(thing: Ruling | Vote) -> dict[str, object]:
    """All of it as plain JSON."""
    game = game_of(thing)
    sanction = game.event.sanction
    assert sanction is not None
    vote = thing if isinstance(thing, Vote) else Vote.objects.filter(ruling=thing).first()
    ruling = thing if isinstance(thing, Ruling) else thing.ruling
    section = thing.section if isinstance(thing, Ruling) else f"III/{_section_of(thing)}"
    return {
        "event": {
            "name": game.event.name,
            "slug": game.event.slug,
            "game": f"{game.number}{game.group}",
            "sanction": sanction.label,
            "articles": sanction.articles.reference if sanction.articles else "",
        },
        "players": [
            {"player": player.record_id, "number": player.person.number}
            for player in game.players.select_related("person").order_by("pk")
        ],
        "ruling": _ruling(ruling) if ruling else None,
        "vote": _vote(vote) if vote else None,
        "guiding": _guiding(section),
        **parts_of(thing),
    }


def _ruling(ruling: Ruling) -> dict[str, object]:
    return {
        "id": ruling.pk,
        "number": ruling.number,
        "kind": ruling.kind,
        "irregularity": ruling.irregularity,
        "section": ruling.section,
        "stanza": ruling.stanza,
        "trick": ruling.trick,
        "what": ruling.what,
        "reason": ruling.reason,
        "facts": ruling.facts,
        "outcome": ruling.outcome,
        "concerned": [player.record_id for player in ruling.concerned.order_by("pk")],
        "by": ruling.by.person.name,
        "at": ruling.at.isoformat(),
    }


def _vote(vote: Vote) -> dict[str, object]:
    violation = vote.violation
    return {
        "id": vote.pk,
        "violation": violation.kind,
        "stanza": violation.stanza,
        "act": violation.act,
        "charged_by": violation.charged_by.record_id if violation.charged_by else "",
        "offenders": [offender.player.record_id for offender in violation.offenders.select_related("player")],
        "motion": vote.motion,
        "terms": vote.terms,
        "secret": vote.secret,
        "roll": [
            {
                "player": voter.player.record_id,
                "answer": voter.answer or ("secret" if voter.answered else "absent"),
            }
            for voter in vote.roll.select_related("player")
        ],
        "ayes": vote.ayes,
        "needed": vote.needed,
        "electorate": vote.electorate,
        "carried": vote.carried,
        "said": vote.reason,
        "closed_at": vote.closed_at.isoformat() if vote.closed_at else None,
    }


def _guiding(section: str) -> list[dict[str, object]]:
    cases = Ruling.objects.filter(section=section, guiding_at__isnull=False).order_by("-guiding_at", "pk")
    return [
        {
            "id": case.pk,
            "section": case.section,
            "words": case.words,
            "note": case.guiding_note,
            "outcome": case.outcome,
        }
        for case in cases[:MOST_CASES]
    ]


def _section_of(vote: Vote) -> str:
    chaotic = vote.violation.kind == Violation.Kind.CHAOTIC_ACTION
    return "Chaotic Action" if chaotic else "Penalties"
