"""Canons of a game's own book: violations noted with the step that follows, and events sat out.

Invariants: a step stays as it was taken and is never deleted, only taken back once, with a reason.
"""
