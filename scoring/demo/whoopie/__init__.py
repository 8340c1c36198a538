"""Games of Whoopie of the demo season: families, splits, a hall at work, corrections."""
