"""What the treasury asks in gemstones or precious metal has a second price in gold coins, a quarter dearer.

So nobody has to pay more for a gemstone than the coins that it saves, and whoever has some can use it.
"""

REFERENCE = {
    "gold": 20,
    "ruby": 900,
    "sapphire": 900,
    "emerald": 1_200,
    "diamond": 4_000,
    "silver_ounce": 60,
    "gold_ounce": 900,
    "platinum_ounce": 1_100,
}
"""What a piece of each asset is worth where prices are set, in copper coins."""
SURCHARGE = 1.25
"""How much dearer it is in gold coins."""


def get_prices(asset: str, amount: int) -> dict[str, int]:
    """Return both prices by the asset in which one pays, the one in gemstones or metal first.

    >>> get_prices("ruby", 8)
    {'ruby': 8, 'gold': 450}
    """
    return {asset: amount, "gold": 10 * round(amount * REFERENCE[asset] * SURCHARGE / REFERENCE["gold"] / 10)}
