"""Frames: how one whole text stands on the wire of a websocket (RFC 6455)."""

from typing import Any, Final

from msgspec.json import Encoder

try:
    from websockets.speedups import apply_mask
except ImportError:  # built without C
    from websockets.utils import apply_mask

TEXT: Final = 0x81  # the first byte of a frame that is a whole text
MASKED: Final = 0x80  # in the second byte, as in all frames of clients


ENCODE_INTO: Final = Encoder().encode_into
MARGIN: Final = 16_384
"""Messages are written from here on: a sheet that shrinks by more than half would have to grow again."""
SHEET: Final = bytearray(MARGIN)
"""Where messages are written before they are copied, with their head: memory that is always at hand."""


def framed(message: Any) -> bytes:
    """A message as a server sends it: a whole text in one frame."""
    ENCODE_INTO(message, SHEET, MARGIN)
    size = len(SHEET) - MARGIN
    if size < 126:
        head = 2
        SHEET[MARGIN - 1] = size
    elif size < 0x10000:
        head = 4
        SHEET[MARGIN - 3], SHEET[MARGIN - 2], SHEET[MARGIN - 1] = 126, size >> 8, size & 255
    else:
        head = 10
        SHEET[MARGIN - 9] = 127
        SHEET[MARGIN - 8 : MARGIN] = size.to_bytes(8, "big")
    SHEET[MARGIN - head] = TEXT
    return memoryview(SHEET)[MARGIN - head :].tobytes()


def text_of(frame: bytes) -> str:
    """What `framed` has put into a frame."""
    return frame[measure(frame)[0] :].decode()


def measure(data: bytes) -> tuple[int, int]:
    """How long the head of the frame is that begins here, and the frame as a whole: at least so long."""
    if len(data) < 2:
        return 0, 2
    size, head = data[1] & 127, 2
    if size == 126:
        size, head = int.from_bytes(data[2:4], "big"), 4
    elif size == 127:
        size, head = int.from_bytes(data[2:10], "big"), 10
    if len(data) < head:
        return 0, head
    if data[1] & MASKED:
        head += 4
    return head, head + size


def short_text(data: bytes) -> str | None:
    """The text of a client, where that is all of it in one short frame: most are. Else None."""
    size = len(data) - 6
    if size < 0 or size > 125 or data[0] != TEXT or data[1] != MASKED | size:
        return None
    return unmasked(data, 6)


def unmasked(frame: bytes, head: int) -> str | None:
    """The text in a client's frame with a head of this length; None if it is no text."""
    try:
        return apply_mask(frame[head:], frame[head - 4 : head]).decode()
    except UnicodeDecodeError:
        return None
