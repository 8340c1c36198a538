"""One module for each way of running the site: `local` (the default), `production`, `test`; `base` is common to all."""
