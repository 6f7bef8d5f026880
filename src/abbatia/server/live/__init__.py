"""Tables in memory: their state, their viewers, their clocks and their bots."""
