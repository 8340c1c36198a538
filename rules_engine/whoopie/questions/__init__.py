"""The questions of Whoopie that `decide` answers."""
