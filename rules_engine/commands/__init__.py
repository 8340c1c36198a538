"""The command line: check, decide, random, schema and what each game adds; what they read and write."""
