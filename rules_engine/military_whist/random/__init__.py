"""Legal random records of Military Whist; the same seed gives the same record."""
