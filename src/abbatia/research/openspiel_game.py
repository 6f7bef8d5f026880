"""Every title as an OpenSpiel game: `load_game("cardinal", seats=4)`, short name `abbatia_cardinal`.

Chance is explicit. Where several seats may act at once they act one after the other, lowest seat first; what
they do stays hidden from the others in their observations.
"""

from typing import Any, Final

import numpy as np
import pyspiel

from abbatia.core.contract import CHANCE, State, Title
from abbatia.core.versions import newest
from abbatia.games import TITLES, load
from abbatia.research.encoding import encoder
from abbatia.research.rewards import rewards

SEATS: Final = "seats"


def short_name(title: Title) -> str:
    """`abbatia_cardinal` for the newest version of a title, `abbatia_cardinal_v1` for an earlier one."""
    name = f"abbatia_{title.name}"
    return name if title.version == newest(title.versions) else f"{name}_v{title.version}"


def game_type(title: Title) -> Any:
    return pyspiel.GameType(
        short_name=short_name(title),
        long_name=f"Abbatia: {title.name} (version {title.version})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=title.seats[-1],
        min_num_players=title.seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={SEATS: 4},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One title for OpenSpiel."""

    def __init__(self, title: Title, params: dict[str, Any] | None = None) -> None:
        self.rules = title
        self.count = int((params or {}).get(SEATS, 4))
        self.choices = default_options(title, self.count)
        self.columns = encoder(title.name, self.count, self.choices, title.version)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(title.vocabulary),
            max_chance_outcomes=len(title.vocabulary),
            num_players=self.count,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=title.max_actions,
        )
        super().__init__(game_type(title), info, {SEATS: self.count})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        return SpielObserver(self)


class Held:
    """A position that OpenSpiel may copy as often as it likes: copying clones it and shares the title."""

    __slots__ = ("position",)

    def __init__(self, position: State) -> None:
        self.position = position

    def __deepcopy__(self, memo: dict[int, Any]) -> "Held":
        return Held(self.position.clone())


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """One position for OpenSpiel; all rules are the title's."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held = Held(game.rules.start(game.count, **game.choices))

    @property
    def position(self) -> State:
        return self.held.position

    def current_player(self) -> int:
        actors = self.position.to_act()
        if not actors:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actors[0] == CHANCE else actors[0]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal(player)) if player >= 0 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        odds = self.position.odds()
        total = sum(weight for _, weight in odds)
        return [(action, weight / total) for action, weight in odds]

    def _apply_action(self, action: int) -> None:
        self.position.apply(self.position.to_act()[0], action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.title.vocabulary[action]

    def is_terminal(self) -> bool:
        return not self.position.to_act()

    def returns(self) -> list[float]:
        result = self.position.result()
        return [0.0] * self.position.seats if result is None else rewards(result)

    def __str__(self) -> str:
        return str(self.position.observe(None))


class SpielObserver:
    """What a player sees, as the array of `encoding` and as text."""

    def __init__(self, game: SpielGame) -> None:
        self.columns = game.columns
        self.tensor = np.zeros(len(game.columns), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self.columns.encode(state.position.observe(player), player)

    def string_from(self, state: SpielState, player: int) -> str:
        return str(state.position.observe(player))


def default_options(title: Title, seats: int) -> dict[str, bool | str]:
    """Options with which this many may play: the defaults, or the duel of Cardinal for two."""
    wanted = {"duel": True} if title.name == "cardinal" and seats == 2 else {}
    return title.setup(seats, wanted)


def register() -> None:
    """Make all titles known to `pyspiel.load_game`, the newest version as `abbatia_<title>`."""
    known = set(pyspiel.registered_names())
    for title in [load(name, one.number) for name in TITLES for one in load(name).versions]:
        if short_name(title) not in known:
            made = type(f"Spiel_{title.name}_{title.version}", (SpielGame,), {"__init__": _maker(title)})
            pyspiel.register_game(game_type(title), made)


def _maker(title: Title) -> Any:
    def make(self: SpielGame, params: dict[str, Any] | None = None) -> None:
        SpielGame.__init__(self, title, params)

    return make


def load_game(title: str, seats: int = 4, version: int | None = None) -> Any:
    """A title as an OpenSpiel game: its newest version, or the given one."""
    register()
    return pyspiel.load_game(short_name(load(title, version)), {SEATS: seats})
