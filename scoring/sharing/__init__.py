"""What others show of the site: frames of a board, a result or a player, oEmbed, the sitemap, the manifest.

Invariant: a frame on another site shows what a visitor who is not signed in may see, whoever looks.
"""
