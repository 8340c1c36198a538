"""Pages of the books: they translate between requests, selectors, services and templates."""
