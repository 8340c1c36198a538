"""The institution: accounts, people, clubs, offices, Articles, rule sets, sanctions, audit trail, jobs."""
