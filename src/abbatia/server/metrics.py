"""Figures for operators, in the text format that Prometheus reads."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    """How long something took, in buckets."""

    def __init__(self) -> None:
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.total += seconds
        for index, bound in enumerate(BOUNDS):
            if seconds <= bound:
                self.buckets[index] += 1
                return
        self.buckets[-1] += 1

    def lines(self, name: str) -> Iterable[str]:
        count = 0
        for bound, number in zip((*BOUNDS, "+Inf"), self.buckets, strict=True):
            count += number
            yield f'{name}_bucket{{le="{bound}"}} {count}'
        yield f"{name}_sum {self.total:.6f}"
        yield f"{name}_count {count}"


class Metrics:
    """All counters of one process."""

    def __init__(self) -> None:
        self.deeds: Final[Counter[str]] = Counter()  # entries stored, by kind
        self.refusals: Final[Counter[str]] = Counter()  # by code
        self.requests: Final[Counter[str]] = Counter()  # REST answers, by status
        self.messages = 0  # received over websockets
        self.connections = 0  # open now
        self.notices: Final[Counter[str]] = Counter()  # sent, by kind and outcome
        self.answers: Final = Histogram()  # from a play's arrival to its acknowledgement

    def text(self, gauges: dict[str, float]) -> str:
        """The page for Prometheus; `gauges` are what others know."""
        lines: list[str] = []
        for name, label, counter in (
            ("abbatia_entries_total", "kind", self.deeds),
            ("abbatia_refusals_total", "code", self.refusals),
            ("abbatia_requests_total", "status", self.requests),
            ("abbatia_notices_total", "outcome", self.notices),
        ):
            lines.append(f"# TYPE {name} counter")
            lines += [f'{name}{{{label}="{key}"}} {count}' for key, count in sorted(counter.items())]
        lines += ["# TYPE abbatia_messages_total counter", f"abbatia_messages_total {self.messages}"]
        for name, value in {"connections": self.connections, **gauges}.items():
            lines += [f"# TYPE abbatia_{name} gauge", f"abbatia_{name} {value:g}"]
        lines.append("# TYPE abbatia_play_seconds histogram")
        lines += self.answers.lines("abbatia_play_seconds")
        return "\n".join(lines) + "\n"
