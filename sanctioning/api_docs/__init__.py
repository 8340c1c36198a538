"""The description of the API: the schema (OpenAPI 3), and the same as pages to read.

Invariants: the schema is read off the endpoints, once in a process for each language and name of the
authority; the pages say nothing that it does not.
"""
