"""A client of the Sanctioning Authority and Associated System.

`api` has the operations, one module for each part of the API, `models` what they take and answer. Both are
generated from the schema that the site publishes.
"""

from saas_client.refused import Refused
from saas_client.request import Request
from saas_client.site import Answer, Site

__all__ = ["Answer", "Refused", "Request", "Site"]
