"""Our own component file, as it is written."""

import json
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parent / "data" / "components.json"
OURS: Final[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
