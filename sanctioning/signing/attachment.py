"""Digital signatures of papers: `sealing` makes keys and signs, `proof` tells whether a file is unchanged.

Both take bytes and give bytes or a verdict, and read nothing else: no database, no clock, no settings. They
stand apart from the documents of each capability, so that the site can prove a file without loading the
press.
"""

ATTACHMENT = "certificate.json"  # the name of what a certificate carries for programs
