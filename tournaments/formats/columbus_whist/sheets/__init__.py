"""The sheet of one game of Columbus Whist: its fields, what it comes to, in words."""
