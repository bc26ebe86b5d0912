"""Entry point of `python -m players play …`: the command `emperors`, where it is not installed."""

from players.terminal import main

if __name__ == "__main__":
    raise SystemExit(main())
