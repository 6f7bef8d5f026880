"""The numbers of the rules as they are played: measured at tables, by their names in components.json."""

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, OptionValue
from abbatia.games.kings_abbey import TITLE
from abbatia.games.kings_abbey.observation_types import KingsAbbeyObservation, KingsAbbeyPublic
from abbatia.games.kings_abbey.pieces import BUILDINGS, GOODS, TOWERS
from tests.games.kings_abbey.table import Table

RICH = {"coin": 30, "wood": 30, "grain": 30, "stone": 30, "sand": 30}
Numbers = dict[str, int]


def set_up(seats: int, **options: OptionValue) -> KingsAbbeyObservation:
    """What everybody sees after the set-up; whoever chooses takes the first possible thing."""
    state, rng = TITLE.start(seats, **options), Rng(5)
    while state.observe(None)["phase"] == "set_up":
        seat = state.to_act()[0]
        state.apply(seat, state.draw_lot(rng) if seat == CHANCE else state.legal(seat)[0])
    return state.observe(None)


def begun(seats: int, **options: OptionValue) -> KingsAbbeyPublic:
    """The table after the set-up."""
    return set_up(seats, **options)["public"]


def at_start() -> Numbers:
    seen = begun(3)
    player = seen["players"][0]
    plain = {"tool": "tools", "wagon": "wagons"}
    found = {f"start.{plain.get(good, good)}": player["goods"][good] for good in GOODS}
    peasants = player["peasants"]
    return {
        **found,
        "start.trade_tokens": player["left"]["trades"],
        "start.monk_dice": player["dice"]["reserve"],
        "start.monk_dice_max": Table(2).card(0, "monks_quarters").state.players[0].reserve,
        "start.peasants": peasants["reserve"] + peasants["population"],
        "start.peasants_on_bench": len(peasants["benches"]),
        "start.starting_buildings": sum(card["copies"] for card in player["cards"]),
        "start.crusades": sum(crusade is not None for crusade in player["crusades"]),
        "start.clergy": player["clergy"]["position"],
        "start.defence": player["defence"],
        "player_board.defence_min": player["defence"],
        "players.min": min(TITLE.seats),
        "players.max": max(TITLE.seats),
    }


def by_option() -> Numbers:
    plain, quick, easy = (
        begun(3, **options)["players"][0] for options in ({}, {"quick": True}, {"easy_start": True})
    )
    seen = begun(3)
    bought = sum(card["copies"] for card in quick["cards"]) + len(quick["hand"])
    auction = TITLE.start(3, auction=True)
    return {
        "quick.clergy": quick["clergy"]["position"],
        "quick.defence": quick["defenders"]["start"],
        "quick.peasants_on_bench": len(quick["peasants"]["benches"]),
        "quick.extra.sand": quick["goods"]["sand"] - plain["goods"]["sand"],
        "quick.free_market_buildings": bought - 1,
        "easy_start.clergy": easy["clergy"]["position"],
        "easy_start.peasants_on_bench": len(easy["peasants"]["benches"]),
        "dark_start.darkness": begun(3, dark_start=True)["darkness"]["cell"] - seen["darkness"]["cell"],
        "auction.coin": auction.observe(None)["public"]["players"][0]["goods"]["coin"],
    }


def on_the_main_board() -> Numbers:
    observation = set_up(5)
    seen = observation["public"]
    market, first_seat = seen["market"], seen["first_seat"]
    assert first_seat != "elias"
    first = [observation["scores"][(first_seat + n) % 5] for n in range(5)]
    found = {
        "main_board.building_market.columns": len({place["place"][0] for place in market}),
        "main_board.building_market.cards": len(market),
        "main_board.initiative.spaces": initiative_spaces(),
        "main_board.darkness_track.start": seen["darkness"]["cell"],
        "main_board.darkness_track.step": darkness_step(),
        "main_board.resource_location.main_spaces": main_spaces(),
        "main_board.resource_location.bonus_spaces": max(
            begun(n)["locations"]["wood"]["free"] for n in range(1, 6)
        ),
    }
    for place, price in enumerate(sorted({place["price"] for place in market})):
        found[f"main_board.building_market.prices.{place}"] = price
    for seats in range(1, 6):
        free = {part["free"] for part in begun(seats)["locations"].values()}
        assert len(free) == 1
        found[f"main_board.resource_location.bonus_spaces_open.{seats}"] = free.pop()
    return found | {f"main_board.prestige_start.by_turn_order.{n}": points for n, points in enumerate(first)}


