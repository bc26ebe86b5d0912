"""`python -m players play …`: the command `emperors`, where it is not installed."""

from players.terminal import main

raise SystemExit(main())
