"""Words for people, in the reader's language: days, points, cards, citations, and the engine's sentences.

Invariants: nothing is rounded here; a sentence of the engine is translated by its template, and kept with
template and facts.
"""
