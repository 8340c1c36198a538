"""Legal random records of Whoopie; the same seed gives the same record."""
