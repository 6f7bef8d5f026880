"""The client's types and the protocol page say what the server's messages are."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

from abbatia.server.app import ENDPOINTS
from abbatia.server.ws import protocol as wire
from abbatia.server.ws.model import View

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")


def test_the_clients_types_are_made_from_the_messages() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "wire.py"), "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_protocol_page_names_every_message_and_code() -> None:
    for message in (*wire.FromClient.__args__, *wire.FromServer.__args__):
        tag = message.__struct_config__.tag
        assert f'"{tag}"' in PAGE or f"`{tag}`" in PAGE, tag
    for code in get_args(wire.Code):
        assert f"`{code}`" in PAGE or f'"{code}"' in PAGE, code


def test_the_protocol_page_names_every_request() -> None:
    paths = {
        re.sub(r"\?.*", "", path) for path in re.findall(r"(?:GET|POST|PUT|DELETE) (/api/[^`\s]*)", PAGE)
    }
    assert {endpoint.path for endpoint in ENDPOINTS} <= paths


def test_a_view_in_the_page_has_the_fields_of_a_view() -> None:
    for field in View.__struct_fields__:
        assert f'"{field}"' in PAGE, field
    for field in wire.Sync.__struct_fields__:
        assert f'"{field}"' in PAGE, field
