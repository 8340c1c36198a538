"""The archive: the whole authority as one file that anybody can read, written from one database into another.

Invariants: an archive is of one moment; what an import brings is compared with the archive, table by table,
before any of it counts; an authority is never brought into another.
"""
