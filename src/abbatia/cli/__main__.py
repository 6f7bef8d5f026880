"""`python -m abbatia.cli` is `abbatia`."""

from abbatia.cli import main

main()
