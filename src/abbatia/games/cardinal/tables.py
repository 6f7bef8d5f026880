"""Look-up tables of one board: legal actions as shared tuples, built once for each situation and then reused.

What is packed into one number, lowest bits first, so that a question in play is one look-up:

    hand     2 bits for each kind of card: a hand has 3 cards at most
    bag      4 bits for each kind of card: pile, discard, kept cards (15 of a kind at most)
    counts   4 bits for each colour: abbeys or advisors in one country
    mask     1 bit for each country, or for each site
"""

from typing import Any, Final

from mypy_extensions import i64

from abbatia.core.contract import ScoreEntry
from abbatia.core.words import Message
from abbatia.games.cardinal.actions import (
    ABBEY,
    ADVISOR,
    DEAL,
    DRAW_OPEN,
    DRAW_PILE,
    DRAWN,
    EXCHANGE,
    KING_PAIR,
    KING_PAY,
    KING_REST,
    PASS,
    PAY,
    PAY_PAIR,
    PRIVILEGE,
    REVEAL,
    STOP,
    SWAP,
    Actions,
)
from abbatia.games.cardinal.board import FACE_UP, Board
from abbatia.games.cardinal.chains import Chains
from abbatia.games.cardinal.phases import BLIND, CHANCE_PHASES, PHASES
from abbatia.games.cardinal.phases import DEAL as DEALING

PART_KINDS: Final = 3  # the kinds of card in one part of a pile
PART_BITS: Final = 4 * PART_KINDS
PART_MASK: Final = (1 << PART_BITS) - 1

# What besides the hand decides which payments are offered: the `mode` part of a key.
MORE: Final = 1  # a piece has been placed this turn
LAST: Final = 2  # the pile ran out for the second time
MAY_EXCHANGE: Final = 4  # a card can still be drawn although it is the last round
ABROAD_ONLY: Final = 8  # option: no pair for a country of its own
MUST_PLACE: Final = 16  # option: no passing in the last round by whoever can place
MODES: Final = 32
KEPT: Final = 4096  # parts of one sort that are kept
HAND_BITS: Final = 12  # where the hand stands in a key, above the countries
UNKNOWN: Final = ()  # in a table of legal actions: not asked for yet (there is always something to do)


