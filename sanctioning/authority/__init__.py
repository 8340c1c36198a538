"""The authority itself: its name, crest, zone, currency, languages, contact, imprint and privacy text."""
