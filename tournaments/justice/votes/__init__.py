"""Charges and votes of a table: demanded, opened, answered, closed with what they bring.

Invariant: voters are who sits there when the vote opens; each answers once."""
