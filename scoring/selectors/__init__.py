"""What is read of the books, for pages, API, PDF and mail.

One module a subject: `results` (front page, event), `games`, `players`, `rosters`, `certificates`,
`clubs`. Each function takes the person who asks (`asker=`, None for the public), leaves out what that
person may not see, and returns frozen dataclasses in a constant number of queries.
"""
