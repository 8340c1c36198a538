"""The connections of requests: with limits of their own, and through PgBouncer where there is one.

Purpose: a pooler in transaction mode lets many web processes share few connections of the server, each for as
long as its transaction lasts (docs/decisions/0029).
Invariants: behind it nothing that the site counts on is kept by a connection: no statement by name, no cursor
beyond a transaction, no option. Limits are then settings of the site's role, which the server gives to each
connection that the pooler opens. Jobs, streams and commands go to the server itself.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from psycopg import sql

from config.database.planning import PLANNING
from config.database_timeouts import as_options
from sanctioning.kit.role_settings import settings_of_role
from sanctioning.kit.server_statements import POOLED

log = logging.getLogger("saas.pooler")


def wait_as_a_request() -> None:
    """From now on the connections of this process belong to requests."""
    database, limits = settings.DATABASES[DEFAULT_DB_ALIAS], settings.PATIENCE_OF_REQUESTS
    if not (database["ENGINE"].endswith("postgresql") and limits):
        return
    if settings.POOLER:
        give_role({**PLANNING, **limits})
        through_pooler(database, settings.POOLER)
    else:
        database.setdefault("OPTIONS", {})["options"] = as_options(limits)


def through_pooler(database: dict[str, Any], address: tuple[str, int]) -> None:
    """From now on new connections by these settings go there."""
    host, port = address
    # The pooler knows which server writes, and answers no question about it.
    options = {
        name: value
        for name, value in database.get("OPTIONS", {}).items()
        if name not in ("options", "target_session_attrs")
    }
    elsewhere = {"HOST": host, "PORT": port, "OPTIONS": options}
    database |= {**elsewhere, "DISABLE_SERVER_SIDE_CURSORS": True, POOLED: True}


def give_role(limits: Mapping[str, int | str]) -> None:
    """Write them into the role of this site, for its connections to this database from now on. Asked of the
    server itself: the connection that writes them has them not. A site that cannot starts all the same."""
    connection = connections.create_connection(DEFAULT_DB_ALIAS)
    wanted = {name: str(value) for name, value in limits.items()}
    try:
        with connection.cursor() as cursor:
            if wanted.items() <= settings_of_role(cursor).items():
                return
            role = sql.SQL("ALTER ROLE CURRENT_USER IN DATABASE {} SET {} = {}")
            database = sql.Identifier(str(connection.settings_dict["NAME"]))
            for name, value in wanted.items():
                cursor.execute(role.format(database, sql.Identifier(name), sql.Literal(value)))
    except DatabaseError as refused:
        log.warning(
            "Requests have no limits behind the pooler, which the role could not be given: %s", refused
        )
    finally:
        connection.close()
