"""Letters of Particulars and Complaint, and disciplinary cases.

Invariant: a filed Letter is frozen; every entry of a case stands in its docket in order."""