def initiative_spaces() -> int:
    table = Table(3).dice(0, 1, 1).dice(1, 2).dice(2, 3).phase("resources")
    taken = 0
    while any(text.startswith("initiative") for text in table.may(table.to_act()[0])):
        seat = table.to_act()[0]
        table.do(seat, next(text for text in table.may(seat) if text.startswith("initiative")))
        taken += 1
        while table.to_act() == (CHANCE,):
            table.state.apply(CHANCE, table.state.odds()[0][0])
    return taken


def main_spaces() -> int:
    """Dice that stand on one location when everybody collects there."""
    table = Table(5)
    for seat in range(5):
        table.dice(seat, 6)
    table.phase("resources")
    for seat in range(5):
        table.do(seat, "collect wood 6")
        if table.may(seat)[:1] == ["done"]:
            table.do(seat, "done")
    return len(table.state.observe(None)["public"]["locations"]["wood"]["main"])


def darkness_step() -> int:
    table = Table(2)
    before = table.state.darkness
    table.phase("darkness").finish()
    return table.state.darkness - before


def paid(table: Table, *texts: str) -> Numbers:
    """What these actions cost seat 0."""
    before = {good: table.has(0, good) for good in RICH}
    table.do(0, *texts)
    return {good: before[good] - table.has(0, good) for good in RICH}


def on_the_player_board() -> Numbers:
    found: Numbers = {}
    table = (
        Table(2).goods(0, **RICH).card(0, "gate_tower", active=0).benches(0, (1, 1), (1, 2)).phase("building")
    )
    defence, prestige = table.defence(0), table.prestige(0)
    for good, price in paid(table, "altar").items():
        found[f"player_board.altar.cost.{good}"] = price
    found["player_board.altar.defence"] = table.defence(0) - defence
    found["player_board.altar.prestige"] = table.prestige(0) - prestige
    found["player_board.altar.max"] = 1 + ("altar" in table.may(0))
    for good, price in paid(table, "wall").items():
        found[f"player_board.wall.cost.{good}"] = price
    while "wall" in table.may(0):
        defence = table.defence(0)
        table.do(0, "wall")
    found["player_board.wall.defence_of_last"] = table.defence(0) - defence
    found["player_board.wall.prestige"] = table.prestige(0) - prestige
    found["player_board.wall.max"] = table.state.players[0].walls
    for good, price in paid(table, "archer gate_tower", "from bench_1_1").items():
        found[f"player_board.archer.cost.{good}"] = price
    full = Table(2).goods(0, **RICH)
    for name in BUILDINGS[:7]:
        full.card(0, name, active=0)
    full.phase("building")
    seen = full.state.observe(None)["public"]["players"][0]
    assert seen["spaces_used"] == seen["building_spaces"]
    found["player_board.building_spaces"] = seen["building_spaces"]
    for good, price in paid(full, "remodel").items():
        found[f"player_board.remodel.cost.{good}"] = price
    after = full.state.observe(None)["public"]["players"][0]["building_spaces"]
    found["player_board.remodel.spaces"] = after - seen["building_spaces"]
    found["player_board.remodel.max"] = 1 + ("remodel" in full.may(0))
    towers = Table(2).goods(0, **RICH).phase("building")
    while any(text.startswith("tower") for text in towers.may(0)):
        towers.goods(0, **RICH).do(0, next(text for text in towers.may(0) if text.startswith("tower")))
    found["player_board.tower_spaces"] = sum(towers.stands(0, name) for name in TOWERS)
    found["player_board.storage"] = kept(Table(2))
    places = [text for text in TITLE.vocabulary if text.startswith("from bench_")]
    found["player_board.benches"] = len({place.split("_")[1] for place in places})
    found["player_board.seats_per_bench"] = len({place.split("_")[2] for place in places})
    found["player_board.baptistry"] = baptised()
    return found


def kept(table: Table) -> int:
    """Wood that is kept at the end of a round."""
    table.goods(0, wood=30).phase("end_of_round").finish()
    return table.has(0, "wood")


def baptised() -> int:
    table = Table(2).benches(0, (4, 1), (4, 2), (4, 3)).dice(0, 1).phase("abbey")
    while "baptise 1" in table.may(0) or table.starting(0, "baptise"):
        table.do(0, f"baptise {table.starting(0, 'baptise')[0]}")
    return table.state.players[0].baptistry


