"""Telling people who are away that it is their turn: webhooks, e-mail, Web Push."""
