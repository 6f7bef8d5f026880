"""How many moves a second our server serves durably, beside boardgame.io's server in the same run."""
