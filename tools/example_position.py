"""The position of a worked example (`games/TITLE/examples/`), taken out of a record.

`python -m tools.example_position game.abbatia 41` prints its `seats`, `options` and `position`, those after
41 actions.
"""

import json
import sys
from pathlib import Path

from abbatia.core.examples import difference
from abbatia.core.record import parse, verify
from abbatia.games import load


def fields_of(source: bytes, actions: int) -> dict[str, object]:
    """The fields of an example that begins after so many actions of a record."""
    record = parse(source)
    match = verify(record, load)
    options = dict(match.options)
    state = match.title.start(record.seats, **options)
    before = state.to_json()
    for seat, action in match.log[:actions]:
        state.apply(seat, action)
    return {"seats": record.seats, "options": options, "position": difference(before, state.to_json())}


if __name__ == "__main__":
    _, file, number = sys.argv
    print(json.dumps(fields_of(Path(file).read_bytes(), int(number)), ensure_ascii=False, indent=2))