def times(table: Table, word: str, *answers: str, seat: int = 0) -> int:
    """How often a seat may do the first thing that begins with this word; answers follow each time."""
    count = 0
    while table.starting(seat, word) or word in table.may(seat):
        text = next(text for text in table.may(seat) if text.split(" ")[0] == word)
        table.do(seat, text, *answers)
        count += 1
    return count


def limits() -> Numbers:
    preaching = Table(2).dice(0, 1, 1, 1, 1, 1).phase("abbey")
    rising = Table(2).dice(0, 4, 4, 4, 4, 4).phase("abbey")
    every = Table(2).dice(0, 1, 2, 3, 4, 5, 6).phase("abbey")
    moving = Table(2).benches(0, (1, 1)).phase("peasants")
    found = {
        "limits.preach_dice": times(preaching, "preach"),
        "limits.clergy_dice": times(rising, "clergy"),
        "limits.peasant_moves": times(moving, "step"),
        "limits.buildings_bought": bought(),
        "limits.crusades_held": len(begun(3)["players"][0]["crusades"]),
    }
    for name, word in (("preach_values", "preach"), ("clergy_values", "clergy")):
        for place, value in enumerate(every.starting(0, word)):
            found[f"limits.{name}.{place}"] = int(value)
    table = Table(2).goods(0, coin=9).phase("rewards")
    coins = table.has(0, "coin")
    table.do(0, "new_crusade")
    while table.to_act() == (CHANCE,):
        table.state.apply(CHANCE, table.state.odds()[0][0])
    found["limits.crusade_price"] = coins - table.has(0, "coin")
    found["limits.crusades_bought"] = 1 + ("new_crusade" in table.may(0))
    helped = Table(4).crusade(0, "c17", value=5, filled=1).dice(0, 5)
    for seat in (1, 2, 3):
        helped.dice(seat, 5, 5, 5).benches(seat, (1, 1))
    helped.phase("abbey")
    found["limits.allies_per_crusade"] = allies(helped)
    offers = (
        Table(3).card(0, "stables", copies=2, active=2).goods(0, coin=9).goods(1, wood=9).phase("building")
    )
    found["limits.offers_per_turn"] = refused(offers)
    return found


def bought() -> int:
    table = Table(2).goods(0, coin=20).goods(1, coin=0)
    table.market(a1="bakery", a2="garden", a3="library", a4="cloister", b1="brewery").phase("market")
    count = 0
    while table.now() == "market" and table.to_act():
        seat = table.to_act()[0]
        buys = [text for text in table.may(seat) if text.startswith("buy")] if seat == 0 else []
        count += bool(buys)
        table.do(seat, buys[0] if buys else table.may(seat)[0])
    return count


def allies(table: Table) -> int:
    """How many players can come to help on one crusade."""
    came = 0
    for ally in (1, 2, 3):
        if f"ask 1 {ally + 1}" in table.may(0):
            table.do(0, f"ask 1 {ally + 1}", "spaces 1", "share 0", "offer").do(ally, "accept")
            while ally in table.to_act():
                table.do(ally, table.may(ally)[0])
            came += 1
    return came


def refused(table: Table) -> int:
    """How many offers a player may make in a turn when all are refused."""
    count = 0
    while table.starting(0, "stables"):
        table.do(0, "stables 2", "give coin", "for wood", f"amount {count + 2}", "receive 1")
        table.do(1, "refuse")
        count += 1
    return count


def clergy() -> Numbers:
    """What each level brings: the difference between just below and at its top."""
    found: Numbers = {}
    tops = TITLE.facts.tops

    def moves(at: int) -> int:
        table = Table(2)
        table.state.players[0].clergy = at
        return int(table.state.observe(None)["public"]["players"][0]["forecast"]["moves"])

    def defends(at: int) -> int:
        table = Table(2)
        table.state.players[0].clergy = at
        return table.defence(0)

    for place, level in ((0, "postulant"), (3, "bishop")):
        found[f"clergy_track.levels.{level}.bonus.moves"] = moves(tops[place]) - moves(tops[place] - 1)
    for place, level in ((1, "deacon"), (4, "cardinal")):
        found[f"clergy_track.levels.{level}.bonus.defence"] = defends(tops[place]) - defends(tops[place] - 1)
    table = Table(2).dice(0, 6, 6)
    table.state.players[0].clergy = tops[2] - 1
    table.phase("abbey").do(0, "clergy 6")
    found["clergy_track.levels.priest.bonus.any_resources"] = times(table, "take")
    table = Table(2).dice(0, 6, 6)
    table.state.players[0].clergy = tops[3] - 1
    table.phase("abbey").do(0, "clergy 6")
    found["clergy_track.levels.bishop.bonus.prestige"] = table.prestige(0)
    return found


