"""The demo season: made-up people playing real games, built through the services alone."""
