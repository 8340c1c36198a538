"""A module for each way of running the site: `local` (the default), `production`, `test`, over one `base`."""
