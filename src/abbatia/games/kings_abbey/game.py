"""The state that is played: who acts, what is legal, what an action does, what happens next."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from abbatia.core.chance import Rng, shuffle
from abbatia.core.contract import CHANCE, CHANCE_ACTS, NOBODY, BadSetup, Observation, Result, Title
from abbatia.core.refusals import Refusal
from abbatia.core.words import Message
from abbatia.games.kings_abbey import (
    actions,
    agreements,
    counting,
    dice,
    freely,
    observation,
    phase_abbey,
    phase_building,
    phase_darkness,
    phase_end,
    phase_event,
    phase_feeding,
    phase_market,
    phase_peasants,
    phase_resources,
    phase_rewards,
    questions,
    refusing,
    scoring,
    setup,
)
from abbatia.games.kings_abbey.dice import lay_down
from abbatia.games.kings_abbey.facts import Facts
from abbatia.games.kings_abbey.pieces import BIT, EVENT, HARVEST, OVER, SET_UP
from abbatia.games.kings_abbey.state import CHANCE_MASK, INTS, LISTS, Position

CHANCE_DICE: Final = 13
ACTORS: Final = tuple(
    [tuple([seat for seat in range(5) if mask >> seat & 1]) for mask in range(32)] + [CHANCE_ACTS]
)
ROLL_ODDS: Final = tuple([(actions.ROLL + i, 1) for i in range(6)])

Legal = Callable[[Position, int], Sequence[int]]
Act = Callable[[Position, int, int], None]
Step = Callable[[Position], None]
After = Callable[[Position, int], None]


def roll(s: Position) -> None:
    """Phase 1: every die of every reserve is rolled (§1.1)."""
    while s.lap < s.seats:
        seat = (s.first + s.lap) % s.seats
        if s.reserve[seat]:
            s.turn = seat
            s.chance = CHANCE_DICE
            s.acting = CHANCE_MASK
            return
        s.lap += 1
    s.phase, s.stage, s.lap = EVENT, 0, 0


def die_rolled(s: Position, value: int) -> None:
    seat = s.turn
    s.reserve[seat] -= 1
    lay_down(s, seat, value)
    if not s.reserve[seat]:
        s.lap += 1
        s.acting = 0


def nothing(s: Position, seat: int) -> None:
    """No decision is open in this phase."""


def no_choice(_s: Position, _seat: int) -> Sequence[int]:
    return ()


GO_ON: Final[list[Step]] = [
    setup.go_on,
    roll,
    phase_event.go_on,
    phase_abbey.go_on,
    phase_market.go_on,
    phase_resources.go_on,
    phase_peasants.go_on,
    phase_building.go_on,
    phase_feeding.go_on,
    phase_darkness.go_on,
    phase_darkness.collect_income,
    phase_rewards.go_on,
    phase_end.go_on,
]
LEGAL: Final[list[Legal]] = [
    setup.legal,
    no_choice,
    phase_event.legal,
    phase_abbey.legal,
    phase_market.legal,
    phase_resources.legal,
    phase_peasants.legal,
    phase_building.legal,
    phase_feeding.legal,
    phase_darkness.legal,
    no_choice,
    phase_rewards.legal,
    phase_end.legal,
    no_choice,
]
AFTER: Final[list[After]] = [
    setup.after,
    nothing,
    phase_event.after,
    phase_abbey.after,
    phase_market.after,
    phase_resources.after,
    phase_peasants.after,
    phase_building.after,
    phase_feeding.after,
    phase_darkness.after,
    nothing,
    phase_rewards.after,
    phase_end.after,
    nothing,
]
ANSWERS: Final[list[Legal]] = [
    dice.legal_turn,
    dice.legal_value,
    dice.legal_hand,
    dice.legal_laid,
    dice.legal_reuse,
    freely.legal_take,
    freely.legal_saint_how,
    dice.legal_crusader,
    phase_resources.legal_collecting,
    freely.legal_archer,
    freely.legal_give,
    freely.legal_for,
    freely.legal_amount,
    freely.legal_bath_from,
    freely.legal_bath_to,
    phase_building.legal_tablets,
    phase_building.legal_ignore,
    freely.legal_elie,
    freely.legal_gauvin,
    freely.legal_lionel,
    freely.legal_span,
    freely.legal_span,
    freely.legal_six,
    phase_event.legal_lose,
    phase_event.legal_raze,
    freely.legal_support,
    agreements.legal_spaces,
    agreements.legal_share,
    agreements.legal_terms,
    agreements.legal_answer,
    agreements.legal_helper,
    agreements.legal_deliver,
    agreements.legal_stable_give,
    agreements.legal_stable_for,
    agreements.legal_stable_amount,
    agreements.legal_stable_receive,
    agreements.legal_answer,
    setup.legal_pay,
    setup.legal_choose,
]


# -- actions whose meaning depends on the open question ----------------------------------------------------


def do_done(s: Position, seat: int, _arg: int) -> None:
    """End a collection, Lionel's training, or the own part of a phase."""
    question = questions.top(s, seat)
    if question == questions.COLLECTING:
        phase_resources.finish(s, seat)
    elif question == questions.LIONEL_WHERE:
        questions.answer(s, seat)
    else:
        s.acting &= ~BIT[seat]


