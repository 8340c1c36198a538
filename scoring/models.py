"""Where Django finds the models of scoring; whoever wants one imports it from its package."""

# ruff: noqa: F401

import scoring.certificates.models
import scoring.exports.models
import scoring.heads.models
import scoring.imports.models
import scoring.ledger.models.ledger
import scoring.practice.models
import scoring.previews.models
import scoring.recordings.models
import scoring.results.models
import scoring.rosters.models
