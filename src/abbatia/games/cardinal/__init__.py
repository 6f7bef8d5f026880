"""Le Roi et le Cardinal: abbeys and advisors in the countries of Europe; 2 to 5 seats."""

from abbatia.games.cardinal.title import TITLE, Cardinal

__all__ = ["TITLE", "Cardinal"]
