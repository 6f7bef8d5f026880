"""What happens when the pile runs out, when a turn is over and when the game is."""

from abbatia.core.words import Message
from abbatia.games.cardinal.phases import OVER, TURN
from abbatia.games.cardinal.scoring import (
    Scored,
    add_abbeys,
    add_alliances,
    add_chains,
    final_lines,
    interim_lines,
)
from abbatia.games.cardinal.state import ENDED, PILE, Position
from abbatia.games.cardinal.tables import LAST


def bag_size(bag: int) -> int:
    """How many cards a bag holds."""
    total = 0
    while bag:
        total += bag & 15
        bag >>= 4
    return total


def empty_pile(state: Position) -> None:
    """The pile ran out: the interim scoring, or the last round (§8.1, §8.3, §10.1, §R13)."""
    state.emptied += 1
    if state.emptied == 1:
        _score_interim(state)
        state.pile = state.discard
        state.left = bag_size(state.discard)
        state.discard = 0
        if state.events is not None:
            state.tell(Message("cardinal.event.reshuffled", cards=state.left))
        if not state.left:
            state.emptied = 2
    if state.emptied == 2:
        state.mode |= LAST
        state.offer &= ~PILE
        if state.events is not None:
            state.tell(Message("cardinal.event.last_round", seat=state.seats - 1))


def _score_interim(state: Position) -> None:
    """Count the abbeys in all countries at once (§8.2)."""
    state.interim = tuple(state.abbeys)
    if state.duel is not None:
        state.interim_holders = tuple(state.duel.holders)
    add_abbeys(state, state.scores)
    if state.events is not None:
        state.tell(Message("cardinal.event.interim"))
        _tell_points(state, interim_lines(state))


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
    scores = state.scores
    add_abbeys(state, scores)
    add_alliances(state, scores)
    add_chains(state, scores)
    state.phase = OVER
    state.actor = ENDED
    if state.events is not None:
        state.tell(Message(f"cardinal.event.ended_{reason}"))
        _tell_points(state, final_lines(state))


def _tell_points(state: Position, scored: list[Scored]) -> None:
    """Each line of the score sheet as it is counted."""
    for seat, line in scored:
        event = line.label.key.replace(".score.", ".event.scored_")
        message = Message(event, seat=seat, points=line.points)
        message.args.update(line.label.args)
        state.tell(message)
