"""The institution's models, one concept a file."""

from sanctioning.models.account import Account
from sanctioning.models.job import Job

__all__ = ["Account", "Job"]
