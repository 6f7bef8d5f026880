"""The plain tree search wins against chance, and is the same on every machine."""

from abbatia.bots import Budget, make_bot
from abbatia.bots.tree import Node, grow
from abbatia.bots.uct import Uct
from abbatia.bots.uniform import Uniform
from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, State
from abbatia.core.match import Decision
from abbatia.games import load


def play(state: State, seed: int) -> tuple[int, ...]:
    """Seat 0 searches, the others do anything."""
    rng = Rng(seed)
    players = [
        Uct(rng.spawn(), Budget(iterations=12)),
        *(Uniform(rng.spawn()) for _ in range(1, state.seats)),
    ]
    while actors := state.to_act():
        seat = actors[0]
        action = state.draw_lot(rng) if seat == CHANCE else players[seat].choose(Decision(state, seat))
        state.apply(seat, action)
    return state.ranks()


def test_it_wins_more_than_its_share() -> None:
    wins = sum(play(load("cardinal").start(3), seed)[0] == 1 for seed in range(4))
    assert wins >= 3  # one or two would be its share


def test_the_same_seed_chooses_the_same() -> None:
    state, rng = load("cardinal").start(3), Rng(4)
    while state.to_act() == (CHANCE,):
        state.apply(CHANCE, state.draw_lot(rng))
    decision = Decision(state, 0)
    chosen = {Uct(Rng(1), Budget(iterations=20)).choose(decision) for _ in range(3)}
    assert len(chosen) == 1
    assert chosen <= set(decision.legal)
    assert make_bot("uct", Rng(1), steady=True).choose(decision) in decision.legal


def test_every_iteration_adds_one_move_and_counts_it() -> None:
    state, rng = load("cardinal").start(3), Rng(4)
    while state.to_act() == (CHANCE,):
        state.apply(CHANCE, state.draw_lot(rng))
    root = Node()
    for count in range(1, 30):
        grow(root, state.imagine(0, rng), 0, rng)
        assert root.visits == count == sum(move.visits for move in root.moves.values())