def do_pass(s: Position, seat: int, arg: int) -> None:
    """Out of the lot, the lap or the phase; against Vikings nothing to meet them with."""
    if s.phase == EVENT:
        phase_event.overrun(s, seat)
    elif s.phase == SET_UP:
        setup.do_pass(s, seat, arg)
    elif s.phase == HARVEST:
        phase_resources.do_pass(s, seat, arg)
    else:
        s.acting = 0


def do_die(s: Position, seat: int, arg: int) -> None:
    question = questions.top(s, seat)
    if question == questions.TURN_WHICH:
        dice.choose_die(s, seat, arg + 1)
    elif question == questions.REUSE_WHICH:
        dice.choose_reused(s, seat, arg + 1)
    elif question == questions.SUPPORT_WITH:
        freely.choose_support(s, seat, arg + 1)
    else:
        agreements.deliver_die(s, seat, arg + 1)
        agreements.deliver_plainly(s, seat)


def do_double(s: Position, seat: int, arg: int) -> None:
    question = questions.top(s, seat)
    if question == questions.COLLECTING:
        phase_resources.double_here(s, seat)
    elif question == questions.DELIVER:
        agreements.deliver_double(s, seat)
        agreements.deliver_plainly(s, seat)
    else:
        dice.do_double(s, seat, arg)


def do_triple(s: Position, seat: int, arg: int) -> None:
    if questions.top(s, seat) == questions.DELIVER:
        agreements.deliver_triple(s, seat)
        agreements.deliver_plainly(s, seat)
    else:
        dice.do_triple(s, seat, arg)


def do_from(s: Position, seat: int, arg: int) -> None:
    question = questions.top(s, seat)
    if question == questions.CRUSADER:
        freely.do_crusader_from(s, seat, arg)
    elif question == questions.ARCHER_WHO:
        freely.do_archer_from(s, seat, arg)
    elif question == questions.BATH_FROM:
        freely.do_bath_from(s, seat, arg)
    else:
        agreements.do_helper_from(s, seat, arg)


def do_give(s: Position, seat: int, arg: int) -> None:
    if questions.top(s, seat) == questions.TRADE_GIVE:
        freely.do_give(s, seat, arg)
    else:
        agreements.do_stable_give(s, seat, arg)


def do_for(s: Position, seat: int, arg: int) -> None:
    if questions.top(s, seat) == questions.TRADE_FOR:
        freely.do_for(s, seat, arg)
    else:
        agreements.do_stable_for(s, seat, arg)


def do_amount(s: Position, seat: int, arg: int) -> None:
    if questions.top(s, seat) == questions.TRADE_AMOUNT:
        freely.do_amount(s, seat, arg)
    else:
        agreements.do_stable_amount(s, seat, arg)


