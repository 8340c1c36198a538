"""Around every page: middleware, what each page knows, errors, the page about the site."""
