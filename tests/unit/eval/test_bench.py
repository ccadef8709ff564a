"""An answer that costs more than its bound is not within it, however fast the others are."""

from __future__ import annotations

from eval.bench.measure import Cost
from eval.bench.page import figures
from eval.bench.questions import Question
from eval.bench.ratios import BOUNDS, Medians, verdicts


def _medians(**slower: float) -> Medians:
    cost = {"baseline": 0.05, "floor": 0.1, "cold": 0.3, "warm": 0.1, "hit": 0.08, "edit": 0.11} | slower
    return {mode: Cost(cpu, cpu, 50_000) for mode, cpu in cost.items()}


def test_what_is_slow_is_counted_and_named() -> None:
    quick, slow = (Question("django", "rare", f"a.py::{name}", 3) for name in ("quick", "slow"))
    measured = [(quick, _medians()), (slow, _medians(warm=0.2))]
    warm = next(one for one in verdicts(measured) if one.bound == "warm / baseline")
    assert (warm.kept, warm.of, warm.worst, warm.subject) == (1, 2, 4.0, "a.py::slow")
    cold = next(one for one in verdicts(measured) if one.bound.startswith("cold / "))
    assert cold.kept == cold.of == 2


def test_each_bound_can_fail_alone() -> None:
    slow = {"cold": 0.9, "warm": 0.2, "hit": 0.2, "edit": 0.2}
    for mode, cost in slow.items():
        [failed] = [
            one.bound
            for one in verdicts([(Question("django", "rare", "a.py::f", 3), _medians(**{mode: cost}))])
            if not one.kept and not (mode == "warm" and one.bound.startswith("edit"))
        ]
        assert failed.startswith(mode)


def test_the_figure_is_how_many_times_the_bound_is_kept() -> None:
    costs = {mode: {"cpu": cost.cpu, "wall": cost.wall, "mb": 125} for mode, cost in _medians().items()}
    row = {"kind": "rare", "package": "sympy", "subject": "a.py::f", "costs": costs}
    found = figures({"questions": [row]})
    assert found["rare names: room in warm / baseline"] == {"sympy a.py::f": (1.5, 1)}
    assert round(found["rare names: room in cold memory / 250 MB, sympy"]["sympy a.py::f"][0], 1) == 2.0
    assert len(found) == sum("rare" in bound.kinds for bound in BOUNDS)
