"""What relics, saints, Elias, buildings and towers do, as numbers measured at tables."""

from abbatia.core.contract import CHANCE
from abbatia.games.kings_abbey import TITLE
from abbatia.games.kings_abbey.pieces import BUILDINGS, TOWERS
from tests.games.kings_abbey.measures import RICH, Numbers, attack, kept, set_up, times
from tests.games.kings_abbey.table import Table


def holy() -> Numbers:
    """Relics and saints."""
    cross = Table(2).relic(0, "holy_cross").dice(0, 1).phase("abbey").do(0, "relic holy_cross")
    manna = Table(2).relic(0, "manna").dice(0, 1).phase("abbey").do(0, "relic manna")
    rod = Table(2).relic(0, "aarons_rod").dice(0, 1).phase("abbey").do(0, "relic aarons_rod")
    torah = Table(2).relic(0, "torah").dice(0, 1).phase("abbey").do(0, "relic torah")
    lance = Table(2).relic(0, "holy_lance")
    lance.state.phase, lance.state.stage, lance.state.acting, lance.state.chance = 2, 0, 32, 2
    lance.chance("draw_event vikings").do(0, "use_lance")
    arnaud = Table(2).saint(0, "arnaud").dice(0, 1).phase("abbey").do(0, "saint")
    lionel = (
        Table(2).saint(0, "lionel").card(0, "battlement", copies=2, active=0).card(0, "gate_tower", active=0)
    )
    lionel.benches(0, (1, 1), (1, 2), (1, 3)).dice(0, 1).phase("abbey").do(0, "saint")
    archers = 0
    while lionel.starting(0, "archer"):
        lionel.do(0, f"archer {lionel.starting(0, 'archer')[0]}")
        lionel.do(0, f"from {lionel.starting(0, 'from')[0]}")
        archers += 1
    renaud = Table(2).saint(0, "renaud").dice(0, 1).phase("abbey").do(0, "saint", "six sand", "six sand")
    assert renaud.has(0, "sand") == 2, "6 is one sand, which is worth 5; two dice would make three at 15"
    six = [text for text in TITLE.vocabulary if text.startswith("six")]
    support = Table(2).saint(0, "elie", shown=True).dice(0, 1, 1, 5, 6).phase("abbey")
    before = len(support.unplaced(0))
    support.do(0, "support", "die 5")
    others = before - len(support.unplaced(0)) - 1
    taken = times(support, "take")
    one = Table(2).saint(0, "elie", shown=True).dice(0, 2, 3, 4, 5, 6).phase("abbey")
    assert "support" not in one.may(0), "a 1 must be shown"
    assert len(six) == 4
    return {
        "relics.holy_cross.effect.defence": cross.defence(0) - 1,
        "relics.manna.effect.grain": manna.has(0, "grain"),
        "relics.aarons_rod.effect.walls": rod.state.players[0].walls,
        "relics.torah.effect.wagon": torah.has(0, "wagon"),
        "relics.holy_lance.effect.prestige": lance.prestige(0),
        "patron_saints.arnaud.effect.defence": arnaud.defence(0) - 1,
        "patron_saints.gauvin.effect.dice": discount(),
        "patron_saints.lionel.effect.archers": archers,
        "patron_saints.renaud.effect.dice.0": wood_of_renaud() // 2,
        "patron_saints.renaud.effect.dice.1": wood_of_renaud() - wood_of_renaud() // 2,
        "saint_support.per_round": 1 + ("support" in support.may(0)),
        "saint_support.die_value": 1,
        "saint_support.other_dice": others,
        "saint_support.any_resources": taken,
    }


def wood_of_renaud() -> int:
    """The value that Renaud's dice have together, in wood of 2."""
    table = Table(2).saint(0, "renaud").dice(0, 1).phase("abbey").do(0, "saint", "six wood", "six wood")
    return 2 * table.has(0, "wood")


def discount() -> int:
    """The most spaces of a crusade that Gauvin fills."""
    missing = 0
    for filled in range(4, 0, -1):  # c17 has five spaces
        table = (
            Table(2).saint(0, "gauvin").crusade(0, "c17", value=4, filled=filled).dice(0, 1).phase("abbey")
        )
        if "saint" in table.may(0):
            missing = 5 - filled
    return missing


def solo() -> Numbers:
    seen = set_up(1)
    elias = seen["public"]["elias"]
    assert elias is not None
    table = Table(1).goods(0, coin=9)
    table.market(a1="bakery", a2="garden", a3="library", a4="cloister").phase("market")
    rolls = 0
    while table.to_act() == (CHANCE,):
        table.chance("roll 6")
        rolls += 1
    found = {
        "solo.pool_dice": len(elias["pool"]),
        "solo.peasants": elias["peasants"],
        "solo.prestige_start": seen["scores"][0],
        "solo.market_dice": rolls,
        "solo.resource_dice": elias_rolls(),
        "solo.viking_dice": len(attack(Table(1).dice(0, 5), 5, 3).state.vikings),
        "solo.monk_dice": len(elias["pool"]) + rolls + elias_rolls(),
    }
    for value in (1, 2, 3, 4):
        other = Table(1).goods(0, coin=9)
        other.market(a1="bakery", a2="garden", a3="library", a4="cloister").phase("market")
        other.chance(f"roll {value}", "roll 6")
        gone = [n for n in range(1, 5) if f"buy a{n}" not in other.may(0)]
        assert len(gone) == 1
        found[f"solo.market.{value}"] = gone[0]
    return found


def elias_rolls() -> int:
    table = Table(1).dice(0, 1).phase("resources")
    rolls = 0
    while table.to_act() == (CHANCE,):
        table.chance("roll 6")
        rolls += 1
    return rolls


