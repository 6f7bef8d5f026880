"""Figures for operators, in the text format that Prometheus reads.

Processes behind one port leave their statistics in one folder, so that whichever is asked answers for all.
Written by hand: the shared mode of `prometheus_client` maps files into memory, so that a full disk kills the
process (SIGBUS) where here it costs a line in the log, and one broken file takes the whole page away.
"""

import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from msgspec import DecodeError, Struct, ValidationError, json

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
HISTOGRAM: Final = "abbatia_play_seconds"


class Statistics(Struct, frozen=True):
    """All statistics of one process: what only grows, and what is so now."""

    counted: dict[str, float]
    now: dict[str, float]


class Histogram:
    """How long something took, in buckets."""

    def __init__(self) -> None:
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.total += seconds
        self.buckets[bisect_left(BOUNDS, seconds)] += 1

    def statistics(self, name: str) -> dict[str, float]:
        count, found = 0, dict[str, float]()
        for bound, number in zip((*BOUNDS, "+Inf"), self.buckets, strict=True):
            count += number
            found[f'{name}_bucket{{le="{bound}"}}'] = count
        return {**found, f"{name}_sum": round(self.total, 6), f"{name}_count": count}


class Metrics:
    """All counters of one process; with a folder, it also answers for the others that write there."""

    def __init__(self, folder: str = "") -> None:
        self.folder: Final = Path(folder) if folder else None
        self.entries: Final[Counter[str]] = Counter()  # entries stored, by kind
        self.refusals: Final[Counter[str]] = Counter()  # by code
        self.requests: Final[Counter[str]] = Counter()  # REST answers, by status
        self.notices: Final[Counter[str]] = Counter()  # sent, by kind and outcome
        self.messages = 0  # received over websockets
        self.connections = 0  # open now
        self.answers: Final = Histogram()  # from a play's arrival to its acknowledgement

    def statistics(self, counters: dict[str, float], gauges: dict[str, float]) -> Statistics:
        """Those of this process, with what others have counted and know."""
        counted: dict[str, float] = {}
        for name, label, counter in (
            ("entries", "kind", self.entries),
            ("refusals", "code", self.refusals),
            ("requests", "status", self.requests),
            ("notices", "outcome", self.notices),
        ):
            for key, count in sorted(counter.items()):
                counted[f'abbatia_{name}_total{{{label}="{key}"}}'] = count
        for name, value in {"messages": self.messages, **counters}.items():
            counted[f"abbatia_{name}_total"] = value
        counted |= self.answers.statistics(HISTOGRAM)
        now = {
            f"abbatia_{name}": value for name, value in {"connections": self.connections, **gauges}.items()
        }
        return Statistics(counted, now)

    def share(self, own: Statistics) -> None:
        """Leave the statistics where the other processes find them."""
        if self.folder is not None:
            new = self.folder / f"{os.getpid()}.new"
            new.write_bytes(json.encode(own))
            new.replace(self.folder / f"{os.getpid()}.json")

    def text(self, own: Statistics) -> str:
        """The page for Prometheus: the statistics of all processes together."""
        total: dict[str, float] = {}
        for statistics in [own, *self._others()]:
            for key, value in [*statistics.counted.items(), *statistics.now.items()]:
                total[key] = total.get(key, 0) + value
        lines: list[str] = []
        named = ""
        for key, value in sorted(total.items(), key=lambda figure: family(figure[0])):
            name = family(key)
            if name != named:
                lines.append(f"# TYPE {name} {kind_of(name)}")
                named = name
            lines.append(f"{key} {value:.12g}")
        return "\n".join(lines) + "\n"

    def _others(self) -> Iterable[Statistics]:
        """The statistics of the other processes; of one that has died only what it had counted."""
        for file in sorted(self.folder.glob("*.json")) if self.folder is not None else []:
            process = int(file.stem)
            if process != os.getpid():
                try:
                    statistics = json.decode(file.read_bytes(), type=Statistics)
                except (OSError, DecodeError, ValidationError):
                    continue
                yield statistics if is_alive(process) else Statistics(statistics.counted, {})


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def family(key: str) -> str:
    """What a figure is called without its labels and, in the histogram, without what it counts there."""
    return HISTOGRAM if key.startswith(HISTOGRAM) else key.partition("{")[0]


def kind_of(name: str) -> str:
    if name == HISTOGRAM:
        return "histogram"
    return "counter" if name.endswith("_total") else "gauge"
