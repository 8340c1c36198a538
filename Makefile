# The two commands of the README, and what maintainers need besides.

.PHONY: run test fuzz fuzz-api bench lock pictures words audit chaos

run:  ## from nothing to a running site: with the demo season, or empty for an authority of one's own (DEMO=0); HOST=0.0.0.0 for phones too
	@$(if $(filter command,$(origin HOST)),SAAS_HOST="$(HOST)") $(if $(filter command,$(origin HTTPS)),SAAS_HTTPS="$(HTTPS)") deploy/run

test:  ## the whole suite, on SQLite and PostgreSQL, in Chromium, with linters and types
	@deploy/test

MINUTES = 10

fuzz:  ## the properties on new examples for MINUTES, and what failed, ready to be pinned
	@deploy/fuzz $(MINUTES)

EXAMPLES = 10

fuzz-api:  ## the API of a running site off its own schema, as each role, EXAMPLES of each operation and kind
	@deploy/fuzz-api $(EXAMPLES)

bench:  ## the benchmarks, as ratios measured in one run
	@deploy/bench

lock:  ## resolve requirements/*.in afresh
	@deploy/lock

chaos:  ## the site under load while one thing after another is taken from it; RUNS=10 for ten times; as root
	@.venv/bin/python -m chaos

audit:  ## a list of all that the site stands on, and whether a weakness of any is known
	@deploy/audit

words:  ## every marked text into the catalogues of the other languages, and what still lacks words there
	@.venv/bin/python -m deploy.words

pictures:  ## every page as a picture, at three widths, under var/pictures
	@DJANGO_SETTINGS_MODULE=config.settings.test .venv/bin/python -m tests.browser.pictures
