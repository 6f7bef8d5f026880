"""Abbatia for research: observations as arrays, PettingZoo and OpenSpiel adapters, batched self-play."""
