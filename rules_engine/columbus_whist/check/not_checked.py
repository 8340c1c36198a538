"""What a record of Columbus Whist does not tell, so that nobody can check it."""

from rules_engine.columbus_whist.record import Record
from rules_engine.sentences import says


def not_checked(record: Record) -> list[str]:
    """What was not reported and so could not be checked, a sentence for each thing."""
    games = [game for games in record.rounds for game in games]
    hands = [hand for game in games for hand in game.hands or []]
    missing: list[str] = []
    if any(team.players is None for team in record.teams):
        missing.append(says("who plays in which team"))
    if any(game.hands is None for game in games):
        missing.append(says("the hands of games"))
    if any(hand.calls is None for hand in hands):
        missing.append(says("the bidding of hands"))
    if any(game.told and game.points is None and game.hands is None for game in games):
        missing.append(says("the points of games"))
    if any(hand.trump is None for hand in hands):
        missing.append(says("what was declared"))
    if any(game.ready is None for game in games):
        missing.append(says("who was seated in five minutes"))
    if any(game.sheet is None for game in games):
        missing.append(says("the signatures of sheets"))
    if record.totals is None:
        missing.append(says("the totals"))
    if record.ranking is None:
        missing.append(says("the ranking"))
    if record.qualifiers is None:
        missing.append(says("who goes on"))
    return missing
