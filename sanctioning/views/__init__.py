"""Pages of the institution: they translate between requests, selectors, services and templates."""
