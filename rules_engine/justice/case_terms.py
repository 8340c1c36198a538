"""Until when whoever judges a disciplinary case decides it.

Section IV, reading 71 read for cases: each step has a time limit that the Articles set. They name no days of
their own for the decision of a case; its judge has those of his office for an appeal, and they begin when the
accused has been heard.
Terms: heard (by his answer, or when his days for one are over, and at the last hearing that is held).
"""

import datetime as dt

from rules_engine.justice.appeal_terms import last_day


def heard_on(answered: dt.date | None, answer_until: dt.date, last_hearing: dt.date | None) -> dt.date:
    """The day from which a decision waits for nobody but the judge."""
    begun = answered or answer_until
    return max(begun, last_hearing) if last_hearing else begun


def decide_until(heard: dt.date, days: int) -> dt.date:
    """The last day for the decision.

    Raises:
        ValueError: a term of less than a day.
    """
    return last_day(heard, days)
