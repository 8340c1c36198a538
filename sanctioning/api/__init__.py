"""What programs use: the same services, selectors and rights as the pages."""
