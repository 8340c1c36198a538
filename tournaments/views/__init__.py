"""Pages of the hall: they translate between a request, selectors, services and templates, and decide nothing."""
