"""The adapters pass the tests of the libraries they are for."""

import numpy as np
import pytest

from abbatia.core.contract import Result
from abbatia.games import TITLES, load
from abbatia.research.encoding import encoder
from abbatia.research.rewards import rewards
from abbatia.research.selfplay import self_play, uniform_policy

pytest.importorskip("pettingzoo")
pytest.importorskip("pyspiel")

import pyspiel
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]  # has no types

from abbatia.research.openspiel_game import load_game
from abbatia.research.pettingzoo_env import env

SMALL = {"cardinal": 3, "pelegrinus": 2, "kings_abbey": 2}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.filterwarnings("ignore::UserWarning")  # the tests of PettingZoo warn about what they skip
def test_pettingzoo_accepts_every_title(title: str) -> None:
    api_test(env(title, SMALL[title]), num_cycles=60, verbose_progress=False)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_same_seed_plays_the_same_game(title: str) -> None:
    seed_test(lambda: env(title, SMALL[title]), num_cycles=40)


@pytest.mark.parametrize("title", TITLES)
def test_the_environment_carries_the_version_of_its_title(title: str) -> None:
    assert env(title, SMALL[title]).metadata["name"] == f"abbatia_{title}_v{load(title).version}"


def test_a_whole_game_gives_rewards_that_add_up_to_nothing_won_from_nowhere() -> None:
    table = env("cardinal", 3)
    table.reset(seed=4)
    total = dict.fromkeys(table.possible_agents, 0.0)
    rng = np.random.default_rng(1)
    for agent in table.agent_iter():
        seen, reward, ended, cut, _ = table.last()
        total[agent] += reward
        action = None
        if not (ended or cut) and seen is not None:
            action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        table.step(action)
    assert max(total.values()) == pytest.approx(1.0)
    assert sorted(total.values())[:2] == pytest.approx([-1.0, -1.0])


@pytest.mark.parametrize("title", TITLES)
def test_openspiel_accepts_every_title(title: str) -> None:
    pyspiel.random_sim_test(load_game(title, SMALL[title]), num_sims=1, serialize=False, verbose=False)


def test_openspiel_plays_the_vocabulary_of_the_title() -> None:
    game = load_game("cardinal", 3)
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1.0)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    legal = state.legal_actions()
    assert [state.action_to_string(action) for action in legal] == [
        load("cardinal").vocabulary[a] for a in legal
    ]


# -- rewards and self-play -----------------------------------------------------------------------------------


def test_rewards_are_even_in_sum_for_one_winner() -> None:
    result = Result((9, 5, 5, 1), ((), (), (), ()), (1, 2, 2, 4))
    assert rewards(result) == pytest.approx([1, -1, -1, -1])
    shared = Result((9, 9), ((), ()), (1, 1))
    assert rewards(shared) == pytest.approx([0, 0])


def test_self_play_gives_every_decision_with_what_became_of_it() -> None:
    batch = self_play("cardinal", uniform_policy(3), 4, seats=3, seed=8)
    again = self_play("cardinal", uniform_policy(3), 4, seats=3, seed=8)
    assert (batch.actions == again.actions).all()
    assert set(batch.games.tolist()) == {0, 1, 2, 3}
    assert batch.observations.shape == (len(batch.actions), len(encoder("cardinal", 3)))
    first = batch.games == 0
    for seat in range(3):
        assert len(set(batch.rewards[first & (batch.seats == seat)].tolist())) == 1
