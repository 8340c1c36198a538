"""The law in versions: Articles, rule sets, fee schedules; levels and types; the rules for people.

Invariants: an adopted version never changes; nothing is retroactive."""
