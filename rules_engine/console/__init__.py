"""What every command of the command line needs: arguments that several games have, reading a file, writing.

Invariant: what is printed obeys nothing that a record says.
"""
