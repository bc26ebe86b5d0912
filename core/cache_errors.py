"""What a cache raises that cannot be reached."""

import sys


def get_redis_errors() -> tuple[type[Exception], ...]:
    """Return the errors of Redis for an `except`, which asks only after an error.

    There are none where nobody has imported its client, which a site without Redis does without.
    """
    client = sys.modules.get("redis")
    return () if client is None else (client.RedisError,)