class Tables:
    """The look-up tables of one board; those of legal actions are filled as they are asked for."""

    __slots__ = (
        "actions",
        "bag_of",
        "blank",
        "board",
        "card",
        "cards",
        "chains",
        "choices",
        "cost",
        "country",
        "country_of",
        "discarded",
        "draw_pile",
        "draws",
        "every_country",
        "exchange",
        "first_abbey",
        "first_advisor",
        "first_allies",
        "first_draw",
        "free",
        "hand_ids",
        "hand_size",
        "kept",
        "kind",
        "kings",
        "known_mask",
        "lines",
        "odds",
        "pair_size",
        "places",
        "privileged",
        "prompts",
        "purses",
        "second_allies",
        "site_bit",
        "site_ids",
        "site_mask",
        "sites",
        "stop",
        "turned",
        "unasked",
        "unit",
        "what",
    )

    def __init__(self, board: Board) -> None:
        kinds, countries = range(len(board.kinds)), range(len(board.countries))
        self.board: Board = board
        self.actions: Actions = Actions(board)
        self.chains: Chains = Chains(len(board.sites), board.roads)
        # Adding these numbers adds a card; `hand >> 2 * kind & 3` and `bag >> 4 * kind & 15` count a kind.
        self.card: list[i64] = [1 << 2 * kind for kind in kinds]  # one card in a hand
        self.unit: list[i64] = [1 << 4 * kind for kind in kinds]  # one card in a bag
        sizes, bags = _hands(len(board.kinds))
        self.hand_size: list[i64] = sizes
        self.bag_of: list[i64] = bags  # the cards of a hand as a bag
        self.pair_size: list[i64] = [(pair & 15) + (pair >> 4) for pair in range(256)]  # two kinds of a bag
        self.every_country: int = (1 << len(board.countries)) - 1
        self.country_of: list[i64] = list(board.country_of)
        self.site_mask: list[int] = [1 << site for site in range(len(board.sites))]
        # A site has two masks: its bit among all sites, and its bit among those of its own country, where
        # free sites are kept in so few bits that a table can have an entry for each combination of them.
        self.site_bit: list[i64] = [
            1 << board.country_of[:site].count(country) for site, country in enumerate(board.country_of)
        ]
        self.sites: list[list[int]] = [
            [site for site, home in enumerate(board.country_of) if home == country] for country in countries
        ]
        self.free: list[int] = [(1 << board.country_of.count(country)) - 1 for country in countries]
        self.first_allies: list[int] = [one for _, one, _ in board.alliances]
        self.second_allies: list[int] = [other for _, _, other in board.alliances]
        first = self.actions.first
        self.first_abbey: int = first[ABBEY]
        self.first_advisor: int = first[ADVISOR]
        self.first_draw: int = first[DRAW_OPEN]
        self.draw_pile: int = first[DRAW_PILE]
        self.exchange: int = first[EXCHANGE]
        self.stop: int = first[STOP]
        self.kind: list[i64] = self.actions.kind
        self.country: list[i64] = self.actions.country
        self.what: list[int] = self.actions.what
        self.cards: list[i64] = []  # how many cards a payment takes
        self.cost: list[i64] = []  # which, as a hand
        self.discarded: list[i64] = []  # and as a bag
        self.known_mask: list[i64] = []  # and where their kind stands in a hand
        for action, does in enumerate(self.actions.does):
            number = 2 if does in (PAY_PAIR, KING_PAIR) else 1
            kind = max(self.actions.kind[action], 0)
            self.cards.append(number)
            self.cost.append(number * self.card[kind])
            self.discarded.append(number * self.unit[kind])
            self.known_mask.append(3 * self.card[kind])  # both bits of the kind
        self.draws: list[tuple[int, ...]] = [self._draws(mask) for mask in range(8)]
        self.purses: dict[int, list[int]] = {}
        # `choices[mode][hand][countries]` is filled as it is asked for. Until then all modes share one list
        # of hands and all hands one blank list of countries; `choose` copies what it is about to write into.
        self.blank: list[tuple[int, ...]] = [UNKNOWN] * (self.every_country + 1)
        self.unasked: list[list[tuple[int, ...]]] = [self.blank] * len(self.hand_size)
        self.choices: list[list[list[tuple[int, ...]]]] = [self.unasked] * MODES  # mode, hand, countries
        self.kings: dict[int, tuple[int, ...]] = {}
        self.privileged: dict[int, tuple[int, ...]] = {}
        self.kept: dict[Any, Any] = {}  # lines of score sheets, by what they say
        self.lines: dict[int, list[tuple[int, ScoreEntry]]] = {}  # the same for abbeys, with their seats
        self.hand_ids: dict[int, list[str]] = {}
        self.site_ids: dict[int, list[str]] = {}
        self.prompts: dict[tuple[str, int, int], Message] = {}  # by prompt, country, cards to draw
        self.places: list[list[list[tuple[int, ...]]]] = [  # pieces that may be placed, country, free sites
            [[UNKNOWN] * (mask + 1) for mask in self.free] for _ in range(4)
        ]
        self.turned: list[i64] = [self.actions.first[_family(phase)] for phase in range(len(PHASES))]
        self.odds: list[list[list[tuple[tuple[int, int], ...]]]] = [
            [[UNKNOWN] * (1 << PART_BITS) for _ in range(3)] if phase in CHANCE_PHASES else []
            for phase in range(len(PHASES))
        ]

    def _draws(self, mask: int) -> tuple[int, ...]:
        """Where a card may be drawn from: bits 0 and 1 the face-up places, bit 2 the pile (§6.1)."""
        first = self.actions.first
        found = [first[DRAW_OPEN] + place for place in range(FACE_UP) if mask >> place & 1]
        return tuple(found + [first[DRAW_PILE]] * (mask >> FACE_UP))

    def payments(self, hand: int, countries: int, *, abroad_only: bool) -> list[int]:
        """Every way to pay for a piece in one of these countries: one card or a pair (§4.1, §4.2, §R7)."""
        key = hand << 1 | abroad_only  # the option is the lowest bit, the hand stands above
        known = self.purses.get(key)
        if known is None:
            known = self._purse(hand, abroad_only=abroad_only)
            self.purses[key] = known
        country = self.country
        return [action for action in known if countries >> country[action] & 1]

    def _purse(self, hand: int, *, abroad_only: bool) -> list[int]:
        """Every way to pay for a piece somewhere."""
        board, first = self.board, self.actions.first
        found = [first[PAY] + country for country, kind in enumerate(board.kind_of) if hand >> 2 * kind & 3]
        for kind in range(len(board.kinds)):
            if hand >> 2 * kind & 3 >= 2:
                pair = first[PAY_PAIR] + kind * len(board.countries)
                countries = enumerate(board.kind_of)
                found += [pair + country for country, own in countries if own != kind or not abroad_only]
        return found

    def choose(self, mode: int, hand: int, countries: int) -> tuple[int, ...]:
        """Find out what a seat may do with its hand, and note it in `choices`."""
        if self.choices[mode] is self.unasked:
            self.choices[mode] = self.unasked[:]
        hands = self.choices[mode]
        if hands[hand] is self.blank:
            hands[hand] = self.blank[:]
        hands[hand][countries] = self._choices(mode, hand, countries)
        return hands[hand][countries]

    def _choices(self, mode: int, hand: int, countries: int) -> tuple[int, ...]:
        """Pay, or exchange, stop or pass (§3.1, §7.1, §R4, §R5)."""
        first = self.actions.first
        found = self.payments(hand, countries, abroad_only=mode & ABROAD_ONLY > 0)
        forced = mode & MUST_PLACE > 0 and len(found) > 0
        if mode & MORE:
            found.append(first[STOP])
        elif not mode & LAST or (mode & MAY_EXCHANGE and not forced):
            kinds = range(len(self.board.kinds))
            found += [first[EXCHANGE] + kind for kind in kinds if hand >> 2 * kind & 3]
        if mode & LAST and not mode & MORE and not forced:
            found.append(first[PASS])
        return tuple(found)

    def king_choices(self, hand: i64, countries: i64, *, rest: bool) -> tuple[int, ...]:
        """What may be done with the King's cards: the same payments, or nothing (§13.6, §R15)."""
        # from the lowest bit: whether he may rest, 12 countries, the hand
        key: i64 = ((hand << HAND_BITS | countries) << 1) + (1 if rest else 0)
        known = self.kings.get(key)
        if known is not None:
            return known
        first = self.actions.first
        shift = first[KING_PAY] - first[PAY]  # both families lie in the same order
        found = [shift + action for action in self.payments(hand, countries, abroad_only=False)]
        self.kings[key] = tuple(found + [first[KING_REST]] * rest)
        return self.kings[key]

    def privileges(self, left: i64, hand: i64, face_up: i64, *, king: bool) -> tuple[int, ...]:
        """The privileges that may be used now: bits of `left` in the order of PRIVILEGES (§13.9)."""
        # from the lowest bit: whether the King has a piece, 2 face-up places, 3 privileges, the hand
        key: i64 = (((hand << 3 | left) << FACE_UP | face_up) << 1) + (1 if king else 0)
        known = self.privileged.get(key)
        if known is None:
            known = self.privileged[key] = self._privileges(left, hand, face_up, king=king)
        return known

    def _privileges(self, left: int, hand: int, face_up: int, *, king: bool) -> tuple[int, ...]:
        first = self.actions.first
        found = [first[PRIVILEGE] + which for which in range(2) if left >> which & 1 and (which or king)]
        if left >> 2 & 1:
            for kind in range(len(self.board.kinds)):
                if hand >> 2 * kind & 3:
                    places = [place for place in range(FACE_UP) if face_up >> place & 1]
                    found += [first[SWAP] + kind * FACE_UP + place for place in places]
        return tuple(found)

    def place(self, country: int, free: int, may: int) -> tuple[int, ...]:
        """Find out where the piece paid for may go, free sites and the seal, and note it (§5.4, §5.5)."""
        found: list[int] = []
        if may & 1:
            for site in self.sites[country]:
                if free & self.site_bit[site]:
                    found.append(self.first_abbey + site)
        if may & 2:
            found.append(self.first_advisor + country)
        self.places[may][country][free] = tuple(found)
        return self.places[may][country][free]

    def count(self, phase: int, part: int, bag: int) -> tuple[tuple[int, int], ...]:
        """Find out the cards of one part of a pile with their numbers, and note it in `odds` (§2.5).

        A pile is looked up in parts of three kinds, because whole piles hardly ever come twice.
        """
        action = self.turned[phase] + PART_KINDS * part
        numbers = [bag >> 4 * kind & 15 for kind in range(PART_KINDS)]
        found = tuple([(action + kind, number) for kind, number in enumerate(numbers) if number])
        self.odds[phase][part][bag] = found
        return found


