"""The vocabulary of a board: every action as a number with a text, and back.

send master to acre · send nun to court · keep keeper home      one order for one character
take nun                                                        take a character in hand (again)
seal                                                            the programme is final
build commandery at acre · claim abbey at acre                  choices while majorities are resolved
build abbey at acre
place pope 2 · activate rome                                    chance, at the set-up
"""

from typing import Final

from abbatia.core.words import Message
from abbatia.games.pelegrinus.board import CHARACTERS, KEEPER, START_SLOTS, Board

CHARACTER_COUNT: Final = len(CHARACTERS)
ALL_ORDERED: Final = CHARACTER_COUNT  # in hand when every character has its order
SEALED: Final = CHARACTER_COUNT + 1  # in hand once the programme is final
NO_CHANGES: Final = CHARACTER_COUNT + 2  # added to what is in hand when no change is left
CHUNK: Final = 6  # cities whose bits are looked up at once: a table of 64 entries for each chunk
CHUNK_MASK: Final = (1 << CHUNK) - 1
MOST_MENUS: Final = 2000  # remembered menus; a bound on memory, not a rule

Menu = tuple[tuple[int, ...], ...]
"""What a seat may do, by what it has in hand (+ NO_CHANGES when it may change nothing any more)."""


class Actions:
    """The actions of one board: where each kind begins, texts, meanings, and remembered menus."""

    def __init__(self, board: Board) -> None:
        cities = len(board.cities)
        span = len(board.places)
        self.board: Final = board
        self.take: Final[int] = CHARACTER_COUNT * span  # below it: send … to … and keep … home
        self.seal: Final[int] = self.take + CHARACTER_COUNT
        self.commandery: Final[int] = self.seal + 1
        self.claim: Final[int] = self.commandery + cities
        self.abbey: Final[int] = self.claim + cities
        self.pope: Final[int] = self.abbey + cities
        self.activate: Final[int] = self.pope + START_SLOTS
        self.character: Final[tuple[int, ...]] = tuple(a // span for a in range(self.take))
        self.place: Final[tuple[int, ...]] = tuple(a % span for a in range(self.take))
        self.drawn_sites: Final[tuple[int, ...]] = tuple(
            sorted(site for draw in board.draws for site in draw)
        )
        self.texts: Final[tuple[str, ...]] = self._texts()
        characters = range(CHARACTER_COUNT)
        self.sends: Final = tuple(self._sends(character) for character in characters)
        self.elsewhere: Final = tuple(self._elsewhere(character) for character in characters)
        self.review: Final = tuple(range(self.take, self.seal + 1))
        self.takes: Final = tuple(
            tuple(self.take + other for other in characters if other != character) for character in characters
        )
        self.menus: Final[dict[int, Menu]] = {}

    def _texts(self) -> tuple[str, ...]:
        board = self.board
        texts: list[str] = []
        for character in CHARACTERS:
            texts += [f"send {character} to {place}" for place in board.places[:-1]]
            texts.append(f"keep {character} home")
        texts += [f"take {character}" for character in CHARACTERS]
        texts.append("seal")
        for kind in ("build commandery", "claim abbey", "build abbey"):
            texts += [f"{kind} at {city}" for city in board.cities]
        texts += [f"place pope {slot + 1}" for slot in range(START_SLOTS)]
        texts += [f"activate {board.sites[site]}" for site in self.drawn_sites]
        return tuple(texts)

    def send(self, character: int, place: int) -> int:
        """The action that gives a character its order."""
        return character * len(self.board.places) + place

    def place_of_choice(self, action: int) -> int:
        """The city of a choice made while majorities are resolved."""
        return (action - self.commandery) % len(self.board.cities)

    def menu(self, cities: int) -> Menu:
        """§3.2, §3.3, §3.4: what may be done by a seat that may go to these cities (a mask)."""
        found = self.menus.get(cities)
        if found is None:
            if len(self.menus) >= MOST_MENUS:
                self.menus.clear()
            found = self._menu(cities)
            self.menus[cities] = found
        return found

    def _menu(self, cities: int) -> Menu:
        sends: list[tuple[int, ...]] = []
        changes: list[tuple[int, ...]] = []
        for character in range(CHARACTER_COUNT):
            orders: tuple[int, ...] = ()
            rest = cities
            for part in self.sends[character]:
                orders += part[rest & CHUNK_MASK]
                rest >>= CHUNK
            orders += self.elsewhere[character]
            sends.append(orders)
            changes.append(orders + self.takes[character])
        return (*changes, self.review, (), *sends, (self.seal,), ())

    def _sends(self, character: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """By chunk of six cities and mask: the orders to them. Menus are put together from these."""
        cities = len(self.board.cities)
        first = self.send(character, 0)
        return tuple(
            tuple(
                tuple(first + start + n for n in range(min(CHUNK, cities - start)) if mask >> n & 1)
                for mask in range(CHUNK_MASK + 1)
            )
            for start in range(0, cities, CHUNK)
        )

    def _elsewhere(self, character: int) -> tuple[int, ...]:
        """§3.3, §3.4, §R8: the orders to the court, the keeper excepted, and to stay home."""
        court, home = self.send(character, self.board.court), self.send(character, self.board.home)
        return (home,) if character == KEEPER else (court, home)

    def describe(self, action: int) -> Message:
        """The action in words."""
        board = self.board
        if action < self.take:
            character = CHARACTERS[self.character[action]]
            place = self.place[action]
            if place == board.home:
                return Message("pelegrinus.action.keep", character=character)
            return Message("pelegrinus.action.send", character=character, place=board.places[place])
        if action < self.seal:
            return Message("pelegrinus.action.take", character=CHARACTERS[action - self.take])
        if action == self.seal:
            return Message("pelegrinus.action.seal")
        if action < self.claim:
            return Message("pelegrinus.action.commandery", city=board.cities[action - self.commandery])
        if action < self.abbey:
            return Message("pelegrinus.action.claim", city=board.cities[action - self.claim])
        if action < self.pope:
            return Message("pelegrinus.action.abbey", city=board.cities[action - self.abbey])
        if action < self.activate:
            return Message("pelegrinus.action.pope", seat=action - self.pope)
        site = self.drawn_sites[action - self.activate]
        return Message("pelegrinus.action.activate", site=board.sites[site])
