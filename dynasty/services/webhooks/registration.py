"""Setting up a dynasty's webhooks, changing, testing and deleting them, and their secrets."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from core import clock, encryption, outbound_addresses
from core.errors import DomainError
from core.limits import (
    TOKEN_NAME_LENGTH,
    WEBHOOK_ADDRESS,
    WEBHOOK_FORMER_SECRETS,
    WEBHOOK_SECRET_HOURS,
    WEBHOOKS,
)
from core.transactions import service
from dynasty.catalog.names import clean_name
from dynasty.domain import webhook_messages
from dynasty.domain.notification_types import CONFIGURABLE
from dynasty.models import Dynasty, Webhook
from dynasty.services.webhooks import outbox
from dynasty.services.webhooks.outbox import News

PURPOSE = b"emperors: webhooks"
ENCRYPTED_FIELDS = ("address", "secret", "former_secrets")
NOT_FOUND = _("There is no such webhook.")
Format = Webhook.Format


@service
def create(
    *, dynasty: Dynasty, address: str, kinds: Collection[str], format: str = "json", name: str = ""
) -> tuple[Webhook, str]:
    """Create a webhook and return it with the secret of its signatures, which is shown only once.

    Raise DomainError (bad_webhook_address, bad_webhook_kinds, webhook_name_length, too_many_webhooks) where it cannot
    be.
    """
    host, name = check_address(address, format), check_name(name)
    chosen = check_kinds(kinds)
    Dynasty.objects.select_for_update(no_key=True).get(pk=dynasty.pk)  # so that the limit holds for two at once
    if Webhook.objects.filter(dynasty=dynasty).count() >= WEBHOOKS:
        raise DomainError("too_many_webhooks", _("You have %(most)s webhooks. Delete one first."), most=WEBHOOKS)
    secret, now = webhook_messages.generate_secret(), clock.now()
    row = Webhook.objects.create(
        dynasty=dynasty,
        name=name,
        format=format,
        host=host,
        address=encryption.encrypt(address, PURPOSE),
        secret=encryption.encrypt(secret, PURPOSE),
        kinds=chosen,
        made_at=now,
        due_at=now,
    )
    return row, secret


def check_address(address: str, format: str) -> str:
    """Return the host of an address that may be called; raise DomainError for any other, or an unknown format.

    The host's own addresses are judged at every call, by `core.outbound_http`.
    """
    if format not in Format.values:
        raise DomainError("bad_webhook_address", _("There is no such format."))
    host = outbound_addresses.get_host(address, settings.WEBHOOK_HOSTS) if len(address) <= WEBHOOK_ADDRESS else ""
    if not host:
        raise DomainError(
            "bad_webhook_address",
            _("The address begins with https://, names a host on the public internet, and has no port or password."),
        )
    if format == Format.DISCORD and not webhook_messages.DISCORD_ADDRESS.fullmatch(address):
        raise DomainError(
            "bad_webhook_address",
            _("An address of Discord begins with https://discord.com/api/webhooks/. The channel’s settings show it."),
        )
    return host


def check_kinds(kinds: Collection[str]) -> list[str]:
    """Return the kinds of news in their order; raise DomainError for none, or an unknown one."""
    if not kinds or not set(kinds) <= set(CONFIGURABLE):
        raise DomainError("bad_webhook_kinds", _("Choose at least one kind of news from the list."))
    return [kind for kind in CONFIGURABLE if kind in kinds]


def check_name(name: str) -> str:
    """Return a name in normal form, which may be blank; raise DomainError for one that is too long or unreadable."""
    sentence = _("The name of a webhook has up to %(most)s characters.")
    return clean_name(name, TOKEN_NAME_LENGTH, "webhook_name_length", sentence) if name.strip() else ""


@service
def change(*, dynasty: Dynasty, code: str, kinds: Collection[str], active: bool, name: str | None = None) -> Webhook:
    """Choose what a webhook is sent, and switch it off, or on again after its failures. None leaves its name."""
    chosen, clean = check_kinds(kinds), None if name is None else check_name(name)
    webhook = lock_own(dynasty, code)
    now = clock.now()
    webhook.kinds = chosen
    webhook.name = webhook.name if clean is None else clean
    if active and webhook.switched_off_at is not None:
        webhook.failures, webhook.due_at, webhook.switched_off_at = 0, now, None
    elif not active and webhook.switched_off_at is None:
        webhook.failures, webhook.switched_off_at = 0, now
    webhook.save()
    return webhook


@service
def renew_secret(*, dynasty: Dynasty, code: str, keep_former: bool = True) -> tuple[Webhook, str]:
    """Give a webhook a new secret and return both; the secret is shown only once.

    With `keep_former` messages are signed with the former secrets too for WEBHOOK_SECRET_HOURS, so that the other
    side can take the new one over without losing any. Raise DomainError: webhook_unsigned where nothing is signed,
    webhook_unreadable where the site has lost the key under which the webhook was encrypted.
    """
    webhook = lock_own(dynasty, code)
    if webhook.format != Format.JSON:
        raise DomainError("webhook_unsigned", _("Messages to Discord are not signed, so there is no secret to renew."))
    if not is_readable(webhook):
        raise DomainError(
            "webhook_unreadable",
            _("The site can no longer read the address of this webhook. Delete the webhook and make a new one."),
        )
    now, secret = clock.now(), webhook_messages.generate_secret()
    former = list_secrets(webhook, now)[:WEBHOOK_FORMER_SECRETS] if keep_former else []
    webhook.former_secrets = encryption.encrypt(" ".join(former), PURPOSE) if former else ""
    webhook.former_until = now + timedelta(hours=WEBHOOK_SECRET_HOURS) if former else None
    webhook.secret = encryption.encrypt(secret, PURPOSE)
    webhook.save()
    return webhook, secret


def is_readable(webhook: Webhook) -> bool:
    """Return whether all that is encrypted of a webhook can be decrypted."""
    try:
        decrypt_all(webhook)
    except encryption.UnknownKeyError:
        return False
    return True


def decrypt_all(webhook: Webhook) -> dict[str, str]:
    """Return all that is encrypted of a webhook, by field; raise UnknownKeyError if a part of it is unreadable."""
    return {field: encryption.decrypt(getattr(webhook, field), PURPOSE) for field in ENCRYPTED_FIELDS}


def list_secrets(webhook: Webhook, now: datetime) -> list[str]:
    """Return the secrets that sign its messages now, the newest first; raise UnknownKeyError if they are unreadable."""
    texts = [webhook.secret]
    if webhook.former_until is not None and now < webhook.former_until:
        texts.append(webhook.former_secrets)
    return [secret for text in texts for secret in encryption.decrypt(text, PURPOSE).split()]


@service
def send_test(*, dynasty: Dynasty, code: str) -> None:
    """Send a test to a webhook, at most one a minute. One that was switched off is not called."""
    webhook = lock_own(dynasty, code)
    if webhook.switched_off_at is not None:
        raise DomainError("webhook_off", _("This webhook is switched off. Switch it on first."))
    now = clock.now()
    Webhook.objects.filter(pk=webhook.pk).update(due_at=now)
    news = News(dynasty.pk, "test", f"test:{now:%Y-%m-%dT%H:%M}", {"result": "webhook"})
    test = outbox.build(webhook, news, now)
    webhook.deliveries.bulk_create([test], ignore_conflicts=True)
    outbox.enqueue_on_commit()


@service
def delete(*, dynasty: Dynasty, code: str) -> None:
    """Delete a webhook with its log; deleted already, nothing happens."""
    Webhook.objects.filter(dynasty=dynasty, code=code).delete()


def lock_own(dynasty: Dynasty, code: str) -> Webhook:
    """Lock and return a webhook of this dynasty; raise DomainError if there is none."""
    webhook = Webhook.objects.select_for_update(no_key=True).filter(dynasty=dynasty, code=code).first()
    if webhook is None:
        raise DomainError("no_such_webhook", NOT_FOUND)
    return webhook


def count_unreadable() -> int:
    """Return how many webhooks were encrypted with a key that the site no longer has."""
    return sum(not is_readable(row) for row in Webhook.objects.only(*ENCRYPTED_FIELDS).iterator())


@service
def reseal() -> int:
    """Encrypt all addresses and secrets with the present SECRET_KEY; return of how many webhooks.

    What cannot be read stays as it is.
    """
    rows = [row for row in Webhook.objects.select_for_update(no_key=True).order_by("pk") if is_readable(row)]
    for row in rows:
        for field, text in decrypt_all(row).items():
            setattr(row, field, encryption.encrypt(text, PURPOSE) if text else "")
    Webhook.objects.bulk_update(rows, ENCRYPTED_FIELDS, batch_size=200)
    return len(rows)
