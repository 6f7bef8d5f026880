# Sourced by ./run and ./test: puts uv (from PyPI) into .uv/ and Abbatia with what it needs into .venv/.

find_python() {
  for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$python"
      return
    fi
  done
  echo "Abbatia needs Python 3.11 or newer; install it and run this again." >&2
  return 1
}

install_abbatia() {
  python=$(find_python) || return 2
  if command -v uv >/dev/null 2>&1; then
    uv=uv
  else
    uv=.uv/bin/uv
    if ! [ -x "$uv" ]; then
      echo "Getting uv …" >&2
      "$python" -m venv .uv && .uv/bin/python -m pip install --quiet --disable-pip-version-check uv || {
        echo "uv could not be installed from PyPI; check the network and run this again." >&2
        return 2
      }
    fi
  fi
  echo "Installing …" >&2
  "$uv" sync --locked --quiet --inexact --python "$python" "$@" || {
    echo "The packages could not be installed; check the network and run this again." >&2
    return 2
  }
}
