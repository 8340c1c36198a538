"""Legal random records of Bid Whist; the same seed gives the same record."""
