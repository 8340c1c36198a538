"""People and their records: registered, claimed by an account, merged, corrected, forgotten.

Invariant: private data is shown only to who may see it, and every change of it leaves a trail."""
