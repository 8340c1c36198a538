"""What is printed and shown of a format: each registers its papers and its floor.

Invariants: one name stands for one paper; a format without papers or floor registers none.
"""
