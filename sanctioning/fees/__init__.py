"""Fees: invoices, payments, credit, refunds, the account of each club, the bank's file of receipts.

Invariants: exact money; an account only grows; a receipt is booked once."""
