"""All that waits for a person: one list, to which every layer adds its kinds."""
