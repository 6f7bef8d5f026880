"""The phases: what the game waits for."""

from typing import Final

POPES_PLACED: Final = 0  # chance puts one token of each seat on the foot of the track
SITES_DRAWN: Final = 1  # chance draws the sites in force
PROGRAMMING: Final = 2  # everybody at once, in secret
COMMANDERIES_CHOSEN: Final = 3  # a seat has won more cities than it has commanderies left
ABBEYS_CLAIMED: Final = 4  # a seat has won more cities than it has abbeys left
ABBEYS_CHOSEN: Final = 5  # equal stacks of one seat for the last abbey of a region
OVER: Final = 6
PHASES: Final = ("popes", "sites", "programming", "commanderies", "claims", "abbeys", "over")
