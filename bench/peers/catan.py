"""catanatron: Catan for four random players."""

from catanatron import Color, Game, RandomPlayer

from bench.worker import serve

GAMES = 3


def driven() -> int:
    count = 0
    for seed in range(GAMES):
        game = Game([RandomPlayer(colour) for colour in Color], seed=seed)
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            count += 1
    return count


if __name__ == "__main__":
    serve({"catan driven": driven})
