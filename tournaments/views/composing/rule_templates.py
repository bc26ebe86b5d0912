"""Templates of rules: the page of one's own, and what the forms of battles do with them."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.error_status import get_status
from core.errors import DomainError
from core.json_types import Json
from core.sentences import fill
from dynasty.models import Dynasty
from dynasty.views.court import owner_required
from tournaments.domain import games
from tournaments.forms import rule_addresses
from tournaments.models import RuleTemplate
from tournaments.selectors.composing import rule_templates as selected
from tournaments.services.composing import rule_templates

SAVE = "save_rules"
"""What the button says that saves the rules of a form as a template."""


@dataclass(frozen=True)
class Row:
    """A template as a list shows it."""

    template: RuleTemplate
    summary: str
    """The game, the battlefield and the rules, in words."""
    gone: list[str]
    """What it names and this site does not have any more."""
    casual: str
    """The address of casual play with these rules."""
    hosted: str
    """The address of the announcement of a tournament with these rules."""


def read_button(request: HttpRequest, usual: str = "") -> str:
    """Return what the pressed button of a form says; Enter in the field of a template's name saves it."""
    return request.POST.get("go", "") or (SAVE if request.POST.get("template_name", "").strip() else usual)


def save_rules(request: HttpRequest, dynasty: Dynasty, game: str, field: str, preset: str, rules: Json) -> None:
    """Save the rules of a form under the name that was filled in, and say so; raise DomainError where they cannot."""
    options = rule_addresses.write(game, field, preset, rules)
    made = rule_templates.save(dynasty=dynasty, name=request.POST.get("template_name", "")[:200], options=options)
    messages.success(request, fill(_("“%(name)s” is saved among your templates."), {"name": made.name}))


def list_rows(dynasty: Dynasty | None) -> list[Row]:
    """Return the templates of a dynasty; none for a guest."""
    return [build_row(each) for each in selected.list_own(dynasty)]


def build_row(template: RuleTemplate) -> Row:
    """Return a template with its summary and its addresses."""
    filled = rule_addresses.read(QueryDict(template.options))
    return Row(
        template,
        describe(filled) if filled else "",
        filled.gone if filled else [_("the game")],
        f"{reverse('casual')}?{template.options}",
        f"{reverse('announce')}?{template.options}",
    )


def describe(filled: rule_addresses.Filled) -> str:
    """Return the game, the battlefield and the rules that an address fills in, as far as they exist."""
    game = games.GAMES[filled.game]
    named = game.presets().get(filled.preset)
    words = [_(game.TITLE)]
    if filled.field:
        words.append(_(game.field_words(filled.field)[0]))
    if filled.is_composed or named:
        words.append(_(named[0]) if named and not filled.is_composed else _("rules of your own"))
    return " · ".join(words)


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def own_templates(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Show the reader's own templates; a POST renames one."""
    status = 200
    if request.method == "POST":
        code, name = request.POST.get("code", "")[:10], request.POST.get("name", "")[:200]
        try:
            rule_templates.rename(dynasty=dynasty, code=code, name=name)
            messages.success(request, _("Saved."))
            return redirect("rule_templates")
        except DomainError as error:
            messages.error(request, str(error))
            status = get_status(error.code)
    rows = [(row, request.build_absolute_uri(row.casual)) for row in list_rows(dynasty)]
    return render(request, "rules/templates.html", {"rows": rows}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def delete(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Ask whether a template is to be deleted; a POST deletes it for good."""
    template = selected.find_own(dynasty, code)
    if template is None:
        raise Http404
    if request.method != "POST":
        return render(request, "rules/delete_template.html", {"row": build_row(template)})
    rule_templates.delete(dynasty=dynasty, code=template.code)
    messages.success(request, fill(_("%(title)s is deleted."), {"title": template.name}))
    return redirect("rule_templates")
