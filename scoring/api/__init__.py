"""The books for programs: reports in; events, games, players, rosters and checks of certificates out."""
