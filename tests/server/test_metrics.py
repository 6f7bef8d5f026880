"""Figures for operators: each counted once, whichever process is asked."""

import os
import subprocess
import sys
from pathlib import Path

from msgspec import json

from abbatia.server.ops.metrics import Metrics, Statistics


def test_a_page_has_each_family_once_with_its_kind() -> None:
    metrics = Metrics()
    metrics.entries["play"] += 2
    metrics.entries["chat"] += 1
    metrics.answers.add(0.004)
    metrics.answers.add(9.0)
    page = metrics.text(metrics.statistics({"bot_answers": 5}, {"tables_in_memory": 3}))
    assert '\nabbatia_entries_total{kind="chat"} 1\nabbatia_entries_total{kind="play"} 2\n' in page
    assert "# TYPE abbatia_entries_total counter\n" in page
    assert "# TYPE abbatia_tables_in_memory gauge\nabbatia_tables_in_memory 3\n" in page
    assert "# TYPE abbatia_play_seconds histogram\n" in page
    assert 'abbatia_play_seconds_bucket{le="0.005"} 1\n' in page
    assert 'abbatia_play_seconds_bucket{le="+Inf"} 2\nabbatia_play_seconds_sum 9.004\n' in page
    families = [line for line in page.splitlines() if line.startswith("#")]
    assert len(families) == len(set(families))


def test_processes_are_added_up_and_of_a_dead_one_what_it_had_counted(tmp_path: Path) -> None:
    metrics = Metrics(str(tmp_path))
    metrics.messages = 10
    metrics.connections = 2
    own = metrics.statistics({}, {})
    metrics.share(own)
    other = Statistics({"abbatia_messages_total": 7}, {"abbatia_connections": 3})
    (tmp_path / f"{os.getppid()}.json").write_bytes(json.encode(other))
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (tmp_path / f"{dead.pid}.json").write_bytes(json.encode(other))
    page = metrics.text(own)
    assert "abbatia_messages_total 24\n" in page
    assert "abbatia_connections 5\n" in page


def test_a_file_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    metrics = Metrics(str(tmp_path))
    (tmp_path / f"{os.getppid()}.json").write_bytes(b"{")
    assert "abbatia_messages_total 0\n" in metrics.text(metrics.statistics({}, {}))