def cards() -> Numbers:
    """How often each card may be built, which spaces it takes, and what it adds."""
    found: Numbers = {}
    for name in BUILDINGS:
        table = Table(2).goods(0, **RICH).hand(0, name, name, name).phase("building")
        table.do(0, f"build {name}")
        found[f"buildings.{name}.spaces"] = table.state.players[0].spaces
        found[f"buildings.{name}.max_built"] = 1 + times(table, "build")
        for copies, ability in ((1, "single"), (2, "double")):
            path = f"buildings.{name}.ability.{ability}"
            for what, number in measured_of(name, copies).items():
                found[f"{path}.{what}"] = number
    for name in TOWERS:
        table = Table(2).card(0, name)
        table.state.players[0].clergy = TITLE.facts.tops[2]
        plain = Table(2)
        plain.state.players[0].clergy = TITLE.facts.tops[2]
        if name == "bell_tower":
            rolls = Table(2).card(0, name).dice(0, 1, 2, 3, 4).phase("abbey")
            found[f"towers.{name}.effect.dice"] = rerolls(rolls)
        else:
            found[f"towers.{name}.effect.defence"] = table.defence(0) - plain.defence(0)
    return found


def rerolls(table: Table) -> int:
    count = 0
    while table.starting(0, "reroll"):
        table.do(0, f"reroll {table.starting(0, 'reroll')[0]}").chance("roll 6")
        count += 1
    return count


def built(name: str, copies: int) -> Table:
    return Table(2).card(0, name, copies=copies, active=copies)


def measured_of(name: str, copies: int) -> Numbers:
    """What the copies of a building do, in the numbers by which its ability is described."""
    table = built(name, copies)
    if name in ("barracks", "cloister", "cellarium"):
        found = {"defence": table.defence(0) - 1}
        return {**found, "storage": kept(built(name, copies))} if name == "cellarium" else found
    if name == "masons_guild":
        value = table.state.observe(None)["public"]["players"][0]["values"]["stone"]
        return {"value": value} if copies == 1 else {"defence": table.defence(0) - 1}
    if name == "garden":
        seen = table.state.observe(None)["public"]["players"][0]
        if copies == 2:
            return {"value": seen["values"]["grain"]}
        grown = [built(name, 1).goods(0, grain=n).benches(0).state.observe(None) for n in range(7)]
        more = [seen["public"]["players"][0]["forecast"]["grain"] - n for n, seen in enumerate(grown)]
        first = next(n for n in range(7) if more[n])
        return {"per": first, "grain": more[first]}
    if name == "bakery":
        return {"levels": table.state.observe(None)["public"]["players"][0]["forecast"]["fed"]}
    if name == "brewery":
        income = table.state.observe(None)["public"]["players"][0]["forecast"]["income"]
        return {"coin": (income - table.population(0)) // copies}
    if name in ("calefactory", "chapterhouse", "refectory"):
        hall = Table(2).card(0, name, copies=copies, active=0).dice(0, 1).phase("abbey")
        for _ in range(copies):
            before = hall.prestige(0)
            hall.state.players[0].baptistry = 1
            hall.do(0, f"activate {name}")
        return {"prestige": hall.prestige(0) - before}
    if name == "sheep_farm" and copies == 1:
        farm = Table(2).goods(0, **RICH).hand(0, name).phase("building").do(0, f"build {name}")
        return {"initial": farm.state.players[0].sheep}
    if name == "dairy_farm" and copies == 1:
        farm = Table(2).goods(0, **RICH).hand(0, name).phase("building").do(0, f"build {name}")
        return {"initial": farm.state.players[0].cows}
    if name == "monks_quarters" and copies == 1:
        return {"dice": table.state.players[0].reserve - 9}
    return {"per_round": uses} if (uses := uses_of(name, copies)) else {}


def uses_of(name: str, copies: int) -> int:
    """How often a building can be used in a round."""
    table = built(name, copies).dice(0, 1, 2, 3, 3, 4, 4, 5, 6)
    if name == "library":
        table.phase("abbey")
        count = 0
        while "turn library" in table.may(0):
            table.do(0, "turn library", f"die {count + 2}", "value 6", "put defence")
            count += 1
        return count
    if name == "blacksmith":
        table.crusade(0, "c17", value=2, filled=1).phase("abbey")
        return times(table, "turn", "die 3", "value 2")
    if name == "abbotts_den":
        table.phase("abbey").do(0, "defend 1", "defend 2", "defend 5")
        return times(table, "take_back", "laid defence 1", "defend 1")
    if name == "bath_house":
        table.card(0, "cloister").card(0, "library", active=0).card(0, "garden", active=0).phase("abbey")
        count = 0
        while "bath" in table.may(0):
            table.do(0, "bath", f"from {('cloister', 'library', 'garden')[count]}")
            table.do(0, f"to {('library', 'garden', 'cloister')[count]}")
            count += 1
        return count
    if name == "scriptorium":
        table.phase("abbey")
        word = "double" if copies == 1 else "triple"
        return times(table, word, "die 4", "put defence")
    if name == "stables":
        table.goods(0, coin=9).goods(1, wood=9).phase("building")
        count = 0
        while table.starting(0, "stables"):
            table.do(0, "stables 2", "give coin", "for wood", f"amount {count + 2}", "receive 1").do(
                1, "accept"
            )
            count += 1
        return count
    if name == "monks_quarters":
        table.phase("resources").do(0, "collect wood 6")
        if table.may(0)[:1] == ["done"]:
            table.do(0, "done")
        return times(table, "reuse", "die 6", "put defence")
    return 0
