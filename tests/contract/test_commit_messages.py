"""The check of commit messages (`make commits`)."""

import pytest

from config.devtools.commit_messages import list_faults

WHY = "\n\nServers disagree about the time."


@pytest.mark.parametrize(
    "subject",
    [
        "core: Add a clock",
        "core, dynasty: Add a clock",
        "tests/site: Wait for the page",
        "js: “Play now” opens a board",
    ],
)
def test_a_scope_an_imperative_and_a_body_are_accepted(subject: str) -> None:
    assert not list(list_faults(subject + WHY))


@pytest.mark.parametrize(
    "message",
    [
        "Clocks agree from now on" + WHY,
        "core: add a clock" + WHY,
        "core: Add a clock." + WHY,
        "core: Add a clock",
        "core: Add a clock\nServers disagree.",
        f"core: Add {'x' * 72}" + WHY,
        "",
    ],
)
def test_anything_else_is_named(message: str) -> None:
    assert list(list_faults(message))
