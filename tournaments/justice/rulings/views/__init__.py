"""Pages of rulings."""
