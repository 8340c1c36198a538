"""Appeals: from step to step, each decided by who is tied to nothing in it, until one is final.

Invariant: nobody judges in their own cause."""
