"""The two databases of Django, whose statements are put together with less work; see `compiler`."""
