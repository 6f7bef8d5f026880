"""Amounts of The King's Abbey in words: what is given and what is had for it, instead of a bare number."""

from abbatia.core.words import Words
from abbatia.games.kings_abbey.position import GOODS, Facts, KingsAbbeyObservation, PlayerSeen, values_for


class Deals:
    """The answers to questions for an amount, in one language."""

    def __init__(self, facts: Facts, speech: Words) -> None:
        self.facts = facts
        self.speech = speech

    def amount(self, good: str, n: int) -> str:
        return self.speech.text(f"kings_abbey.amount.{good}", n=n)

    def say(self, how: str, **args: str) -> str:
        return self.speech.text(f"cli.kings_abbey.{how}", **args)

    def describe(self, seen: KingsAbbeyObservation, n: int) -> str | None:
        """The amount `n` as an answer to the viewer's open question; None if that asks for something else."""
        viewer = seen["viewer"]
        question = None if viewer is None else seen["public"]["questions"][viewer]
        if viewer is None or question is None:
            return None
        args = question["args"]
        if question["name"] == "trade_amount":
            given, taken = args
            bought = self.bought(seen, seen["public"]["players"][viewer], given, taken, n)
            return self.say("give_for", given=self.amount(GOODS[given], n), taken=bought)
        if question["name"] == "stable_amount":
            return self.say("give", given=self.amount(GOODS[args[1]], n))
        if question["name"] == "stable_receive":
            _, given, taken, amount = args
            swap = {"given": self.amount(GOODS[given], amount), "taken": self.amount(GOODS[taken], n)}
            return self.say("ask_for", **swap)
        if question["name"] == "share":
            dice = self.amount("die", args[2])
            return self.say("promise_for", given=self.amount("prestige", n), taken=dice)
        return None

    def bought(self, seen: KingsAbbeyObservation, player: PlayerSeen, given: int, taken: int, n: int) -> str:
        """What a trade token buys for `n` tokens, with the change of a Money Changer."""
        active = {card["card"]: card["peasants"] for card in player["cards"]}
        prices = self.facts.values
        if seen["options"]["guild_trades"]:
            prices = values_for(prices, active.get("masons_guild", 0), active.get("garden", 0))
        number, left = divmod(n * self.facts.values[given], prices[taken])
        change = [self.amount("coin", left)] if left and active.get("money_changer") else []
        return ", ".join([self.amount(GOODS[taken], number), *change])
