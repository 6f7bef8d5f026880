"""What a record of the server says about its players."""

from abbatia.server.http.records import players_of
from abbatia.server.live.table_meta import SeatConfig, TableMeta


def test_a_record_says_which_seats_people_and_which_bots_played() -> None:
    chairs = (
        SeatConfig("person", "Anne"),
        SeatConfig("bot", "Prior", bot="prior"),
        SeatConfig("person", "Bea", bot="cleric", standing_in=True),  # her seat, whoever plays it for a while
    )
    assert players_of(TableMeta(chairs)) == ["human", "prior", "human"]


def test_a_record_says_nothing_rather_than_something_that_cannot_be_read() -> None:
    assert players_of(TableMeta((SeatConfig("person", "Anne"), SeatConfig("open")))) == []
    assert (
        players_of(TableMeta((SeatConfig("bot", "X", bot="run:./bot"), SeatConfig("person", "Anne")))) == []
    )
