"""What collecting brings in The King's Abbey: the tokens of a choice before it is made."""

from abbatia.core.words import Words
from abbatia.games.kings_abbey.position import GOODS, Facts, KingsAbbeyObservation, PlayerSeen


class Harvest:
    """The yield of collecting, in one language."""

    def __init__(self, facts: Facts, speech: Words) -> None:
        self.facts = facts
        self.speech = speech

    def describe(self, seen: KingsAbbeyObservation, verb: str, name: str) -> str | None:
        """What the collection brings if the viewer does this and adds nothing more; None for other actions.

        The observation does not tell whether two Scriptoriums count dice of this collection three times, so
        their owner sees the first yield only.
        """
        viewer = seen["viewer"]
        if viewer is None:
            return None
        player, question = seen["public"]["players"][viewer], seen["public"]["questions"][viewer]
        if verb == "collect" and question is None:
            good, value = name.split(" ")
            return self.tokens(seen, player, good, int(value), 0)
        if question is None or question["name"] != "collect" or active(player, "scriptorium") > 1:
            return None
        kind, tools, wagons = question["args"]
        good = GOODS[kind + 1]
        place = next(place for known, place in seen["public"]["locations"].items() if known == good)
        total = tools + sum(
            die["value"] for die in (*place["main"], *place["bonus"]) if die["seat"] == viewer
        )
        if verb == "bonus":
            return self.tokens(seen, player, good, total + int(name), wagons)
        if verb == "use_tool":
            return self.tokens(seen, player, good, total + 1, wagons)
        if verb == "use_wagon":
            return self.tokens(seen, player, good, total, wagons + 1)
        return self.tokens(seen, player, good, total, wagons) if verb == "done" else None

    def tokens(
        self, seen: KingsAbbeyObservation, player: PlayerSeen, good: str, total: int, wagons: int
    ) -> str:
        """`2 wood`, with the coins of a Money Changer; `0 wood` when the dice are too low."""
        event = seen["public"]["event"]
        extra = self.facts.event_extra[self.facts.event_ids.index(event)][GOODS.index(good)] if event else 0
        value = next(value for known, value in player["values"].items() if known == good)
        number, left = divmod(total, value)
        found = [(good, number + wagons + extra)]
        if left and active(player, "money_changer"):
            found.append(("coin", left))
        return ", ".join(self.speech.text(f"kings_abbey.amount.{name}", n=n) for name, n in found)


def active(player: PlayerSeen, name: str) -> int:
    """How many copies of a card have a lay brother."""
    return next((card["peasants"] for card in player["cards"] if card["card"] == name), 0)
