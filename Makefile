# The two commands of the README, and what maintainers need besides.

.PHONY: run test lock

run:  ## from nothing to a running site with the demo season
	@deploy/run

test:  ## the whole suite, on SQLite and PostgreSQL, in Chromium, with linters and types
	@deploy/test

lock:  ## resolve requirements/*.in afresh
	@deploy/lock
