"""Signing up and in, in the house's words: what django-allauth is told to do differently."""
