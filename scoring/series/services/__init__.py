"""What changes series: a verb a function."""
