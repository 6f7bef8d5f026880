"""What happens when the pile runs out, when a turn is over and when the game is."""

from abbatia.games.cardinal.fields import ENDED, PILE, POINTS, Position
from abbatia.games.cardinal.phases import OVER, TURN
from abbatia.games.cardinal.scoring import add_abbeys, add_final, final_lines, interim_lines
from abbatia.games.cardinal.tables import LAST, bag_size


def empty_pile(state: Position) -> None:
    """The pile ran out: the interim scoring, or the last round (§8.1, §8.3, §10.1, §R13)."""
    state.changed |= POINTS
    state.emptied += 1
    if state.emptied == 1:
        _score_interim(state)
        state.pile = state.discard
        state.left = bag_size(state.discard)
        state.discard = 0
        state.tell("reshuffled", cards=state.left)
        if not state.left:
            state.emptied = 2
    if state.emptied == 2:
        state.mode |= LAST
        state.offer &= ~PILE
        state.tell("last_round", seat=state.seats - 1)


def _score_interim(state: Position) -> None:
    """Count the abbeys in all countries at once (§8.2)."""
    state.interim = tuple(state.abbeys)
    if state.duel is not None:
        state.interim_holders = tuple(state.duel.holders)
    add_abbeys(state, state.scores)
    state.tell("interim")
    _tell_points(state, is_interim=True)


def next_turn(state: Position) -> None:
    """The turn passes to the left; after the last round the game is over (§2.3, §10.2)."""
    player = state.player + 1
    if player == state.seats:
        if state.emptied == 2:
            finish(state, "last_round")
            return
        player = 0
    state.player = player
    state.actor = player
    state.phase = TURN
    state.country = -1
    state.placed = 0
    state.opened = 0


def finish(state: Position, reason: str) -> None:
    """The final scoring: abbeys, alliances, chains (§11.1, §11.2, §11.5)."""
    state.changed |= POINTS
    add_final(state, state.scores)
    state.phase = OVER
    state.actor = ENDED
    state.tell(f"ended_{reason}")
    _tell_points(state, is_interim=False)


def _tell_points(state: Position, *, is_interim: bool) -> None:
    """Tell each line of the score sheet as it is counted."""
    if state.events is None:
        return
    for seat, line in interim_lines(state) if is_interim else final_lines(state):
        key = line.label.key.replace("cardinal.score.", "scored_")
        state.tell(key, seat=seat, points=line.points, **line.label.args)
