"""How an observation is made: of sections, each by one function, and again only where it changed.

A title lists its sections once (`State.sections`). `observe` makes all of them; a `ViewCache` keeps them and
makes only those anew whose bits the position has set in `State.changed` since the last look. So the rules say
what they change where they change it, and know nothing of what anybody keeps. Law 13 compares both.
"""

from collections.abc import Callable
from typing import Any, Final, cast

from abbatia.core.observation import AnyObservation

ALL: Final = -1
"""Every bit: all sections changed."""


class Section:
    """A part of an observation that everybody sees alike, with the function that makes it of a position.

    `bits` are those of `State.changed` that make it stale. The section `public.x` is `x` in `public`. `also`
    names another section that always has the same value, so that it is made once.
    """

    __slots__ = ("name", "also", "bits", "make", "is_public")

    def __init__(self, name: str, bits: int, make: Callable[[Any], Any], *, also: str = "") -> None:
        self.is_public: Final = name.startswith("public.")
        self.name: Final = name.removeprefix("public.")
        self.also: Final = also
        self.bits: Final = bits
        self.make: Final = make


def observe(state: Any, viewer: int | None) -> AnyObservation:
    """What a viewer (None: a spectator) sees, all of it made anew."""
    envelope: dict[str, Any] = {}
    public: dict[str, Any] = {}
    for section in state.sections():
        part = public if section.is_public else envelope
        part[section.name] = section.make(state)
        if section.also:
            part[section.also] = part[section.name]
    return _assemble(_fixed(state), viewer, envelope, public, _own(state, viewer))


class ViewCache:
    """The sections of one position as they were looked at last, shared by all viewers.

    An observation that was given out never changes: a section that changed is another object afterwards, one
    that did not is the same object, so that a reader finds the difference by identity. Only one cache can
    follow a position, since a look clears `State.changed`.
    """

    __slots__ = ("state", "fixed", "envelope", "public", "own")

    def __init__(self) -> None:
        self.state: Any = None
        self.fixed: dict[str, Any] = {}
        self.envelope: dict[str, Any] = {}
        self.public: dict[str, Any] = {}
        self.own: dict[int, Any] = {}

    def look(self, state: Any, viewer: int | None) -> AnyObservation:
        """What a viewer sees of a position, with the same objects as before where nothing changed."""
        if state is not self.state:  # another position, as after an undo
            self.state, self.fixed = state, _fixed(state)
            state.changed = ALL
        changed: int = state.changed
        if changed:
            state.changed = 0
            self._refresh(state, changed)
        own = _own(state, viewer)
        if viewer is not None:
            known = self.own.get(viewer)
            if own == known:
                own = known
            self.own[viewer] = own
        return _assemble(self.fixed, viewer, self.envelope, self.public, own)

    def _refresh(self, state: Any, changed: int) -> None:
        envelope, public = self.envelope.copy(), self.public.copy()
        is_public_new = False
        sections: tuple[Section, ...] = state.sections()
        for section in sections:
            if section.bits & changed:
                part = public if section.is_public else envelope
                value = section.make(state)
                if section.name not in part or part[section.name] != value:
                    part[section.name] = value
                    if section.also:
                        part[section.also] = value
                    is_public_new = is_public_new or section.is_public
        self.envelope = envelope
        if is_public_new:
            self.public = public


def _fixed(state: Any) -> dict[str, Any]:
    return {"title": state.title.name, "seats": state.seats, "options": state.options()}


def _own(state: Any, viewer: int | None) -> Any:
    return None if viewer is None else state.own(viewer)


def _assemble(
    fixed: dict[str, Any], viewer: int | None, envelope: dict[str, Any], public: dict[str, Any], own: Any
) -> AnyObservation:
    seen: dict[str, Any] = {**fixed, "viewer": viewer, **envelope, "public": public, "own": own}
    return cast(AnyObservation, seen)
