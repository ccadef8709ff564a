"""Regular expressions whose matches end in time, in whatever thread they are looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

FIRST, LONGEST = 0.1, 1.0  # seconds of a look before the clock is looked at; longer each time, a line begins anew

Places = Iterator[tuple[int, str]]  # offset in the line, in code points, and what stands there


def finder(pattern: str, check: Callable[[], None]) -> Callable[[str], Places]:
    """What finds the matches in a line; raises ValueError for what is no expression.

    Some expressions take longer than anybody waits: a match is given up now and then for the check, whose exception
    ends it. Other threads go on meanwhile.
    """
    import regex  # the standard library's cannot be stopped from a thread, and only expressions pay for this one

    try:
        wanted = regex.compile(pattern, regex.VERSION0)
    except regex.error as error:
        raise ValueError(str(error)) from None

    def places(line: str) -> Places:
        seconds = FIRST
        while True:
            check()
            try:
                found = [(m.start(), m[0]) for m in wanted.finditer(line, timeout=seconds, concurrent=True)]
            except TimeoutError:
                seconds = min(2 * seconds, LONGEST)
                continue
            yield from found
            return

    return places


def literal(text: str) -> Callable[[str], Places]:
    """What finds a text in a line."""

    def places(line: str) -> Places:
        at = line.find(text)
        while at >= 0:
            yield at, text
            at = line.find(text, at + max(1, len(text)))

    return places
