"""What this installation is, and whether it is installed as it should be.

Invariants: there is one row at most; a demo says so on every page and paper.
"""