HANDS: Final[dict[int, tuple[list[i64], list[i64]]]] = {}
"""By the number of kinds of card: of every hand its size, and its cards as a bag. Boards share them."""


def _hands(kinds: int) -> tuple[list[i64], list[i64]]:
    known = HANDS.get(kinds)
    if known is None:
        sizes: list[i64] = [0]
        bags: list[i64] = [0]
        for kind in range(kinds):
            unit: int = 16**kind
            # the hands of earlier kinds with 0, 1, 2 and 3 cards of this one: the index is the packed hand
            sizes = [size + more for more in range(4) for size in sizes]
            bags = [bag + more * unit for more in range(4) for bag in bags]
        known = HANDS[kinds] = (sizes, bags)
    return known


def keep(kept: dict[Any, Any], key: Any, part: Any) -> Any:
    """Put a part of an observation into a cache of KEPT entries, for the next table that looks the same."""
    if len(kept) >= KEPT:
        kept.clear()
    kept[key] = part
    return part


def _family(phase: int) -> int:
    """The family of actions of chance in one of its phases: where the card goes."""
    return {DEALING: DEAL, BLIND: DRAWN}.get(phase, REVEAL)


def bag_size(bag: int) -> int:
    """How many cards a bag holds."""
    total = 0
    while bag:  # one kind after the other, 4 bits each
        total += bag & 15
        bag >>= 4
    return total
