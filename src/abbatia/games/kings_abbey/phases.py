"""Phases: what the game waits for; the stages within a phase, and what chance is to decide.

Positions store the numbers.
"""

from typing import Final

PHASES: Final = (
    "set_up",
    "roll",
    "event",
    "abbey",
    "market",
    "resources",
    "peasants",
    "building",
    "feeding",
    "darkness",
    "income",
    "rewards",
    "end_of_round",
    "over",
)
SET_UP: Final = 0
ROLL: Final = 1
EVENT: Final = 2
ABBEY: Final = 3
MARKET: Final = 4
HARVEST: Final = 5
PEASANTS: Final = 6
BUILDING: Final = 7
FEEDING: Final = 8
DARKNESS: Final = 9
INCOME: Final = 10
REWARDS: Final = 11
END_OF_ROUND: Final = 12
OVER: Final = 13

# `Position.stage` in the set-up (§13, §21, §23.1, §24.2).
DRAW_LOT: Final = 0  # chance: the first player
DEAL_CRUSADES: Final = 1  # chance
STARTING: Final = 2  # chance deals the starting buildings, or they are bid for
FILL_MARKET: Final = 3  # chance
GIFTS: Final = 4  # quick game: each player takes a card of the market
DEAL_SAINTS: Final = 5  # chance
ROLL_POOL: Final = 6  # chance: Elias's dice

# `Position.stage` in phase 2 (§2, §17.16, §22.5).
DRAW_EVENT: Final = 0  # chance
LANCE_ASKED: Final = 1  # the holder of the Lance may use it; then the Vikings are rolled
ATTACK: Final = 2  # one player after the other meets Vikings
PILLAGE: Final = 3  # each player loses a card
PLAGUE: Final = 4  # each player loses peasants
LEAVE: Final = 5  # the phase is over

# `Position.stage` in phase 12 (§12).
CLEAR_UP: Final = 0  # first player and dice
DECIDE: Final = 1  # all players at once
REFILL: Final = 2  # chance fills the market

# `Position.chance`: what chance is to decide.
CHANCE_REROLL: Final = 1  # the Bell Tower's roll (§16.2)
CHANCE_EVENT: Final = 2  # the event of the round (§2.1)
CHANCE_VIKING: Final = 3  # a Viking die (§2.3)
CHANCE_ELIAS_MARKET: Final = 4  # Elias's roll at the market (§24.3)
CHANCE_ELIAS_RESOURCES: Final = 5  # Elias's roll at the locations (§24.4)
CHANCE_INITIATIVE: Final = 6  # an initiative token (§5.9)
CHANCE_CRUSADE: Final = 7  # a crusade of the pile (§11.4)
CHANCE_MARKET: Final = 8  # a card for the market (§12.6)
CHANCE_LOT: Final = 9  # the first player (§13.4)
CHANCE_START: Final = 10  # a starting building (§13.2)
CHANCE_SAINT: Final = 11  # a patron saint (§23.1)
CHANCE_POOL: Final = 12  # a die of Elias's pool (§24.2)
CHANCE_DICE: Final = 13  # a die of a reserve (§1.1)
