"""The authority itself: its name, crest, zone, currency, languages, contact, imprint and privacy text.

Invariants: nothing of an uploaded crest gets through that could act or be fetched; every change is in the
trail.
"""
