"""How the site is set up, started, tried and kept running."""
