"""`python -m players play …`: the terminal door."""

from players.terminal import main

raise SystemExit(main())
