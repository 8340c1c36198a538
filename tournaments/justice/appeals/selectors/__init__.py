"""What is read of appeals."""
