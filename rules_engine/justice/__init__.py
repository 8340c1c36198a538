"""What the rules say of judging: motions and votes, bars, the course of an appeal, cases, Letters.

Invariant: thresholds of votes are whole numbers (3·ayes ≥ 2·voters), never fractions."""
