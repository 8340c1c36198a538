"""Games of Whoopie of the demo season: families, splits, an evening at work, corrections."""
