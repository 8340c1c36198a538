"""What was sent under which key, so that a form or a call sent twice is done once.

Invariants: a key is used once by each sender; neither the key nor the answer can be read here, for the key
stands as its hash and the answer is sealed with it.
Terms: sender (an account, or for a link without an account the address itself).
"""

from __future__ import annotations

from django.db import models


class SentKey(models.Model):
    sender = models.CharField(max_length=64)
    account = models.ForeignKey(
        "sanctioning.Account", null=True, blank=True, on_delete=models.CASCADE, related_name="sent_keys"
    )
    key = models.CharField(max_length=64)
    content = models.CharField(max_length=64)
    at = models.DateTimeField(db_index=True)
    answer = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["sender", "key"], name="sent_once_by_a_sender")]

    def __str__(self) -> str:
        return f"Key {self.pk} of {self.sender}"
