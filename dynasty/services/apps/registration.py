"""What the maker of an app does: registering it, and deleting it."""

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import APP_REDIRECTS, APPS, REDIRECT_LENGTH, TOKEN_NAME_LENGTH
from core.transactions import service
from dynasty.catalog.names import clean_name
from dynasty.domain import redirects, tokens
from dynasty.models import Dynasty, ThirdPartyApp
from dynasty.services.apps.ending import delete_apps
from dynasty.services.clubs.pupils import check_may_write


@service
def create(*, dynasty: Dynasty, name: str, addresses: list[str], keeps_secret: bool) -> tuple[ThirdPartyApp, str]:
    """Register an app; return it with its secret, which is stored nowhere. The secret is blank where it keeps none."""
    check_may_write(dynasty)
    sentence = _("The name of an app has from %(least)s to %(most)s characters.")
    name = clean_name(name, TOKEN_NAME_LENGTH, "app_name_length", sentence)
    checked = check_addresses(addresses)
    Dynasty.objects.select_for_update(no_key=True).get(pk=dynasty.pk)  # so that the count below is right
    if ThirdPartyApp.objects.filter(dynasty=dynasty).count() >= APPS:
        raise DomainError("too_many_apps", _("You have %(most)s apps. Delete one first."), most=APPS)
    secret = tokens.generate(tokens.APP_PREFIX) if keeps_secret else ""
    row = ThirdPartyApp.objects.create(
        dynasty=dynasty,
        name=name,
        redirects=checked,
        secret_digest=tokens.hash_token(secret) if secret else "",
        made_at=clock.now(),
    )
    return row, secret


def check_addresses(addresses: list[str]) -> list[str]:
    """Return the addresses, each once; raise DomainError for a wrong one, none, or too many."""
    found = list(dict.fromkeys(each.strip() for each in addresses if each.strip()))
    if not 1 <= len(found) <= APP_REDIRECTS or any(len(each) > REDIRECT_LENGTH for each in found):
        raise DomainError("bad_redirect", _("An app has 1 to %(most)s addresses."), most=APP_REDIRECTS)
    for each in found:
        if redirects.split(each) is None:
            raise DomainError(
                "bad_redirect",
                _("%(address)s does not do: use https, or http to 127.0.0.1 or localhost, without a “#” or a name."),
                address=each[:80],
            )
    return found


@service
def delete(*, dynasty: Dynasty, code: str) -> None:
    """Delete an app; whoever let it in need not take that back. Nothing happens if it is gone."""
    delete_apps(ThirdPartyApp.objects.filter(dynasty=dynasty, code=code))