def do_crusade(s: Position, seat: int, arg: int) -> None:
    if questions.top(s, seat) == questions.GAUVIN_WHICH:
        freely.do_gauvin(s, seat, arg // 6)
    else:
        phase_abbey.do_crusade(s, seat, arg)


def do_archer(s: Position, seat: int, arg: int) -> None:
    if questions.top(s, seat) == questions.LIONEL_WHERE:
        freely.do_lionel(s, seat, arg)
    else:
        phase_building.do_archer(s, seat, arg)


def do_build(s: Position, seat: int, arg: int) -> None:
    if questions.top(s, seat) == questions.ELIE_WHAT:
        freely.do_free_build(s, seat, arg)
    else:
        phase_building.do_build(s, seat, arg)


def do_chance(s: Position, seat: int, arg: int) -> None:
    """Never reached: the actions of chance go through CHANCES."""


DO: Final[dict[str, Act]] = {
    "done": do_done,
    "pass": do_pass,
    "fight": phase_event.do_fight,
    "send": phase_event.do_send,
    "use_lance": phase_event.do_lance,
    "preach": phase_abbey.do_preach,
    "clergy": phase_abbey.do_clergy,
    "defend": phase_abbey.do_defend,
    "crusade": do_crusade,
    "pool": phase_abbey.do_pool,
    "ask": agreements.do_ask,
    "buy": phase_market.do_buy,
    "bid": setup.do_bid,
    "pay": setup.do_pay,
    "choose": setup.do_choose,
    "collect": phase_resources.do_collect,
    "initiative": phase_resources.do_initiative,
    "bonus": phase_resources.do_bonus,
    "use_tool": phase_resources.do_tool,
    "use_wagon": phase_resources.do_wagon,
    "step": phase_peasants.do_step,
    "altar": phase_building.do_altar,
    "wall": phase_building.do_wall,
    "remodel": phase_building.do_remodel,
    "tower": phase_building.do_tower,
    "archer": do_archer,
    "build": do_build,
    "slaughter": phase_feeding.do_sheep,
    "feed": phase_feeding.do_feed,
    "face": phase_darkness.do_face,
    "new_crusade": phase_rewards.do_new_crusade,
    "abandon": phase_end.do_abandon,
    "reroll": dice.do_reroll,
    "turn": dice.do_turn,
    "double": do_double,
    "triple": do_triple,
    "take_back": dice.do_take_back,
    "reuse": dice.do_reuse,
    "baptise": freely.do_baptise,
    "activate": freely.do_activate,
    "trade": freely.do_trade,
    "bath": freely.do_bath,
    "relic": freely.do_relic,
    "saint": freely.do_saint,
    "support": freely.do_support,
    "stables": agreements.do_stables,
    "die": do_die,
    "value": dice.do_value,
    "put": dice.do_put,
    "laid": dice.do_laid,
    "give": do_give,
    "for": do_for,
    "amount": do_amount,
    "receive": agreements.do_receive,
    "spaces": agreements.do_spaces,
    "share": agreements.do_share,
    "token": agreements.do_token,
    "with_relic": agreements.do_with_relic,
    "offer": agreements.do_offer,
    "withdraw": agreements.do_withdraw,
    "accept": agreements.do_accept,
    "refuse": agreements.do_refuse,
    "from": do_from,
    "to": freely.do_to,
    "lose": phase_event.do_lose,
    "raze": phase_event.do_raze,
    "raze_manned": phase_event.do_raze_manned,
    "take": freely.do_take,
    "ignore": phase_building.do_ignore,
    "reveal": freely.do_reveal,
    "keep": freely.do_keep,
    "span": freely.do_span,
    "six": freely.do_six,
}
HANDLERS: Final[list[Act]] = [DO.get(kind, do_chance) for kind in actions.KIND]
ARG: Final = actions.ARG


class KingsState(Position):
    """One position of The King's Abbey."""

    def to_act(self) -> tuple[int, ...]:
        return ACTORS[self.acting]

    def legal(self, seat: int) -> Sequence[int]:
        acting = self.acting
        if acting == CHANCE_MASK or not acting >> seat & 1:
            return NOBODY
        ask = self.asks[seat]
        if ask:
            return ANSWERS[ask[-1]](self, seat)
        return LEGAL[self.phase](self, seat)

    def apply(self, seat: int, action: int) -> None:
        if seat == CHANCE:
            answer_chance(self, action)
        else:
            HANDLERS[action](self, seat, ARG[action])
            if not self.asks[seat]:
                if self.offer_to == seat:
                    self.offer_to = -1
                    self.acting = BIT[self.turn]
                elif self.acting and self.acting != CHANCE_MASK:
                    AFTER[self.phase](self, seat)
        while not self.acting and self.phase != OVER:
            GO_ON[self.phase](self)

    def odds(self) -> Sequence[tuple[int, int]]:
        if self.acting != CHANCE_MASK:
            return ()
        return odds(self)

    def clone(self) -> "KingsState":
        other = KingsState()
        self.copy_into(other)
        return other

    def observe(self, seat: int | None) -> Observation:
        return observation.observe(self, seat)

    def imagine(self, seat: int, rng: Rng) -> "KingsState":
        """Only the others' face-down saints are hidden; they may be any that this seat has not seen."""
        other = self.clone()
        hidden = [n for n in range(self.seats) if n != seat and observation.is_hidden(self, n)]
        if hidden:
            unseen = [self.saint[n] for n in hidden]
            unseen += [saint for saint, there in enumerate(self.saint_bag) if there]
            shuffle(unseen, rng)
            for i, n in enumerate(hidden):
                other.saint[n] = unseen[i]
            left = unseen[len(hidden) :]
            other.saint_bag = [int(saint in left) for saint in range(len(self.saint_bag))]
        return other

    def result(self) -> Result | None:
        return scoring.result(self) if self.phase == OVER else None

    def asked(self, seat: int) -> Message:
        return refusing.asked(self, seat)

    def explain(self, seat: int, action: int) -> Refusal:
        return refusing.explain(self, seat, action)

    def inventory(self) -> dict[str, int]:
        return counting.inventory(self)


# -- chance ------------------------------------------------------------------------------------------------


def odds(s: Position) -> Sequence[tuple[int, int]]:
    """Every outcome of what chance is to decide now, with its weight."""
    chance = s.chance
    tokens = actions.DRAWS
    events = tokens + len(s.token_owner)
    if chance == phase_event.CHANCE_EVENT:
        return phase_event.event_odds(s, events)
    if chance == phase_end.CHANCE_MARKET:
        return phase_end.market_odds(s, actions.DRAW_BUILDING)
    if chance == phase_rewards.CHANCE_CRUSADE:
        return phase_rewards.crusade_odds(s, events + len(s.unseen_events))
    if chance == phase_resources.CHANCE_INITIATIVE:
        return phase_resources.token_odds(s, tokens)
    if chance == setup.CHANCE_LOT:
        return [(actions.LOT + seat, 1) for seat in range(s.seats)]
    if chance == setup.CHANCE_START:
        return setup.start_odds(s, actions.DRAW_BUILDING)
    if chance == setup.CHANCE_SAINT:
        return setup.saint_odds(s, actions.DRAW_SAINT)
    return ROLL_ODDS


def answer_chance(s: Position, action: int) -> None:
    """Carry out a roll or a draw."""
    chance = s.chance
    if chance == CHANCE_DICE:
        die_rolled(s, action - actions.ROLL + 1)
    elif action < actions.LOT:
        ROLLS[chance](s, action - actions.ROLL + 1)
    elif chance == phase_end.CHANCE_MARKET:
        phase_end.market_drawn(s, action - actions.DRAW_BUILDING)
    elif chance == setup.CHANCE_LOT:
        setup.first_drawn(s, action - actions.LOT)
    elif chance == setup.CHANCE_START:
        setup.start_drawn(s, action - actions.DRAW_BUILDING)
    elif chance == setup.CHANCE_SAINT:
        setup.saint_drawn(s, action - actions.DRAW_SAINT)
    elif chance == phase_resources.CHANCE_INITIATIVE:
        phase_resources.token_drawn(s, action - actions.DRAWS)
    elif chance == phase_event.CHANCE_EVENT:
        phase_event.drawn(s, action - actions.DRAWS - len(s.token_owner))
    else:
        phase_rewards.crusade_drawn(s, action - actions.DRAWS - len(s.token_owner) - len(s.unseen_events))


ROLLS: Final[dict[int, Callable[[Position, int], None]]] = {
    dice.CHANCE_REROLL: dice.rolled_again,
    phase_event.CHANCE_VIKING: phase_event.viking_rolled,
    phase_market.CHANCE_ELIAS_MARKET: phase_market.elias_discards,
    phase_resources.CHANCE_ELIAS_RESOURCES: phase_resources.elias_rolled,
    setup.CHANCE_POOL: setup.pool_rolled,
}


# -- making positions --------------------------------------------------------------------------------------


def run(s: Position) -> None:
    """Go on until somebody has to act or the game is over."""
    while not s.acting and s.phase != OVER:
        GO_ON[s.phase](s)


def begin(title: Title, facts: Facts, seats: int, options: Mapping[str, Any]) -> KingsState:
    """The position before the first action."""
    s = KingsState()
    s.acting = 0
    setup.lay_out(s, title, facts, seats, options)
    run(s)
    return s


def load(
    title: Title, facts: Facts, options: Mapping[str, Any], seats: int, data: Mapping[str, Any]
) -> KingsState:
    """The position that `to_json` wrote. Raises BadSetup for one that cannot be."""
    s = begin(title, facts, seats, options)
    for name in INTS:
        value = data.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise BadSetup("kings_abbey.setup.bad_position", where=name)
        setattr(s, name, value)
    for name in LISTS:
        setattr(s, name, checked_list(name, data.get(name), len(getattr(s, name))))
    asks = data.get("asks")
    if not isinstance(asks, list) or len(asks) != seats:
        raise BadSetup("kings_abbey.setup.bad_position", where="asks")
    s.asks = [checked_list("asks", ask, -1) for ask in asks]
    if not 0 <= s.phase <= OVER or not 0 <= s.acting <= CHANCE_MASK or (not s.acting and s.phase != OVER):
        raise BadSetup("kings_abbey.setup.bad_position", where="phase, acting")
    return s


GROWING: Final = ("vikings", "cover", "offers")


def checked_list(name: str, value: Any, length: int) -> list[int]:
    """A list of whole numbers of the right length."""
    whole = isinstance(value, list) and all(isinstance(n, int) and not isinstance(n, bool) for n in value)
    if not whole or (length >= 0 and name not in GROWING and len(value) != length):
        raise BadSetup("kings_abbey.setup.bad_position", where=name)
    return list(value)
