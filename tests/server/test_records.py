"""What a record of the server says about its players."""

from abbatia.server.chairs import Chair, Head
from abbatia.server.records import players_of


def test_a_record_says_which_seats_people_and_which_bots_played() -> None:
    chairs = (
        Chair("person", "Anne"),
        Chair("bot", "Prior", bot="prieur"),
        Chair("person", "Bea", bot="clerc", standing_in=True),  # her seat, whoever plays it for a while
    )
    assert players_of(Head(chairs)) == ["human", "prieur", "human"]


def test_a_record_says_nothing_rather_than_something_that_cannot_be_read() -> None:
    assert players_of(Head((Chair("person", "Anne"), Chair("open")))) == []
    assert players_of(Head((Chair("bot", "X", bot="run:./bot"), Chair("person", "Anne")))) == []
