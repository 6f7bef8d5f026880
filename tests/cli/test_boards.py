"""What a player needs to know is on the board or one command away."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from abbatia.cli.boards import board_of
from abbatia.cli.boards.kings_abbey import KingsAbbeyBoard
from abbatia.cli.boards.pelegrinus import PelegrinusBoard
from abbatia.cli.narrator import Narrator
from abbatia.core.chance import Rng
from abbatia.core.match import LogEntry, Match
from abbatia.core.words import LANGUAGES, words
from abbatia.games import load
from abbatia.games.pelegrinus.board import Board, our_data
from tests.cli.conftest import Cli

MAP = Board(our_data())
CYPRUS = MAP.cities.index("chypre")


def text_of(shown: RenderableType, width: int = 300) -> str:
    """What is printed, without colours."""
    console = Console(width=width, file=io.StringIO(), record=True)
    console.print(shown)
    return console.export_text()


def answers(cli: Cli, title: str, *typed: str, language: str = "en", seats: str = "") -> dict[str, str]:
    given = ["--seats", seats] if seats else []
    printed = cli(
        "--language", language, "play", title, "--seed", "5", *given, typed="\n".join([*typed, "quit"]) + "\n"
    )
    assert printed.code == 0
    parts = re.split(r"(?m)^(?:Player|Joueur|Spieler) 1> ", printed.out)
    return dict(zip(["start", *typed, "quit"], parts, strict=True))


# -- Pelegrinus


@pytest.mark.parametrize(
    ("language", "out"), [("en", "out of play"), ("fr", "hors jeu"), ("de", "nicht im Spiel")]
)
def test_pelegrinus_shows_its_sites_and_which_of_rome_and_avignon_counts(
    cli: Cli, language: str, out: str
) -> None:
    board = " ".join(answers(cli, "pelegrinus", language=language)["start"].split())
    gone = re.search(rf"\({out} ?: (Rome?|Avignon)\)", board)
    assert gone
    counts = "Rome?" if gone.group(1) == "Avignon" else "Avignon"
    assert re.search(rf"{counts} \(\w+ – \w+\)", board)
    assert re.search(r"J[eé]rusalem \(.*? – Sina[iï]\)", board)


def test_pelegrinus_tells_its_set_up(cli: Cli) -> None:
    start = answers(cli, "pelegrinus")["start"]
    assert re.search(r"· (Rome|Avignon) is in play; (Rome|Avignon) is not\.", start)
    assert "starts on slot 1 of the pope track" in start


@pytest.mark.parametrize("wanted", ["Cyprus", "chypre", "cyp"])
def test_pelegrinus_shows_the_routes_of_a_city(cli: Cli, wanted: str) -> None:
    shown = answers(cli, "pelegrinus", f"roads {wanted}")[f"roads {wanted}"]
    ends = [city for number, city in enumerate(MAP.cities) if MAP.neighbours[CYPRUS] >> number & 1]
    assert ends
    for end in ends:
        assert words("en").text(f"pelegrinus.place.{end}") in shown
    assert "London" not in shown


def test_pelegrinus_shows_all_routes_with_the_sites_on_them(cli: Cli) -> None:
    shown = answers(cli, "pelegrinus", "roads")["roads"]
    for city in MAP.cities:
        assert f"  {words('en').text(f'pelegrinus.place.{city}')} " in shown
    assert "[Jerusalem → Sinai]" in shown
    nowhere = answers(cli, "pelegrinus", "roads Atlantis")["roads Atlantis"]
    assert "There is no place called “Atlantis”." in nowhere


def test_pelegrinus_takes_english_names(cli: Cli) -> None:
    done = answers(cli, "pelegrinus", "send keeper to Cyprus", "take keeper", "Cyprus", "send ch to cyp")
    assert "is not an action" not in "".join(done.values())
    assert "relic keeper → Cyprus" in " ".join(done["Cyprus"].split())
    assert "Chaplain → ?" in " ".join(done["Cyprus"].split())


def test_pelegrinus_shows_popes_left_and_tokens_on_the_track(cli: Cli) -> None:
    start = answers(cli, "pelegrinus")["start"]
    assert "popes left (placed)" in start
    assert re.search(r"● Player 1 +30 +4 +9 \(1\) +1 2 2 4 +10", start)
    assert re.search(r"\(start [1-4]\)", start)


def test_an_abbey_has_the_mark_of_its_owner_not_only_the_colour() -> None:
    title = load("pelegrinus")
    city = Match(title, 2, rng=Rng(1)).state.observe(None)["public"]["cities"][0]
    city["abbey"] = 1
    assert PelegrinusBoard(title, words("en")).city(city).plain.endswith("✚▲")


def test_events_carry_the_mark_of_the_seat_they_are_about() -> None:
    """At a reveal all programmes are told by the action of the seat that sealed last."""
    heard: list[LogEntry] = []
    match = Match(load("pelegrinus"), 3, rng=Rng(1), listeners=[heard.append])
    for seat in range(3):
        for character in ("master", "chaplain", "nun", "pilgrim", "keeper"):
            match.play(seat, match.number(f"keep {character} home"))
        match.play(seat, match.number("seal"))
    reveal = heard[-1]
    narrator = Narrator(words("en").at_table(["A", "B", "C"]), Console())
    lines = [line.plain for line in narrator.lines(reveal, None)]
    revealed = [line[:3] for line in lines if "revealed" in line]
    assert sorted(revealed) == ["■ C", "▲ B", "● A"]
    assert all(line.startswith("·") for line in lines if line.endswith("begins."))


# -- Le Roi et le Cardinal


def test_cardinal_names_the_face_up_cards_and_shows_them_again(cli: Cli) -> None:
    listed = answers(cli, "cardinal", seats="human,cleric,cleric")["start"]
    number = re.search(r"(\d+)\)  Exchange", listed)
    assert number
    done = answers(cli, "cardinal", number.group(1), seats="human,cleric,cleric")[number.group(1)]
    for place in (1, 2):
        card = re.search(rf"Take face-up card {place}: (\S+)", done)
        assert card
        assert f"{place} {card.group(1)}" in done.split("Face up:")[1]
    assert "Your hand:" in done
    assert re.search(r"Discard: +1 × ", done)


def test_cardinal_shows_discard_and_remembered_cards() -> None:
    """§R12: both are for everybody to see."""
    title, rng = load("cardinal"), Rng(2)
    match = Match(title, 3, rng=Rng(3))
    seen = match.state.observe(0)
    while not any(player["known"] for player in seen["public"]["players"][1:]):
        actor = match.to_act()[0]
        legal = match.decision(actor).legal
        match.play(actor, legal[rng.below(len(legal))])
        seen = match.state.observe(0)
    text = text_of(board_of(title, words("en")).draw(seen))
    for player in seen["public"]["players"][1:]:
        if player["known"]:
            names = ", ".join(words("en").text(f"cardinal.card.{kind}") for kind in player["known"])
            assert f"Player {player['seat'] + 1} {names}" in text
    for kind, number in seen["public"]["discard"].items():
        name = words("en").text(f"cardinal.card.{kind}")
        assert (f"{number} × {name}" in text) == (number > 0)


@pytest.mark.parametrize("wanted", ["Cluny", "cluny", "clun"])
def test_cardinal_shows_the_roads_of_any_site_from_the_first_turn(cli: Cli, wanted: str) -> None:
    shown = answers(cli, "cardinal", f"roads {wanted}")[f"roads {wanted}"]
    assert "○ Cîteaux" in shown
    assert "○ Saint-Maurice" in shown
    assert len(shown.splitlines()) <= 2


def test_cardinal_shows_the_roads_of_a_country_and_what_an_abbey_would_join(cli: Cli) -> None:
    done = answers(cli, "cardinal", "roads Burgundy", "roads bourgogne", "roads", seats="human,cleric,cleric")
    assert done["roads Burgundy"] == done["roads bourgogne"]
    assert len(re.findall(r"(?m)^  ○ \S", done["roads Burgundy"])) == 6
    assert len(re.findall(r"(?m)^  \S \S", done["roads"])) == 54
    title = load("cardinal")
    seen = Match(title, 3, rng=Rng(1)).state.observe(0)
    seen["public"]["sites"] = {"citeaux": 0, "vezelay": 0}
    shown = text_of(board_of(title, words("en")).looks()["roads"](seen, "Cluny"))
    assert "an abbey here would connect 3 of yours" in shown


def test_a_site_that_may_be_chosen_is_listed_with_its_roads(cli: Cli) -> None:
    done = answers(cli, "cardinal", "1", seats="human,cleric,cleric")["1"]
    assert re.search(r"1\)  Build an abbey at .*  –  ○ ", done)


def test_no_dice_in_a_card_game(cli: Cli) -> None:
    for language in LANGUAGES:
        shown = answers(cli, "cardinal", "help", language=language)
        assert not re.search(r"\b(dice|dés|Würfel\w*)\b", "".join(shown.values()))


@pytest.mark.parametrize("columns", [60, 80])
def test_lines_break_between_words(cli: Cli, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    about = words("en").text("cardinal.board_note")
    shown = answers(cli, "cardinal", "rules 5")
    assert about in " ".join(shown["start"].split())
    rule = "All advisors in a country together are never more than the abbeys of the one player"
    assert rule in " ".join(shown["rules 5"].split())
    lines = [line for part in shown.values() for line in part.splitlines() if "abbatia" not in line]
    assert max(len(line.rstrip()) for line in lines) <= columns


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", ["cardinal", "pelegrinus"])
def test_headings_of_tables_break_between_words_at_80_columns(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, title: str, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    typed = ["1"] if title == "cardinal" else []
    seats = "human,abbot,prior"
    board = " ".join(answers(cli, title, *typed, "board", language=language, seats=seats)["board"].split())
    headings = ["cli.player", "cli.abbeys_left", "cli.projected"]
    headings += ["cli.pelegrinus.stock"] if title == "pelegrinus" else ["cli.advisors_left"]
    for heading in headings:
        for word in words(language).text(heading).split():
            assert re.search(rf"(?<!\S){re.escape(word)}(?!\S)", board), word


def test_commands_have_french_names(cli: Cli) -> None:
    done = answers(cli, "pelegrinus", "aide", "routes", "Règles 9.4", "regles 9.4", "journal", language="fr")
    assert "annuler" in done["aide"]
    assert done["Règles 9.4"] == done["regles 9.4"]
    assert "9.4" in done["regles 9.4"]
    assert "n’est pas une action" not in "".join(done.values())


# -- one screen, several people


def test_the_screen_and_its_history_are_wiped_when_it_is_handed_over(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # write what a terminal gets
    monkeypatch.setenv("TERM", "xterm-256color")
    order = "1\nkeep chaplain home\nkeep nun home\nkeep pilgrim home\nkeep keeper home\nseal\n"
    seats = ("--seats", "human:Anne,human:Bea")
    written = cli("play", "pelegrinus", *seats, typed=f"\n{order}\nquit\n").out
    wipe = "\x1b[H\x1b[2J\x1b[3J"
    screens = written.split(wipe)
    assert len(screens) == 5  # after the first hand-over, before and after the second, and on leaving
    assert "SHA-256" in screens[0]
    secret = [number for number, screen in enumerate(screens) if "Your orders" in screen]
    assert secret == [1, 3]
    assert "Anne" in screens[1]
    assert "Bea" in screens[2]
    assert "\x1b[2J" not in written.replace(wipe, "")


def test_a_card_of_the_market_is_offered_by_name_and_at_todays_price() -> None:
    """During a Great Fair every card costs a coin less; the first building of a quick game costs nothing."""
    title = load("kings_abbey", 1)  # of which this seed meets a Great Fair
    board = board_of(title, words("en"))
    match = Match(title, 2, {"quick": True}, rng=Rng(10))
    rng = Rng(1)
    offered: set[tuple[str, str]] = set()
    while match.to_act():
        seat = match.to_act()[0]
        legal = match.state.legal(seat)
        seen = match.state.observe(seat)
        for action in legal:
            verb, _, place = title.vocabulary[action].partition(" ")
            if verb == "buy":
                space = next(space for space in seen["public"]["market"] if space["place"] == place)
                name = words("en").text(f"kings_abbey.card.{space['card']}")
                head, _, rest = board.describe(seen, action).partition(f" {place} {name} for ")
                price, _, terms = rest.partition(": ")
                assert head == ("Take" if price == "free" else "Buy")
                assert "★" in terms
                offered.add((str(seen["public"]["event"]), price))
        match.play(seat, legal[rng.below(len(legal))])
    assert ("None", "free") in offered
    prices = {event: {price for of, price in offered if of == event} for event, _ in offered}
    assert prices["plenty_fair"] >= {"0", "1", "2"}
    assert all("0" not in those for event, those in prices.items() if event != "plenty_fair")


def test_the_kings_abbey_shows_no_building_that_was_lost() -> None:
    """A card that Vikings took is still listed in what is seen, with no copies (§2.8)."""
    title = load("kings_abbey")
    board, match, rng = KingsAbbeyBoard(title, words("en")), Match(title, 2, rng=Rng(2)), Rng(4)
    lost = 0
    while match.to_act():
        seat = match.to_act()[0]
        legal = match.state.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
        seen = match.state.observe(0)
        for player in seen["public"]["players"]:
            gone = {c["card"] for c in player["cards"] if not c["copies"]} - set(player["hand"])
            if gone:
                lost += 1
                shown = text_of(board.abbey(seen, player))
                assert not any(words("en").text(f"kings_abbey.card.{card}") in shown for card in gone)
    assert lost
