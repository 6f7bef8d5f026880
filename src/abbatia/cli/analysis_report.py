"""What a report of an analysis says, in the words of a language; for the terminal and for the page."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from abbatia.core.contract import Title
from abbatia.core.words import Words

GRADES: Final = ("best", "fine", "inaccuracy", "mistake", "blunder")
BETWEEN: Final = " · "  # the actions of a turn
WORST: Final = 6  # decisions of all seats together
LUCKIEST: Final = 4
Json = Mapping[str, Any]


class Report:
    """An analysis (`Review.result`) with the words to tell it in."""

    def __init__(self, found: Json, title: Title, speech: Words) -> None:
        self.found = found
        self.title = title
        self.speech = speech
        self.seats = range(found["seats"])

    def text(self, key: str, **args: object) -> str:
        return self.speech.text(f"analysis.{key}", **args)

    def heading(self) -> str:
        return self.text("heading", title=self.speech.text(f"{self.title.name}.name"))

    # -- numbers

    def number(self, number: float, digits: int = 1, *, signed: bool = False) -> str:
        said = f"{number:+.{digits}f}" if signed else f"{number:.{digits}f}"
        if float(said) == 0:
            said = said.lstrip("+-")
        return said.replace(".", self.text("decimal")).replace("-", "−")

    def percent(self, share: float, *, signed: bool = False, digits: int = 1) -> str:
        return self.text("percent", n=self.number(100 * share, digits, signed=signed))

    def amount(self, amount: float, measure: str, *, signed: bool = True) -> str:
        """A chance as a percentage, or points."""
        return self.percent(amount, signed=signed) if measure == "win" else self.number(amount, signed=signed)

    # -- what happened

    def plan(self, actions: Sequence[str]) -> str:
        """The actions of a turn in words."""
        numbers = self.title.numbers
        said = [self.speech.say(self.title.describe(numbers[text])) for text in actions]
        return BETWEEN.join(said)

    def why(self, lines: Sequence[Json]) -> str:
        """Score lines with the points by which they differ, and their rules."""
        return ", ".join(
            f"{self.kind(line['line'])} {self.number(line['points'], signed=True)} (§{line['rule']})"
            for line in lines
        )

    def kind(self, key: str) -> str:
        entries = self.speech.entries
        return entries.get(f"{key}.kind") or entries.get(key, key)

    def turn(self, number: int) -> str:
        return self.text("turn", n=number) if number else self.text("deal")

    # -- tables and lists

    def about(self, budget: str) -> list[str]:
        found = self.found
        lines = [self.text("about", plays=len(found["moments"]) - 1, budget=budget, seed=found["seed"])]
        if not found["calibrated"]:
            lines.append(self.text("uncalibrated"))
        return lines

    def books(self, measure: str) -> tuple[list[str], list[list[str]]]:
        """Headings, and for each seat the entries of its books."""
        entries = ("initial", "chance", "unseen", "own", "others", "rest", "final")
        rows = []
        for seat in self.seats:
            account = self.found["books"][seat][measure]
            rows.append(
                [self.speech.seat(seat)]
                + [
                    self.amount(account[entry], measure, signed=entry not in ("initial", "final"))
                    for entry in entries
                ]
            )
        return [self.text(f"books.{entry}") for entry in entries], rows

    def rest_about(self) -> str:
        errors = [self.found["books"][seat]["win"]["error"] for seat in self.seats]
        return self.text("rest.about", error=self.percent(2 * max(errors), digits=0))

    def decisions(self) -> tuple[list[str], list[list[str]]]:
        """Headings, and for each seat how often it decided how well."""
        rows = []
        for seat in self.seats:
            summary = self.found["summary"][seat]
            row = [self.speech.seat(seat), str(summary["decisions"])]
            row += [str(summary["grades"][grade]) for grade in GRADES]
            rows.append([*row, self.percent(summary["loss"]["win"], digits=2)])
        headings = [self.text("decisions.count"), *(self.text(f"grade.{grade}") for grade in GRADES)]
        return [*headings, self.text("loss")], rows

    def worst(self) -> list[Json]:
        """The costliest decisions of all seats, the worst first."""
        costly = [one for one in self.found["decisions"] if one["loss"]["win"] > 0 and one["grade"] != "best"]
        return sorted(costly, key=lambda one: (-one["loss"]["win"], one["number"]))[:WORST]

    def worst_lines(self, decision: Json) -> list[str]:
        """One of them: who, what was played, what was better, and why."""
        loss = decision["loss"]
        lines = [
            self.text(
                "worst.line",
                n=decision["turn"],
                seat=decision["seat"],
                grade=self.text(f"one.{decision['grade']}"),
                loss=self.percent(-loss["win"], signed=True),
                error=self.percent(loss["error"]["win"]),
                points=self.number(-loss["points"], signed=True),
            ),
            self.text("played", text=self.plan(decision["played"]["actions"])),
            self.text("better", text=self.plan(decision["best"]["actions"])),
        ]
        if decision["why"]:
            lines.append(self.text("why", text=self.why(decision["why"])))
        return lines

    def luckiest(self) -> list[str]:
        """What chance answered with the largest effect on some seat."""
        found = []
        for chance in self.found["chances"]:
            if chance["luck"] is not None:
                luck = chance["luck"]["win"]
                seat = max(self.seats, key=lambda seat: abs(luck[seat]))
                found.append((abs(luck[seat]), chance, seat, luck[seat]))
        found.sort(key=lambda one: (-one[0], one[1]["number"]))
        return [
            self.text(
                "lucky.line",
                n=self.turn(chance["turn"]),
                text=self.plan([chance["action"]]),
                seat=seat,
                luck=self.percent(amount, signed=True),
            )
            for _, chance, seat, amount in found[:LUCKIEST]
        ]

    def curves(self) -> list[list[float]]:
        """The chance of each seat at each moment, for a spectator."""
        return [[moment["public"]["win"][seat] for moment in self.found["moments"]] for seat in self.seats]

    def made(self, version: str) -> str:
        found = self.found
        return self.text(
            "made", version=version, rules=found["rules"], bots=found["bots"], analysis=found["analysis"]
        )
