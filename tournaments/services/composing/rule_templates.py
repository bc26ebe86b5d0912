"""Keeping rules under a name: saving, renaming and deleting templates."""

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import RULE_TEMPLATE_NAME, RULE_TEMPLATE_OPTIONS, RULE_TEMPLATES
from core.transactions import service
from dynasty.models import Dynasty
from tournaments.models import RuleTemplate
from tournaments.services import chat


@service
def save(*, dynasty: Dynasty, name: str, options: str) -> RuleTemplate:
    """Keep rules under a name; the same rules under the same name are kept once."""
    lock_owner(dynasty)
    cleaned = clean_name(name)
    if not options or len(options) > RULE_TEMPLATE_OPTIONS:
        raise DomainError("bad_template", _("These rules cannot be saved as a template."))
    own = RuleTemplate.objects.filter(dynasty=dynasty)
    same = own.filter(name=cleaned).first()
    if same and same.options == options:
        return same
    if same:
        raise_taken(cleaned)
    if own.count() >= RULE_TEMPLATES:
        raise DomainError(
            "too_many_templates", _("You can keep at most %(most)s templates. Delete one first."), most=RULE_TEMPLATES
        )
    return RuleTemplate.objects.create(dynasty=dynasty, name=cleaned, options=options, made_at=clock.now())


@service
def rename(*, dynasty: Dynasty, code: str, name: str) -> None:
    """Give a template another name."""
    lock_owner(dynasty)
    cleaned = clean_name(name)
    row = RuleTemplate.objects.filter(dynasty=dynasty, code=code).first()
    if row is None:
        raise DomainError("no_such_template", _("You have no such template."))
    if RuleTemplate.objects.filter(dynasty=dynasty, name=cleaned).exclude(pk=row.pk).exists():
        raise_taken(cleaned)
    RuleTemplate.objects.filter(pk=row.pk).update(name=cleaned)


@service
def delete(*, dynasty: Dynasty, code: str) -> None:
    """Delete a template for good; deleted already, nothing happens."""
    RuleTemplate.objects.filter(dynasty=dynasty, code=code).delete()


def lock_owner(dynasty: Dynasty) -> None:
    """Lock a dynasty, so that the limit and the names hold for two requests at once."""
    Dynasty.objects.select_for_update(no_key=True).get(pk=dynasty.pk)


def clean_name(text: str) -> str:
    """Return a name in normal form, on one line; raise DomainError where it is blank or too long."""
    cleaned = " ".join(chat.normalise(text).split())
    if not cleaned or len(cleaned) > RULE_TEMPLATE_NAME:
        raise DomainError(
            "template_name", _("The name of a template has 1 to %(most)s characters."), most=RULE_TEMPLATE_NAME
        )
    return cleaned


def raise_taken(name: str) -> None:
    """Raise the error for a name that another template of the dynasty has."""
    raise DomainError("template_name_taken", _("You have another template named “%(name)s”."), name=name)
