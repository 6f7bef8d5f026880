"""Without its packages the research interface says how to get them."""

import subprocess
import sys


def test_a_missing_package_is_named_with_the_command_that_adds_it() -> None:
    code = """
import sys
from importlib.abc import MetaPathFinder

class Hidden(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "numpy":
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Hidden())
from abbatia import AbbatiaError
try:
    import abbatia.research.encoding
except AbbatiaError as missing:
    print(missing)
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "tools/add research" in said.stdout, said.stderr
