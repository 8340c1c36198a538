"""What was appealed, and what became of it: read alike by rulings, votes, appeals and cases.

Invariants: only a final decision counts; what it leaves in force is asked of the engine.
"""