EVERYWHERE = [(bench, row) for bench in range(1, 5) for row in range(1, 4)]


def feeding_and_darkness() -> Numbers:
    found: Numbers = {}
    eaten = []
    for people in range(13):
        table = Table(2).benches(0, *EVERYWHERE[:people]).goods(0, grain=9).phase("feeding")
        eaten.append(9 - table.has(0, "grain"))
    steps = [people for people in range(1, 13) if eaten[people] > eaten[people - 1]]
    for place, people in enumerate(steps):
        found[f"feeding.levels_from.{place}"] = people
    found["feeding.grain_per_level"] = eaten[1]
    hungry = Table(2).benches(0, (1, 1), (1, 2)).phase("feeding").do(0, "feed", "lose bench_1_1")
    found["feeding.unfed.peasants"] = 2 - hungry.population(0)
    found["feeding.unfed.prestige"] = -hungry.prestige(0)
    for animal, path in (("cows", "cow_levels"), ("sheep", "sheep_levels")):
        table = Table(2).benches(0, *EVERYWHERE[:9])
        setattr(table.state.players[0], animal, 1)
        table.phase("feeding")
        if animal == "sheep":
            table.do(0, "slaughter")
        table.do(0, "feed")
        found[f"feeding.{path}"] = 3 + table.prestige(0) // 2
    dark = Table(2).benches(0, *EVERYWHERE[:6])
    short = dark.state.facts.darkness[dark.state.darkness] - dark.defence(0)
    dark.phase("darkness").do(0, "face")
    times(dark, "lose")
    found["darkness_penalty.peasants"] = (6 - dark.population(0)) // short
    found["darkness_penalty.prestige"] = -dark.prestige(0) // short
    return found


def attack(table: Table, *values: int) -> Table:
    """Vikings with these dice attack now."""
    state = table.state
    state.phase, state.stage, state.acting, state.chance, state.lap = 2, 0, 32, 2, 0
    return table.chance("draw_event vikings", *[f"roll {value}" for value in values])


def vikings() -> Numbers:
    alone = attack(Table(3).dice(0, 6, 5, 4), 6, 5, 4)
    rolled = len(alone.state.vikings)
    alone.do(0, "fight", "fight", "fight")
    even = attack(Table(2).dice(0, 6).dice(1, 5).card(0, "library").card(1, "library"), 6, 5)
    even.do(0, "fight")
    sent = attack(Table(2).card(0, "library").card(1, "library"), 6, 5).do(0, "send bench_1_1")
    early = Table(2)
    early.state.round = 1
    early.state.phase, early.state.stage, early.state.acting, early.state.chance = 2, 0, 32, 2
    early.chance("draw_event vikings")
    return {
        "vikings.dice_per_player": rolled // 3,
        "vikings.die_prestige": even.prestige(0),
        "vikings.majority_prestige": alone.prestige(0) - 3 * even.prestige(0),
        "vikings.peasant_prestige": sent.prestige(0),
        "vikings.first_round": 1 + (early.state.under > 0),
    }


def scoring() -> Numbers:
    found: Numbers = {}
    for farm, field, animal in (("sheep_farm", "sheep", "sheep"), ("dairy_farm", "cows", "cow")):
        table = Table(2).card(0, farm).goods(0, grain=30).goods(1, grain=30)
        begin = getattr(table.state.players[0], field)
        table.phase("feeding")
        found[f"buildings.{farm}.ability.single.per_round"] = getattr(table.state.players[0], field) - begin
        for _ in range(8):
            table.phase("feeding")
            if table.now() == "feeding":
                table.do(0, "feed")
        most = getattr(table.state.players[0], field)
        found[f"animals.{animal}.barn"] = most
        found[f"animals.{animal}.prestige"] = table.sheet(0)[field] // most
    found["scoring.relic"] = Table(2).relic(0, "manna").sheet(0)["kept_relics"]
    for card, path, good in (("money_changer", "coin", "coin"), ("tithe_barn", "resources", "wood")):
        worth = [
            sum(Table(2).card(0, card, copies=2, active=2).goods(0, **{good: n}).sheet(0).values())
            for n in range(8)
        ]
        first = next(n for n in range(8) if worth[n])
        found[f"scoring.{card}.{path}"] = first
        found[f"scoring.{card}.prestige"] = worth[first]
    return found
