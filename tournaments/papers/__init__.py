"""Papers of tables and events: one way to fill a template and print it.

Invariants: the same facts give the same bytes; nothing on a paper is computed here.
"""
