"""A tree of moves that grows by random playouts; compiled with the rules, since a search lives here."""

from math import log, sqrt
from typing import Final

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, State
from abbatia.core.playout import random_game

EXPLORE: Final = 0.7  # how much a move that was seldom tried is tried again


class Node:
    """A move in the tree: how often it was tried, and what it brought to the seat that made it."""

    __slots__ = ("visits", "gain", "moves")

    def __init__(self) -> None:
        self.visits: int = 0
        self.gain: float = 0.0
        self.moves: dict[int, Node] = {}


def grow(root: Node, world: State, seat: int, rng: Rng) -> None:
    """One iteration: down the tree to a new move, on at random to the end, and back with the gains."""
    nodes: list[Node] = [root]
    movers: list[int] = [seat]
    node = root
    actors = world.to_act()
    while actors:
        mover = seat if node is root and seat in actors else actors[0]
        if mover == CHANCE:
            world.apply(CHANCE, world.draw_lot(rng))
        else:
            legal = world.legal(mover)
            action = promising(node, legal, rng) if len(legal) > 1 else legal[0]
            world.apply(mover, action)
            if len(legal) > 1:
                is_new = action not in node.moves
                if is_new:
                    node.moves[action] = Node()
                node = node.moves[action]
                nodes.append(node)
                movers.append(mover)
                if is_new:
                    random_game(world, rng)
                    break
        actors = world.to_act()
    ranks = world.ranks()
    for index, node in enumerate(nodes):
        node.visits += 1
        node.gain += share(ranks, movers[index])


def promising(node: Node, legal: tuple[int, ...], rng: Rng) -> int:
    """A move that was not tried yet, by lot; else the one with the best hope (UCB1)."""
    moves = node.moves
    new: list[int] = [action for action in legal if action not in moves]
    if new:
        return new[rng.below(len(new))]
    best, hope = legal[0], -1.0
    scale = EXPLORE * sqrt(log(node.visits + 1))
    for action in legal:
        child = moves[action]
        value = child.gain / child.visits + scale / sqrt(child.visits)
        if value > hope:
            best, hope = action, value
    return best


def share(ranks: tuple[int, ...], seat: int) -> float:
    """A seat's share of the victory."""
    return 0.0 if ranks[seat] > 1 else 1.0 / ranks.count(1)
