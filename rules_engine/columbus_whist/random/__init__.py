"""Legal random records of Columbus Whist; the same seed gives the same record."""
