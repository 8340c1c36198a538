"""What the database itself keeps of slips and their signatures."""

from __future__ import annotations

from sanctioning.kit.guards.guards import append_only, guard
from tournaments.slips.models import Slip, SlipSignature


def guard_slips() -> None:
    append_only(Slip)
    append_only(SlipSignature)
    guard(
        SlipSignature,
        "INSERT",
        "a signature names the reporter of its slip",
        condition="NEW.reporter_id <> (SELECT reporter_id FROM tournaments_slip WHERE id = NEW.slip_id)",
    )
