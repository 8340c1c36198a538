"""Accounts: signing up and in, second factor, tokens, devices, language.

Invariant: an account is only the key to the site; rights follow from the person's offices."""
