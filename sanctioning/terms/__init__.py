"""Terms of office: appointing people, prolonging and ending a term, passing an office on; who is told.

What an office allows is in `sanctioning.offices`."""
