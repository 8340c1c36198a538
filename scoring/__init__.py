"""The books: reports, findings, standings, rating points, certificates, recordings, degrees, rosters."""
