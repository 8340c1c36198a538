"""Degrees of proficiency: reached by recording, kept unless their points are gone."""
