"""What a draft of the Articles would have done to the past two years.

Invariants: a preview keeps the draft that it was computed from, and uses the very sum by which
certification awards.
"""
