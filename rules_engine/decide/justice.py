"""Questions about violations: votes, bars, appeals."""

from rules_engine.justice import appeals, votes
from rules_engine.justice import voted_bars as bars
from rules_engine.reading import Malformed, child, choice, fields, integer, items, text

MOST_PLAYERS = 1_000


def vote(question: object) -> dict[str, object]:
    """Topic "vote": whether a motion is carried."""
    terms = fields(question, "", ("motion", "current", "ayes"), ("offenders", "noes", "abstain", "absent"))
    motion = choice(terms["motion"], "/motion", votes.Motion)
    current = integer(terms["current"], "/current", 0, MOST_PLAYERS)
    offenders = integer(terms.get("offenders", 0), "/offenders", 0, current)
    left = votes.electorate(motion, current, offenders)
    counts: dict[str, int] = {}
    for name in ("ayes", "noes", "abstain", "absent"):
        counts[name] = integer(terms.get(name, 0), child("", name), 0, left)
        left -= counts[name]
    result = votes.decide_vote(
        motion,
        current=current,
        offenders=offenders,
        ayes=counts["ayes"],
        noes=counts["noes"],
        abstain=counts["abstain"],
        absent=counts["absent"],
    )
    return {
        "electorate": result.electorate,
        "needed": result.needed,
        "carried": result.carried,
        "rule": result.rule,
        "reason": result.reason,
    }


def bar(question: object) -> dict[str, object]:
    """Topic "bar": what a carried bar reaches."""
    terms = fields(question, "", ("motion", "sanction", "scope"))
    motion = choice(terms["motion"], "/motion", sorted(votes.BARS))
    sanction = text(terms["sanction"], "/sanction")
    scope = [
        _read_target(target, child("/scope", index))
        for index, target in enumerate(items(terms["scope"], "/scope"))
    ]
    reached = bars.reach(motion, sanction, scope)
    return {
        "effective": list(reached.effective),
        "out_of_reach": list(reached.out_of_reach),
        "rule": bars.RULE,
        "reason": reached.reason,
    }


def _read_target(value: object, pointer: str) -> bars.VotedTarget:
    target = fields(value, pointer, ("kind", "id"), ("sanction",))
    kind = choice(target["kind"], child(pointer, "kind"), bars.KINDS)
    if kind == "playoff" and "sanction" not in target:
        raise Malformed(pointer, "field 'sanction' is missing; it decides whether a playoff is reached")
    sanction = text(target["sanction"], child(pointer, "sanction")) if "sanction" in target else None
    return bars.VotedTarget(kind, text(target["id"], child(pointer, "id")), sanction)


def appeal(question: object) -> dict[str, object]:
    """Topic "appeal": whether a matter may go to an office now."""
    terms = fields(question, "", ("matter", "decided_by", "to"))
    matter = choice(terms["matter"], "/matter", appeals.MATTERS)
    decided_by = [
        choice(office, child("/decided_by", index), appeals.OFFICES)
        for index, office in enumerate(items(terms["decided_by"], "/decided_by"))
    ]
    try:
        heard = appeals.appeal(matter, decided_by, choice(terms["to"], "/to", appeals.OFFICES))
    except appeals.OutOfOrder as error:
        raise Malformed(child("/decided_by", error.index), str(error)) from None
    return {
        "accepted": heard.accepted,
        "next": heard.next,
        "rule": appeals.RULES[matter],
        "reason": heard.reason,
    }
