"""The audit trail as a list, for who answers for the authority."""
