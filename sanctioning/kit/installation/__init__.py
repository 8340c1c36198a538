"""What this installation is, and whether it is installed as it should be."""
