"""Who may do what: every address of the site with every method and act, and who is let in.

The rows stand in the modules beside this one, by the rooms of the authority. Whoever is not named in a row is
refused: the public is asked to sign in, the others get 403, or 404 where even that the thing exists is not
theirs to know. “Let in” means that the right is there; the act may still be refused for what it would do
(409, 422).

`tests/house/test_rights.py` walks the site and this table: an address, a method or an act that is not here
fails, and says what to add. `docs/rights.md` says the same in words, and is held to it.
"""

from tests.house.rights.appeals import APPEALS
from tests.house.rights.books import BOOKS_AND_PAPERS
from tests.house.rights.hall import HALL
from tests.house.rights.institution import INSTITUTION
from tests.house.rights.letters import LETTERS_AND_CASES
from tests.house.rights.own import ONE_S_OWN
from tests.house.rights.play import PLAY
from tests.house.rights.public import OPEN_TO_ALL
from tests.house.rights.table import ALL, OFFICES, Right

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
