"""Forms without a template for each label, input and option: a form of forty fields would take hundreds of them.

What is written here is what Django's templates and ours (`templates/django/forms`) write; all others are still used.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest
from django.utils.formats import localize
from django.utils.html import conditional_escape
from django.utils.translation import gettext as _

Context = dict[str, Any]


class Renderer(TemplatesSetting):
    """Django's renderer of forms, whose most frequent templates are written in Python."""

    def render(self, template_name: str, context: Context, request: HttpRequest | None = None) -> str:
        """Return what the template returns."""
        write = WRITERS.get(template_name)
        written = write(context) if write else None
        return super().render(template_name, context, request) if written is None else written


def write_value(value: object) -> str:
    """Return a value as a template shows it."""
    return conditional_escape(value if isinstance(value, str) else str(localize(value)))


def write_attributes(attributes: Mapping[str, object]) -> str:
    """Return the attributes of an element, each after a space.

    >>> write_attributes({"id": "a&b", "required": True, "disabled": False})
    ' id="a&amp;b" required'
    """
    return "".join(
        f" {conditional_escape(name)}" if value is True else f' {conditional_escape(name)}="{write_text(value)}"'
        for name, value in attributes.items()
        if value is not False
    )


def write_text(value: object) -> str:
    """Return a value as plain text, as `stringformat:"s"` has it."""
    return conditional_escape(str(value))


def write_input(context: Context) -> str:
    """Return an input of any type."""
    widget = context["widget"]
    value = "" if widget["value"] is None else f' value="{write_text(widget["value"])}"'
    name = conditional_escape(widget["name"])
    return (
        f'<input type="{conditional_escape(widget["type"])}" name="{name}"{value}{write_attributes(widget["attrs"])}>'
    )


def write_ticked_input(context: Context) -> str:
    """Return a radio button or a check box of several, within its label where it is to have one."""
    widget = context["widget"]
    if not widget.get("wrap_label"):
        return write_input(context)
    target = f' for="{conditional_escape(widget["attrs"]["id"])}"' if widget["attrs"].get("id") else ""
    return f"<label{target}>{write_input(context)} {write_value(widget['label'])}</label>"


def write_option(context: Context) -> str:
    """Return an option of a select."""
    widget = context["widget"]
    value, attributes = write_text(widget["value"]), write_attributes(widget["attrs"])
    return f'<option value="{value}"{attributes}>{write_value(widget["label"])}</option>'


def write_select(context: Context) -> str | None:
    """Return a select; None where its options have a template of their own."""
    widget = context["widget"]
    groups = []
    for name, options, _index in widget["optgroups"]:
        if any(option["template_name"] != OPTION for option in options):
            return None
        written = "\n".join(write_option({"widget": option}) for option in options)
        groups.append(f'<optgroup label="{write_value(name)}">\n{written}\n</optgroup>' if name else written)
    name, attributes = conditional_escape(widget["name"]), write_attributes(widget["attrs"])
    return f'<select name="{name}"{attributes}>\n' + "\n".join(groups) + "\n</select>"


def write_errors(context: Context) -> str | None:
    """Return nothing where there are no errors; None where there are."""
    return None if context["errors"] else ""


def write_field(context: Context) -> str:
    """Return a field with its label, its errors and its help."""
    field = context["field"]
    help_text = write_help(field)
    if field.widget_type == "checkbox":
        target, label = conditional_escape(field.id_for_label), write_value(field.label)
        return f'{field.errors}\n<label class="tick" for="{target}">{field} <span>{label}</span></label>\n{help_text}'
    if not field.use_fieldset:
        return f"{write_label(field)}\n{field.errors} {field}\n{help_text}"
    described = field.aria_describedby
    attribute = f' aria-describedby="{conditional_escape(described)}"' if described else ""
    legend = field.legend_tag() if field.label else ""
    return f"<fieldset{attribute}>\n{legend}\n{field.errors} {field}\n{help_text}\n</fieldset>"


def write_label(field: Any) -> str:
    """Return the label of a field, which says whether it can be left empty."""
    if not field.label:
        return ""
    optional = (
        f'\n<span class="optional">({conditional_escape(_("optional"))})</span>'
        if not field.field.required and field.widget_type != "select"
        else ""
    )
    return f'<label for="{conditional_escape(field.id_for_label)}">\n{write_value(field.label)}{optional}</label>'


def write_help(field: Any) -> str:
    """Return the help of a field."""
    if not field.help_text:
        return ""
    name = f' id="{conditional_escape(field.auto_id)}_helptext"' if field.auto_id else ""
    return f'<div class="helptext"{name}>\n{field.help_text}\n</div>'


OPTION = "django/forms/widgets/select_option.html"
INPUTS = ("input", "text", "number", "email", "url", "password", "hidden", "date", "datetime", "time", "checkbox")
WRITERS: dict[str, Callable[[Context], str | None]] = {
    **{f"django/forms/widgets/{name}.html": write_input for name in INPUTS},
    **{f"django/forms/widgets/{name}_option.html": write_ticked_input for name in ("radio", "checkbox")},
    OPTION: write_option,
    "django/forms/widgets/select.html": write_select,
    "django/forms/errors/list/default.html": write_errors,
    "django/forms/field.html": write_field,
}
"""By the template that each stands for."""
