"""Ties of Military Whist played off, and what decided, in words."""
