"""What every capability stands on: refusals, audit trail, jobs, messages, lists, papers, wording, time."""
