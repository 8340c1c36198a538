"""Pages of the hall: they translate between requests, selectors, services and templates."""
