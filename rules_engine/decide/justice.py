"""Questions about violations: votes, bars, appeals."""

from rules_engine.justice import appeals, votes
from rules_engine.justice import voted_bars as bars
from rules_engine.reading import Malformed, child, choice, fields, integer, items, text

MOST_PLAYERS = 1_000


def vote(question: object) -> dict[str, object]:
    """Topic "vote": whether a motion is carried."""
    asked = fields(question, "", ("motion", "current", "ayes"), ("offenders", "noes", "abstain", "absent"))
    motion = choice(asked["motion"], "/motion", votes.Motion)
    current = integer(asked["current"], "/current", 0, MOST_PLAYERS)
    offenders = integer(asked.get("offenders", 0), "/offenders", 0, current)
    left = votes.electorate(motion, current, offenders)
    counts: dict[str, int] = {}
    for name in ("ayes", "noes", "abstain", "absent"):
        counts[name] = integer(asked.get(name, 0), child("", name), 0, left)
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
    asked = fields(question, "", ("motion", "sanction", "scope"))
    motion = choice(asked["motion"], "/motion", sorted(votes.BARS))
    sanction = text(asked["sanction"], "/sanction")
    scope = [
        _read_target(target, child("/scope", index))
        for index, target in enumerate(items(asked["scope"], "/scope"))
    ]
    reached = bars.reach(motion, sanction, scope)
    return {
        "effective": list(reached.effective),
        "out_of_reach": list(reached.out_of_reach),
        "rule": bars.RULE,
        "reason": reached.reason,
    }


def _read_target(value: object, pointer: str) -> bars.Target:
    target = fields(value, pointer, ("kind", "id"), ("sanction",))
    kind = choice(target["kind"], child(pointer, "kind"), bars.KINDS)
    if kind == "playoff" and "sanction" not in target:
        raise Malformed(pointer, "field 'sanction' is missing; it decides whether a playoff is reached")
    sanction = text(target["sanction"], child(pointer, "sanction")) if "sanction" in target else None
    return bars.Target(kind, text(target["id"], child(pointer, "id")), sanction)


def appeal(question: object) -> dict[str, object]:
    """Topic "appeal": whether a matter may go to an office now."""
    asked = fields(question, "", ("matter", "decided_by", "to"))
    matter = choice(asked["matter"], "/matter", appeals.MATTERS)
    decided_by = [
        choice(office, child("/decided_by", index), appeals.OFFICES)
        for index, office in enumerate(items(asked["decided_by"], "/decided_by"))
    ]
    try:
        heard = appeals.appeal(matter, decided_by, choice(asked["to"], "/to", appeals.OFFICES))
    except appeals.OutOfOrder as error:
        raise Malformed(child("/decided_by", error.index), str(error)) from None
    return {
        "accepted": heard.accepted,
        "next": heard.next,
        "rule": appeals.RULES[matter],
        "reason": heard.reason,
    }
