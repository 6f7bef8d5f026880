"""What the actions of the players change for everybody to see, as bits of `State.changed`."""

from typing import Final

from abbatia.core.views import ALL
from abbatia.games.kings_abbey.actions import KIND
from abbatia.games.kings_abbey.fields import LOCATIONS, PLAYERS, QUESTIONS, VIKINGS

BOARDS: Final = PLAYERS | QUESTIONS
"""Goods, dice, peasants and cards of the players, and what they are asked."""
BY_KIND: Final = {
    **dict.fromkeys(("preach", "clergy", "defend", "crusade"), BOARDS),
    **dict.fromkeys(("step", "altar", "wall", "remodel", "tower", "archer", "build"), BOARDS),
    **dict.fromkeys(("slaughter", "feed", "turn", "value", "baptise", "activate", "bath"), BOARDS),
    **dict.fromkeys(("trade", "give", "for", "amount", "from", "to", "take", "lose"), BOARDS),
    **dict.fromkeys(("ask", "spaces", "share", "token", "with_relic", "offer", "withdraw"), BOARDS),
    **dict.fromkeys(("stables", "receive", "accept", "refuse"), BOARDS),
    **dict.fromkeys(("collect", "bonus", "use_tool", "reuse", "die", "double"), BOARDS | LOCATIONS),
    **dict.fromkeys(("fight", "send", "put"), BOARDS | VIKINGS),
}
"""The common actions that touch little. When a turn, a lap or a phase ends, `KingsState.apply` sets all."""
CHANGES: Final = [BY_KIND.get(kind, ALL) for kind in KIND]
"""For each action of a player the bits that it sets; all of them where it may reach far."""
