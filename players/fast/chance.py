"""Chance for simulations: a linear congruential generator of 48 bits, the same compiled and plain."""

from .compiled import Numbers, compiled

# The multiplier, addend and modulus of drand48 (POSIX.1-2008).
MULTIPLIER, ADDEND, MASK = 25214903917, 11, (1 << 48) - 1


@compiled
def draw_below(dice: Numbers, most: int) -> int:
    """Draw a number from 0 to less than `most` (at most 2^16), and move the one number of `dice` on."""
    dice[0] = (dice[0] * MULTIPLIER + ADDEND) & MASK
    return ((dice[0] >> 17) * most) >> 31
