"""The director's work at an event: next steps, the floor, moving players, checklists, papers of tables."""
