"""Appeals: from step to step, each decided by who is tied to nothing in it, until one is final.

Invariant: nobody judges in their own cause.

Whether an appeal comes in time is decided in `services.appealing`; how many days there are is said by the
Articles (`sanctioning.law.provisions`, `rules_engine.justice.appeal_terms`).
"""
