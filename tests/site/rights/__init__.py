"""Who may do what: every address of the site with every method and act, and who is let in.

The rows stand in the modules beside this one, by the rooms of the authority. Whoever is not named in a row is
refused: the public is asked to sign in, the others get 403, or 404 where even that the thing exists is not
theirs to know. “Let in” means that the right is there; the act may still be refused for what it would do
(409, 422).

`tests/site/test_rights.py` walks the site and this table: an address, a method or an act that is not here
fails, and says what to add. `docs/rights.md` says the same in words, and is held to it.
"""

from tests.site.rights.appeals import APPEALS
from tests.site.rights.authority import INSTITUTION
from tests.site.rights.ledger import BOOKS_AND_PAPERS
from tests.site.rights.letters import LETTERS_AND_CASES
from tests.site.rights.own import ONE_S_OWN
from tests.site.rights.play import PLAY
from tests.site.rights.public import OPEN_TO_ALL
from tests.site.rights.table import ALL, OFFICES, Right
from tests.site.rights.tournaments import HALL

RIGHTS: tuple[Right, ...] = (
    *OPEN_TO_ALL,
    *ONE_S_OWN,
    *INSTITUTION,
    *HALL,
    *PLAY,
    *APPEALS,
    *BOOKS_AND_PAPERS,
    *LETTERS_AND_CASES,
)

__all__ = ["ALL", "OFFICES", "RIGHTS", "Right"]
