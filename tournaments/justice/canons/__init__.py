"""Canons of a game's own book: violations noted with the step that follows, and events sat out."""
