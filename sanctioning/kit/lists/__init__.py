"""Lists: sorted, narrowed, paged and exported in one way on pages and for programs."""
