"""Secrets that the site has to read again, encrypted at rest.

Invariant: each purpose has a key of its own, which follows from the site's secret key; with another secret
key what was encrypted before cannot be read.
"""

from __future__ import annotations

import base64
import hashlib

from cryptography.fernet import Fernet
from django.conf import settings


def cipher_for(purpose: bytes) -> Fernet:
    """`purpose` has at most 16 letters."""
    key = hashlib.blake2b(settings.SECRET_KEY.encode(), digest_size=32, person=purpose).digest()
    return Fernet(base64.urlsafe_b64encode(key))
