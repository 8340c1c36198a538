"""What a draft of the Articles would have done: first game by game, then person by person."""
