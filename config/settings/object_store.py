"""Papers and uploads in a bucket instead of a folder."""

from __future__ import annotations

from typing import Any


def object_store(*, bucket: str, endpoint: str, region: str, key: str, secret: str) -> dict[str, Any]:
    """As Django's `STORAGES` has it; what is empty is left to the machine, which may have a role."""
    told = {
        "endpoint_url": endpoint,
        "region_name": region,
        "access_key": key,
        "secret_key": secret,
    }
    options = {name: value for name, value in told.items() if value}
    return {
        "BACKEND": "sanctioning.kit.object_storage.WholeObjectStorage",
        "OPTIONS": {"bucket_name": bucket, "file_overwrite": False, "default_acl": None, **options},
    }
