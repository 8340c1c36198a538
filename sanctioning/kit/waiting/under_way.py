"""The transactions of this database that had not ended when a statement was carried out on PostgreSQL.

A snapshot names those of every database of the server, and leaves out the newest; the list of the server's
processes knows both. Of what is in doubt a transaction counts as one of this database.
"""

from __future__ import annotations

from typing import Final

from django.db.models import Func, TextField

IDS_OF_32_BITS: Final = 2**32


def asking_for_transactions() -> Func:
    """As a column of whatever else is asked; plain columns, since every page has this planned."""
    return Func(
        template="""concat_ws(';', pg_current_snapshot(), pg_backend_pid(), (
            SELECT string_agg(concat_ws('/', pid, datid, backend_xid), ',') FROM pg_stat_get_activity(NULL)
            WHERE backend_xid IS NOT NULL OR pid = pg_backend_pid()
        ))""",
        output_field=TextField(),
    )


def transactions_read(told: str) -> frozenset[int]:
    """Their numbers, of what PostgreSQL answered: `first:next:1,2;own process;process/database/number,…`."""
    snapshot, own, processes = told.split(";")
    running = {int(number) % IDS_OF_32_BITS for number in snapshot.split(":")[2].split(",") if number}
    listed = [process.split("/") for process in processes.split(",")]
    [here] = [database for process, database, *_number in listed if process == own]
    for process, database, *number in listed:
        if database != here:
            running.difference_update(map(int, number))
        elif process != own:
            running.update(map(int, number))
    return frozenset(running)
