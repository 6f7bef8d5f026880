"""The versions of this title, the newest last; `core/versions.py` says what one is."""

from typing import Final

from abbatia.core.versions import Change, Version, newest

VERSIONS: Final[tuple[Version, ...]] = (
    Version(1, "2026-11-15"),
    Version(
        2,
        "2026-11-18",
        (
            Change(
                "R67",
                "A wagon can be used in every own turn of phase 5 at a location with a die of its owner.",
                "The rulebook names the phase and asks for the die; one that was won later was of no use.",
            ),
            Change(
                "R25",
                "A die that Abbott's Den takes back shows what it was rolled as, not what the Library chose.",
                "The Library chooses a value for the own board and not for a crusade.",
            ),
            Change(
                "R68",
                "The Bath House and a kept Élie can be used before Vikings take a card or the stock.",
                "Both may be used at any time, and just then they matter.",
            ),
            Change(
                "R23",
                "Two equal dice can count as three on a resource location, too.",
                "The text of the Scriptorium has no limit, and the two dice fit on main and bonus space.",
            ),
            Change(
                "R26",
                "Of equal dice on several locations the player names the one that is used again.",
                "It decides which space gets free, and where a wagon can still be used.",
            ),
        ),
    ),
    Version(
        3,
        "2026-11-18",
        (
            Change(
                "18.1",
                "Most crusades bring 1 or 2 prestige more.",
                "Good players bought none; with one opponent they cost more than they brought.",
            ),
            Change(
                "7.4",
                "Battlements and Gate Towers cost more, Bell Tower and Chapel less.",
                "Two Battlements and two Gate Towers stood in nearly every good abbey.",
            ),
            Change(
                "7.7",
                "Farms, Bakery, Barracks, Brewery, Garden, Calefactory and Monk's Quarters cost less, "
                "Stables and Tithe Barn more.",
                "The first were seldom or never built; the others were built for their prestige alone.",
            ),
            Change(
                "3.10",
                "The steps of Cardinal bring 2, 3, 4 prestige instead of 3, 4, 5.",
                "With bots that rise in the clergy those who always rose won nearly half of the games.",
            ),
            Change(
                "9.2",
                "The Darkness stays at 6 for a round more and ends at 8 instead of 9.",
                "A third of all dice stood against it, which left few for crusades and the clergy.",
            ),
        ),
    ),
)
NEWEST: Final = newest(VERSIONS)
