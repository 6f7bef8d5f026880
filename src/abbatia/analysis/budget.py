"""How much an analysis may play out: numbers of playouts, never a clock, so that all machines agree."""

from typing import Final, NamedTuple


class Budget(NamedTuple):
    """How much is played out for one moment, one decision and one answer of chance."""

    playouts: int  # for the chances of a moment from one view, at most
    error: float  # the standard error of these chances at which no more are needed
    worlds: int  # in which plans are compared, in each of two rounds; twice as many when the best is known
    plans: int  # that are compared with the one that was played
    lucks: int  # with which each outcome of chance is played on

    def times(self, factor: float) -> "Budget":
        """The same with so many times the playouts of a moment; more of them ask for a smaller error."""
        playouts = max(int(self.playouts * factor), 4)
        return self._replace(playouts=playouts, error=self.error / max(factor, 1.0))

    def thrifty(self, share: int) -> "Budget":
        """The same for a title whose playouts are dear: the comparisons have to do with less."""
        return self._replace(
            worlds=max(2, self.worlds // share),
            plans=max(2, self.plans * 2 // (share + 1)),
            lucks=max(2, self.lucks // share),
        )


BUDGETS: Final = {
    "quick": Budget(playouts=16, error=0.05, worlds=4, plans=4, lucks=2),
    "usual": Budget(playouts=48, error=0.03, worlds=12, plans=6, lucks=3),
    "deep": Budget(playouts=600, error=0.02, worlds=48, plans=10, lucks=8),
}
USUAL: Final = "usual"
