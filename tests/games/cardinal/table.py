"""A table set up by hand: any position by country and card, played by the texts of actions."""

from collections.abc import Mapping, Sequence
from typing import Any

from abbatia.core.chance import Rng, pick
from abbatia.core.contract import CHANCE, Event, OptionValue
from abbatia.core.refusals import Refusal
from abbatia.core.words import LANGUAGES, words
from abbatia.games.cardinal import TITLE
from abbatia.games.cardinal.setup import REMOVED
from abbatia.games.cardinal.state import CardinalState
from abbatia.games.cardinal.title import Cardinal

Pieces = Mapping[str, Sequence[int]]
"""Pieces of each colour by country."""


def position(
    seats: int = 3,
    *,
    player: int = 0,
    hands: Sequence[str] = (),
    abbeys: Pieces | None = None,
    sites: Mapping[str, int] | None = None,
    advisors: Pieces | None = None,
    open_cards: str = "aragon burgundy",
    discard: Mapping[str, int] | None = None,
    pile: Mapping[str, int] | None = None,
    emptied: int = 0,
    interim: Pieces | None = None,
    title: Cardinal = TITLE,
    king: Mapping[str, Any] | None = None,
    **options: OptionValue,
) -> CardinalState:
    """The turn of a player; cards not named lie in the pile, or on the discard if a pile is named.

    `king` changes what only Das Duell knows; a hand left empty is one card each of three kinds.
    """
    board = title.tables.board
    data = title.start(seats, **options).to_json()
    colours = seats + (1 if options.get("duel") else 0)
    texts = [*hands, *[""] * (seats - len(hands))]
    cards = [(text or "aragon burgundy italy").split() for text in texts]
    left = {kind: count - REMOVED[seats] for kind, count in zip(board.kinds, board.kind_cards, strict=True)}
    placed: dict[str, int] = dict(sites or {})
    for country, numbers in (abbeys or {}).items():
        number = board.countries.index(country)
        free = [site for site, home in zip(board.sites, board.country_of, strict=True) if home == number]
        owners = [colour for colour, count in enumerate(numbers) for _ in range(count)]
        placed.update(zip(free, owners, strict=False))
        assert len(owners) <= len(free), f"too many abbeys in {country}"
    data.update(
        phase="turn",
        player=player,
        dealt=3 * seats,
        emptied=emptied,
        hands=cards,
        open=[None if card == "-" else card for card in open_cards.split()],
        sites=placed,
        advisors={country: padded(numbers, colours) for country, numbers in (advisors or {}).items()},
        interim=None
        if emptied == 0
        else {country: padded(numbers, colours) for country, numbers in (interim or {}).items()},
    )
    if options.get("duel"):
        data["duel"].update(cards=["aragon", "burgundy", "italy"], king_moved=False)
        data["duel"].update(king or {})
        for card in data["duel"]["cards"]:
            left[card] -= 1
        for bag in data["duel"]["kept"]:
            for card, number in bag.items():
                left[card] -= number
    for card in [card for hand in cards for card in hand] + [card for card in data["open"] if card]:
        left[card] -= 1
    here, there = ("pile", "discard") if pile is None and emptied < 2 else ("discard", "pile")
    given = (discard if here == "pile" else pile) or {}
    data[there] = dict.fromkeys(board.kinds, 0) | dict(given)
    data[here] = {kind: number - data[there][kind] for kind, number in left.items()}
    return title.from_json(data)


def padded(numbers: Sequence[int], colours: int) -> list[int]:
    return [*numbers, *[0] * (colours - len(numbers))]


def play(state: CardinalState, *texts: str) -> list[Event]:
    """Play actions by their texts, each by whoever is to act, chance included; returns what was told."""
    told: list[Event] = []
    for text in texts:
        action = state.title.numbers[text]
        seat = state.to_act()[0]
        refusal = state.why_not(seat, action)
        assert refusal is None, f"{text}: {said(refusal)}"
        state.events = told
        state.apply(seat, action)
        state.events = None
    return told


def chance(state: CardinalState, rng: Rng) -> None:
    """Let chance answer until a seat is to act."""
    while state.to_act() == (CHANCE,):
        state.apply(CHANCE, pick(state.odds(), rng))


def may(state: CardinalState, beginning: str = "") -> list[str]:
    """The texts of the legal actions that begin like this."""
    texts = [state.title.vocabulary[action] for action in state.legal(state.to_act()[0])]
    return [text for text in texts if text.startswith(beginning)]


def refusal(state: CardinalState, text: str) -> Refusal:
    """Why an action of the seat to act is refused; checks that nothing changed and that it can be said."""
    before = state.to_json()
    found = state.why_not(state.to_act()[0], state.title.numbers[text])
    assert found is not None, f"{text} is allowed"
    assert state.to_json() == before
    for language in LANGUAGES:
        sentence = words(language).say(found.reason)
        assert sentence.endswith((".", ")"))
        assert "{" not in sentence
        assert "cardinal." not in sentence
    return found


def said(found: Refusal | None, language: str = "en") -> str:
    return "" if found is None else words(language).say(found.reason)


def finish_turn(state: CardinalState) -> None:
    """Draw from the pile until the turn is over; every card comes as its first possible kind."""
    turn = state.player
    while state.to_act() and state.player == turn:
        seat = state.to_act()[0]
        action = state.odds()[0][0] if seat == CHANCE else state.title.numbers["draw pile"]
        state.apply(seat, action)


def reserve(state: CardinalState, seat: int) -> tuple[int, int]:
    """The abbeys and the advisors that a seat has left."""
    player = state.observe(None)["public"]["players"][seat]
    return player["abbeys_left"], player["advisors_left"]


def hand_shown(state: CardinalState, seat: int) -> tuple[int, list[str]]:
    """What everybody sees of a hand: its size and the known cards."""
    player = state.observe(None)["public"]["players"][seat]
    return player["hand_size"], player["known"]


def sheet(state: CardinalState, seat: int) -> dict[str, int]:
    """The points of a seat if the game ended now, by label in English."""
    lines = state.observe(None)["sheets"][seat]
    english = words("en")
    return {english.text(line["label"]["key"], **line["label"]["args"]): line["points"] for line in lines}
