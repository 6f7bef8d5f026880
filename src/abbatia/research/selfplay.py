"""Batched self-play: many matches side by side, so that a policy answers all their decisions at once."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from abbatia.core.chance import Rng
from abbatia.core.contract import OptionValue
from abbatia.core.match import Match
from abbatia.games import load
from abbatia.research.encoding import Array, encoder
from abbatia.research.rewards import rewards

Policy = Callable[[Array, NDArray[np.bool_]], NDArray[np.int64]]
"""Observations (batch × columns) and masks (batch × actions) in, one action each out."""


class Batch(NamedTuple):
    """All decisions of some games, in the order in which they were made."""

    observations: Array
    actions: NDArray[np.int64]
    seats: NDArray[np.int64]
    games: NDArray[np.int64]
    rewards: Array  # what the game was worth in the end to the seat that decided
    margins: Array  # its points ahead of the mean of the others


def self_play(
    title: str,
    policy: Policy,
    games: int,
    *,
    seats: int = 4,
    seed: int = 0,
    options: Mapping[str, OptionValue] | None = None,
    version: int | None = None,
) -> Batch:
    """Play games side by side to their end; the same seed, policy and version give the same batch."""
    rules = load(title, version)
    chosen = rules.setup(seats, options or {})
    columns = encoder(title, seats, chosen, rules.version)
    source = Rng(seed)
    matches = [Match(rules, seats, chosen, rng=source.spawn()) for _ in range(games)]
    rows: list[tuple[Array, int, int, int]] = []
    running = [(n, match) for n, match in enumerate(matches) if match.to_act()]
    while running:
        seen = np.zeros((len(running), len(columns)), np.float32)
        masks = np.zeros((len(running), len(rules.vocabulary)), np.bool_)
        for row, (_, match) in enumerate(running):
            seat = match.to_act()[0]
            seen[row] = columns.encode(match.state.observe(seat), seat)
            masks[row, list(match.state.legal(seat))] = True
        for row, action in enumerate(policy(seen, masks)):
            number, match = running[row]
            seat = match.to_act()[0]
            rows.append((seen[row], int(action), seat, number))
            match.play(seat, int(action))
        running = [(n, match) for n, match in running if match.to_act()]
    return _batch(rows, matches)


def _batch(rows: list[tuple[Array, int, int, int]], matches: list[Match]) -> Batch:
    worth: list[list[float]] = []
    ahead: list[list[float]] = []
    for match in matches:
        result = match.result()
        if result is None:
            raise ValueError("the game is not over")
        worth.append(rewards(result))
        total, seats = sum(result.scores), len(result.scores)
        others = max(seats - 1, 1)
        ahead.append([score - (total - score) / others for score in result.scores])
    return Batch(
        observations=np.array([row[0] for row in rows], np.float32),
        actions=np.array([row[1] for row in rows], np.int64),
        seats=np.array([row[2] for row in rows], np.int64),
        games=np.array([row[3] for row in rows], np.int64),
        rewards=np.array([worth[row[3]][row[2]] for row in rows], np.float32),
        margins=np.array([ahead[row[3]][row[2]] for row in rows], np.float32),
    )


def uniform_policy(seed: int) -> Policy:
    """Any legal action, each as likely as the others."""
    rng = np.random.default_rng(seed)

    def choose(_seen: Array, masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        noise = rng.random(masks.shape)
        found: NDArray[np.int64] = np.argmax(np.where(masks, noise, -1.0), axis=1)
        return found

    return choose
