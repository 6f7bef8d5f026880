"""What chance decides: the numbers of `Position.chance`, which positions store."""

from typing import Final

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
