"""What a draft of the Articles would have done to the past two years."""
