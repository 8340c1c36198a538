"""Whoopie, after the rules of 18 April 1966: tables of three to ten, stanza by stanza.

Invariants: one game is one table; its stanzas are the record, and the engine computes all that follows from
them.
"""
