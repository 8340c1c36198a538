"""What every capability stands on: refusals, audit trail, jobs, messages, lists, papers, wording, time.

Invariants: it reads people, their accounts and offices; what another capability or layer knows is asked
through a registry.
"""
