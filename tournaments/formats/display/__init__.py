"""What is printed and shown of a format: each registers its papers and its floor."""
