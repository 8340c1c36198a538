"""Reading records of Military Whist: untrusted JSON in, a typed record or the place of the fault out."""
