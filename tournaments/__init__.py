"""The hall: events, entries, games, who sat where."""
