# Sourced by ./run and ./test: puts uv (from PyPI) into .uv/ and Abbatia with what it needs into .venv/.

# Python as distributions build it (optimised by a profile) runs Abbatia a third faster than as pyenv does
# unless it is told to; headers are for compiling the rules, ensurepip is for uv.
well_built='import importlib.util, os, sys, sysconfig
headers = os.path.join(sysconfig.get_path("include"), "Python.h")
is_optimised = sys.prefix == "/usr" or "--enable-optimizations" in str(sysconfig.get_config_var("CONFIG_ARGS"))
sys.exit(not (is_optimised and os.path.exists(headers) and importlib.util.find_spec("ensurepip")))'

find_python() {
  if .venv/bin/python -c "" 2>/dev/null; then
    echo .venv/bin/python
    return
  fi
  any=
  IFS=:
  for folder in $PATH; do
    for name in python3.14 python3.13 python3.12 python3.11 python3 python; do
      python=$folder/$name
      "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
      any=${any:-$python}
      if "$python" -c "$well_built" 2>/dev/null; then
        any=$python
        break 2
      fi
    done
  done
  unset IFS
  if [ -z "$any" ]; then
    echo "Abbatia needs Python 3.11 or newer; install it and run this again." >&2
    return 1
  fi
  echo "$any"
}

# The documentation needs packages that playing does not: they have an environment of their own.
build_docs() {
  UV_PROJECT_ENVIRONMENT=.venv-docs nice -n 15 "$uv" sync --locked --quiet --only-group docs --python "$python" &&
    nice -n 15 .venv-docs/bin/python tools/docs.py
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
  ABBATIA_SKIP_DOCS=1 "$uv" sync --locked --quiet --inexact --python "$python" "$@" || {
    echo "The packages could not be installed; check the network and run this again." >&2
    return 2
  }
}
