"""Reading records of Whoopie: untrusted JSON in, a typed record or the place of the fault out."""
