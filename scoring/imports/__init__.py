"""Imports of the past: a file read and tried out row by row, written in one transaction, taken back."""
