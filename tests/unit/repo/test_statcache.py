"""What is packed comes back, and only what is old enough is trusted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxask.repo.statcache import MARGIN_NS, Seen, pack, settled, unpack

unsigned, signed = st.integers(0, 2**64 - 1), st.integers(-(2**63), 2**63 - 1)
paths = st.binary(min_size=1, max_size=9).map(lambda raw: raw.replace(b"\0", b"/"))


@given(st.sampled_from([20, 32]), st.data())
def test_what_is_packed_comes_back(size: int, data: st.DataObject) -> None:
    seen = st.tuples(unsigned, signed, signed, unsigned, st.booleans(), st.binary(min_size=size, max_size=size))
    records: dict[bytes, Seen] = data.draw(st.dictionaries(paths, seen, max_size=5))
    packed = pack(records, size)
    assert unpack(packed, size) == records
    assert unpack(packed, 52 - size) == {} or not records
    assert unpack(packed[:-1], size) == {}


def test_a_file_is_settled_when_both_its_times_are_older_than_the_margin() -> None:
    def seen(mtime: int, ctime: int) -> Seen:
        return (1, mtime, ctime, 1, False, bytes(20))

    now = 10 * MARGIN_NS
    assert settled(seen(now - MARGIN_NS - 1, now - MARGIN_NS - 1), now)
    assert not settled(seen(now - MARGIN_NS, 0), now)
    assert not settled(seen(0, now - MARGIN_NS), now)
    assert not settled(seen(now + MARGIN_NS, 0), now)
