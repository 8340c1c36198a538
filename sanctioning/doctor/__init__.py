"""The doctor: what the site stands on, looked at one by one, each with what was found and what to do.

Invariant: a check that fails or hangs is a finding like any other, and changes nothing.
"""
