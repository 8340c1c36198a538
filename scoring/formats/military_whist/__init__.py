"""Military Whist in the books: the movement with its proof, papers for the tables, the leader's floor."""
