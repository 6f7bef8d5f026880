"""The Holy Relics and what each does (§22); the Lance stands with the Vikings, the Tablets with building."""

from abbatia.games.kings_abbey.abbey import receive
from abbatia.games.kings_abbey.dice import rise
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.pieces import BIT, CROSS, GRAIL, GRAIN, MANNA, RELICS, ROD, TABLETS
from abbatia.games.kings_abbey.questions import TABLETS_WHAT, ask


def do_relic(state: Position, seat: int, arg: int) -> None:
    """Use a relic; it is discarded (§22.2, §22.3, §22.4, §22.6, §22.7, §22.9, §R54)."""
    player = state.players[seat]
    player.relics &= ~BIT[arg]
    player.spent_relics |= BIT[arg]
    if state.events is not None:
        state.tell("relic_used", seat=seat, relic=RELICS[arg])
    if arg == GRAIL:
        tops, at = state.facts.tops, player.clergy
        rise(state, seat, next(top for top in tops if top > at) - at)
    elif arg == CROSS:
        player.extra_defence += 2
    elif arg == MANNA:
        player.goods[GRAIN] += 3
    elif arg == ROD:
        player.walls = min(5, player.walls + 2)
    elif arg == TABLETS:
        ask(state, seat, TABLETS_WHAT)
    else:
        receive(state, seat, [0, 0, 0, 0, 0, 0, 2])
