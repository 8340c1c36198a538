"""Calls of a table for its Acting Executor; announcements to everybody at an event.

Invariants: what was called, by whom and when never changes, and no call is deleted; sent twice it is one
call.
"""
