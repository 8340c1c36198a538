"""What the site does without being asked, and how often: read by the clock (`config.clock`).

Invariant: a turn that no worker took before the next one is dropped, so that none piles up.
"""

from __future__ import annotations

from typing import Any, Final

SWEEP_SECONDS: Final = 5
MINUTE: Final = 60
HOUR: Final = 3600
# What is done, by which task, every how many seconds.
WORK: Final = (
    ("ring again for jobs that wait", "sanctioning.ring_again", SWEEP_SECONDS),
    ("tell webhooks what happened", "sanctioning.take_up_what_happened", SWEEP_SECONDS),
    ("compile the roster of the day that is over", "scoring.compile_what_is_due", HOUR),
    ("sign which badges are revoked", "scoring.have_status_lists_signed", MINUTE),
    ("make the badges of older certificates", "scoring.have_missing_badges_made", HOUR),
    ("make the files of exports that are due", "scoring.make_what_is_due", HOUR),
    ("sign how far the records go and what they come to", "scoring.sign_what_is_due", HOUR),
    ("let applications lapse whose time is over", "sanctioning.expire_what_is_over", HOUR),
    (
        "give overdue appeals to others and end those that nobody takes further",
        "tournaments.move_appeals_on",
        HOUR,
    ),
    ("remind of answers, hearings and decisions of disciplinary cases", "tournaments.remind_of_cases", HOUR),
    ("ask the next on a waiting list where nobody answered in time", "tournaments.lapse_offers", MINUTE),
    ("throw away practice events that were left standing", "scoring.sweep_practice", HOUR),
    ("delete sessions that ended and jobs long done", "sanctioning.forget_what_has_served", HOUR),
    ("delete copies and forget people whose days are over", "sanctioning.keep_personal_data", HOUR),
)
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    what: {"task": task, "schedule": seconds, "options": {"expires": seconds}} for what, task, seconds in WORK
}
