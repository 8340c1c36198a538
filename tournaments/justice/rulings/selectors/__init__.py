"""What is read of rulings."""
