"""What the rule texts define, as pure Python without Django and without a database."""
