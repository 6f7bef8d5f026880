"""Le Roi et le Cardinal."""

from abbatia.games.cardinal.title import our_title

TITLE = our_title()
