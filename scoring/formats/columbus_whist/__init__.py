"""Columbus Whist in the books: scoresheets of a game, the rules of the table, what stands above its slips."""
