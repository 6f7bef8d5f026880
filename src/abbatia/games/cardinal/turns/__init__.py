"""Carrying out: one module for each part of a turn."""
