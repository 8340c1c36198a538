"""The keys with which the Authority signs its papers: the public half of each, from a day on.

Invariants: a key once published stays, so that every paper it signed can be verified for ever; of two keys
the one with the later first day signs. The private half is a file that only the worker reads
(`sanctioning.signing.services`), never a row.
Rule section: IV (unmutilated certificates).
Terms: fingerprint (the hash of the public key, in hexadecimal), certificate (the public key in the X.509
dress that PDF readers ask for; not a paper of the Authority).
"""

from __future__ import annotations

from django.db import models

from sanctioning.kit.guards.guards import append_only


@append_only
class SigningKey(models.Model):
    """A key with which papers are signed: its public half, used from its first day on."""

    fingerprint = models.CharField(max_length=64, unique=True)
    first_day = models.DateField(unique=True)
    certificate_pem = models.TextField()
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["first_day"]

    def __str__(self) -> str:
        return f"Key {self.name}"

    @property
    def name(self) -> str:
        """The first symbols of the fingerprint, as people compare them: `3F2A 9C41`."""
        return f"{self.fingerprint[:4]} {self.fingerprint[4:8]}".upper()
