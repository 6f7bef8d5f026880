"""Write web/src/protocol/rest.ts: the REST interface as TypeScript, from the server's OpenAPI document.

`python tools/rest_types.py` writes it by openapi-typescript (in web/node_modules); `--check` says whether it
is up to date.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from abbatia.server.app import ENDPOINTS
from abbatia.server.http.endpoint import openapi

WEB = Path(__file__).parent.parent / "web"
TARGET = WEB / "src" / "protocol" / "rest.ts"
OPTIONS = ("--root-types", "--root-types-no-schema-prefix", "--empty-objects-unknown")


def document() -> dict[str, Any]:
    """The OpenAPI document, with every field of an answer required: the server leaves none out.

    What has a default may be left out of a request only; requests are the schemas that allow no other fields.
    """
    found = openapi(ENDPOINTS)
    for schema in found["components"]["schemas"].values():
        if schema.get("additionalProperties") is not False:
            schema["required"] = list(schema.get("properties", {}))
    return found


def main(arguments: list[str]) -> int:
    command = [str(WEB / "node_modules" / ".bin" / "openapi-typescript")]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "openapi.json"
        source.write_text(json.dumps(document()), "utf-8")
        command += [str(source), "--output", str(TARGET), "--default-non-nullable=false", *OPTIONS]
        if "--check" in arguments:
            command.append("--check")
        made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        print(
            f"web/src/protocol/rest.ts is out of date; run tools/rest_types.py.\n{made.stderr}",
            file=sys.stderr,
        )
    return made.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
