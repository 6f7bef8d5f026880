"""The vocabulary of a board: what each action is called, what it does, and its words for players.

A kind of card is named by the last country printed on it: `burgundy` is the Bavaria/Burgundy card.
"""

from typing import Final

from abbatia.core.words import Message
from abbatia.games.cardinal.board import FACE_UP, Board

PAY: Final = 0  # one card that names the country
PAY_PAIR: Final = 1  # two cards of a kind, for any country
EXCHANGE: Final = 2
STOP: Final = 3
PASS: Final = 4
PRIVILEGE: Final = 5  # Das Duell: KING_FIRST or TWO_COUNTRIES
SWAP: Final = 6  # Das Duell: a hand card for a face-up card
DRAW_OPEN: Final = 7
DRAW_PILE: Final = 8
KEEP: Final = 9  # Das Duell: which of the cards played stays in front of the player
ABBEY: Final = 10
ADVISOR: Final = 11
KING_PAY: Final = 12
KING_PAIR: Final = 13
KING_REST: Final = 14
DEAL: Final = 15  # chance: a card into a hand at the start
DRAWN: Final = 16  # chance: the card drawn from the pile
REVEAL: Final = 17  # chance: a card turned up

KING_FIRST: Final = 0
TWO_COUNTRIES: Final = 1
SWAPPING: Final = 2
PRIVILEGES: Final = ("king", "countries", "swap")

DESCRIBED: Final = (
    "pay",
    "pay_pair",
    "exchange",
    "stop",
    "pass",
    "privilege",
    "swap",
    "draw_open",
    "draw_pile",
    "keep",
    "abbey",
    "advisor",
    "king_pay",
    "king_pair",
    "king_rest",
    "deal",
    "draw",
    "reveal",
)


class Actions:
    """All actions on one board; the families stand in the order of the numbers above."""

    __slots__ = ("board", "texts", "does", "country", "kind", "what", "first")

    def __init__(self, board: Board) -> None:
        self.board = board
        self.texts: list[str] = []
        self.does: list[int] = []  # the family of each action
        self.country: list[int] = []  # the country it is about, or -1
        self.kind: list[int] = []  # the kind of card it is about, or -1
        self.what: list[int] = []  # its site, face-up place or privilege, or -1
        self.first: list[int] = []  # the first action of each family
        self._turn()
        self._pieces()
        self._king()
        for does, verb in ((DEAL, "deal"), (DRAWN, "draw"), (REVEAL, "reveal")):
            for kind, name in enumerate(board.kinds):
                self._add(does, f"{verb} {name}", kind=kind)

    def _turn(self) -> None:
        board = self.board
        self._payments(PAY, PAY_PAIR, "pay")
        for kind, name in enumerate(board.kinds):
            self._add(EXCHANGE, f"exchange {name}", kind=kind)
        self._add(STOP, "stop")
        self._add(PASS, "pass")
        self._add(PRIVILEGE, f"privilege {PRIVILEGES[KING_FIRST]}", what=KING_FIRST)
        self._add(PRIVILEGE, f"privilege {PRIVILEGES[TWO_COUNTRIES]}", what=TWO_COUNTRIES)
        for kind, name in enumerate(board.kinds):
            for place in range(FACE_UP):
                self._add(SWAP, f"swap {name} open {place + 1}", kind=kind, what=place)
        for place in range(FACE_UP):
            self._add(DRAW_OPEN, f"draw open {place + 1}", what=place)
        self._add(DRAW_PILE, "draw pile")
        for kind, name in enumerate(board.kinds):
            self._add(KEEP, f"keep {name}", kind=kind)

    def _pieces(self) -> None:
        board = self.board
        for site, name in enumerate(board.sites):
            self._add(ABBEY, f"abbey {name}", country=board.country_of[site], what=site)
        for country, name in enumerate(board.countries):
            self._add(ADVISOR, f"advisor {name}", country=country)

    def _king(self) -> None:
        self._payments(KING_PAY, KING_PAIR, "king pay")
        self._add(KING_REST, "king rest")

    def _payments(self, one: int, pair: int, verb: str) -> None:
        board = self.board
        for country, name in enumerate(board.countries):
            self._add(one, f"{verb} {name}", country=country, kind=board.kind_of[country])
        for kind, card in enumerate(board.kinds):
            for country, name in enumerate(board.countries):
                self._add(pair, f"{verb} two {card} for {name}", country=country, kind=kind)

    def _add(self, does: int, text: str, *, country: int = -1, kind: int = -1, what: int = -1) -> None:
        if does == len(self.first):
            self.first.append(len(self.texts))
        self.texts.append(text)
        self.does.append(does)
        self.country.append(country)
        self.kind.append(kind)
        self.what.append(what)

    def describe(self, action: int) -> Message:
        """The action in words."""
        board = self.board
        does, what = self.does[action], self.what[action]
        message = Message(f"cardinal.action.{DESCRIBED[does]}")
        if self.country[action] >= 0:
            message.args["country"] = board.countries[self.country[action]]
        if self.kind[action] >= 0:
            message.args["card"] = board.kinds[self.kind[action]]
        if does == ABBEY:
            message.args["site"] = board.sites[what]
        elif does == PRIVILEGE:
            message.args["privilege"] = PRIVILEGES[what]
        elif does in (SWAP, DRAW_OPEN):
            message.args["place"] = what + 1
        return message
