"""The phases of a round, one module each; `order.py` says whose turn it is in those played in order."""
