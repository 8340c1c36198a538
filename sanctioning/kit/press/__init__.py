"""From the HTML of a paper to the bytes of a PDF; the same facts give the same bytes.

Invariants: only files of the project are read, and nothing is fetched from anywhere.
"""
