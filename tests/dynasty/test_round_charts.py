"""A chart by rounds stays in its drawing, ends where its figures end, and keeps its labels apart."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from dynasty.charts import rounds

ROW = st.fixed_dictionaries(dict.fromkeys("abcdef", st.integers(0, 3_000)))


@given(st.lists(ROW, min_size=2, max_size=60))
def test_lines_stay_inside_and_labels_apart(rows: list[dict[str, int]]) -> None:
    chart = rounds.draw(list(enumerate(rows)))
    assert chart is not None and {line.name for line in chart.lines} == set("abcdef")
    for line in chart.lines:
        places = [tuple(map(float, each.split())) for each in line.path.removeprefix("M").split("L")]
        assert all(chart.left <= x <= chart.right and rounds.TOP <= y <= chart.bottom for x, y in places)
        assert places[-1] == line.last
    heights = sorted(line.label for line in chart.lines)
    assert all(low - high >= rounds.GAP - 0.01 for high, low in pairwise(heights))
    assert len(chart.steps) <= rounds.LABELS and chart.levels[-1].label >= max(max(row.values()) for row in rows)


def test_one_row_is_no_line() -> None:
    assert rounds.draw([(0, {"a": 3})]) is None
