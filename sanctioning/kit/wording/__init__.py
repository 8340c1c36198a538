"""Words for people, in the reader's language: days, points, cards, citations, and the engine's sentences."""
