"""The jobs of this room, where Celery looks for them."""

from config.accounts.resets import send

__all__ = ["send"]
