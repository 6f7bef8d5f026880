"""What a seat does not know: the saints that lie face down before others."""

from abbatia.core.chance import Rng, shuffle
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.player import KEPT


def is_hidden(state: Position, seat: int) -> bool:
    """Whether the others do not know this player's saint (§23.1, §23.2)."""
    player = state.players[seat]
    return player.saint >= 0 and player.saint_mode in (0, KEPT)


def imagine(state: Position, seat: int, rng: Rng) -> None:
    """Deal the others' hidden saints anew, from all that this seat has not seen (determinization)."""
    hidden = [player for player in state.players if player.seat != seat and is_hidden(state, player.seat)]
    if not hidden:
        return
    unseen = [player.saint for player in hidden]
    unseen += [saint for saint, there in enumerate(state.saint_bag) if there]
    unseen.sort()  # what comes out must not depend on where they lie
    shuffle(unseen, rng)
    for i, player in enumerate(hidden):
        player.saint = unseen[i]
    left = unseen[len(hidden) :]
    state.saint_bag = [int(saint in left) for saint in range(len(state.saint_bag))]
