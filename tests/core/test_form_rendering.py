"""Forms are written as Django's templates write them, to the character but for spaces between elements."""

import re
import time
from typing import Any

import pytest
from django import forms
from django.forms.renderers import TemplatesSetting
from django.utils import translation
from django.utils.safestring import SafeString

from config.form_rendering import WRITERS, Renderer

NUMBERS = [(1, 1), (2_000, 2_000), ("x", "<b>&'\"")]
GROUPS = [("", "none"), ("Gro<up", [("a", "A"), ("b'", SafeString("<i>B</i>"))])]


class Everything(forms.Form):
    """Each widget, with and without help, initial values and the duty to fill it in."""

    text = forms.CharField(label="A <label>", help_text="Help with <b>tags</b>.", initial="a \"quoted\" & 'value'")
    blank = forms.CharField(required=False, label="", widget=forms.TextInput(attrs={"data-x": "<&>", "hidden": False}))
    number = forms.IntegerField(required=False, min_value=1, max_value=10_000, initial=1_234)
    local = forms.IntegerField(required=False, initial=1_234, localize=True)
    secret = forms.CharField(widget=forms.PasswordInput, required=False)
    hidden = forms.CharField(widget=forms.HiddenInput, initial="<hidden>")
    email = forms.EmailField(required=False)
    url = forms.URLField(required=False, assume_scheme="https")
    day = forms.DateField(required=False)
    hour = forms.TimeField(required=False, help_text="An hour.")
    moment = forms.DateTimeField(required=False)
    tick = forms.BooleanField(required=False, label="Tick & tick", help_text="Or not.", initial=True)
    choice = forms.ChoiceField(choices=NUMBERS, initial=2_000)
    grouped = forms.ChoiceField(choices=GROUPS, required=False, initial="b'")
    several = forms.MultipleChoiceField(choices=GROUPS, required=False, initial=["a", "b'"])
    radio = forms.ChoiceField(choices=NUMBERS, widget=forms.RadioSelect, help_text="One of them.")
    ticks = forms.MultipleChoiceField(
        choices=GROUPS, widget=forms.CheckboxSelectMultiple, required=False, initial=["a"]
    )
    maybe = forms.NullBooleanField(required=False)
    long = forms.CharField(widget=forms.Textarea, required=False, initial="<text>")


def render(renderer: Any, **more: Any) -> str:
    """Return all fields of the form without the spaces between elements."""
    form = Everything(renderer=renderer, **more)
    buttons = "".join(radio.tag() for radio in form["radio"]) + "".join(str(each) for each in form["ticks"])
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", str(form) + buttons)


@pytest.mark.parametrize("language", ["en", "es", "ca"])
@pytest.mark.parametrize("more", [
    {}, {"auto_id": False}, {"data": {}}, {"data": {"text": "<&>", "choice": "7", "radio": "x", "ticks": ["a", "q"]}},
])  # fmt: skip
def test_a_form_is_what_its_templates_write(language: str, more: dict[str, Any]) -> None:
    with translation.override(language):
        assert render(Renderer(), **more) == render(TemplatesSetting(), **more)


def test_every_widget_that_is_written_is_in_the_form_that_is_compared() -> None:
    asked = set()

    class Listening(Renderer):
        def render(self, template_name: str, context: Any, request: Any = None) -> str:
            asked.add(template_name)
            return super().render(template_name, context, request)

    render(Listening())
    assert set(WRITERS) - asked == {"django/forms/widgets/input.html", "django/forms/widgets/select_option.html"}


@pytest.mark.times
def test_a_form_takes_half_of_what_its_templates_take() -> None:
    """Compare CPU times in one run; the shortest of several counts."""

    fields = {f"number_{place}": forms.IntegerField(label="How many", required=False) for place in range(40)}
    numbers = type("Numbers", (forms.Form,), fields)

    def measure(renderer: Any) -> float:
        times = []
        for _ in range(7):
            form = numbers(renderer=renderer)
            began = time.thread_time()
            str(form)
            times.append(time.thread_time() - began)
        return min(times)

    assert measure(Renderer()) < measure(TemplatesSetting()) / 2
