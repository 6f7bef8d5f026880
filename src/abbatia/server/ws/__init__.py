"""The websocket: its messages, one connection, and the questions a client may ask."""
