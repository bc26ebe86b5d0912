"""The tags of translation, loaded as `i18n`.

`blocktranslate` is as Django has it, its places filled by `core.sentences.fill`. `translate` writes a sentence of a
template once for each language: a page holds a hundred of them.
"""

from typing import Any

from django.template import Context, Library, Node
from django.template.base import Parser, Token, Variable, render_value_in_context
from django.templatetags import i18n
from django.utils import translation
from django.utils.safestring import SafeString

from core.sentences import fill

register = Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class FilledNode(i18n.BlockTranslateNode):
    """A translated block whose words agree with what is filled in: in Catalan `d’Ana`, not `de Ana`."""

    def render(self, context: Context, nested: bool = False) -> str:
        extra = {name: value.resolve(context) for name, value in self.extra_context.items()}
        with context.push(**extra):
            text, names = self.translate(context)
            values = {name: render(context.get(name, ""), context) for name in names}
        filled = SafeString(fill(text, values) if "%(" in text else text % ())
        if not self.asvar:
            return filled
        context[self.asvar] = filled
        return ""

    def translate(self, context: Context) -> tuple[str, list[str]]:
        """Return the translated text of the block, and the names of its places."""
        about = self.message_context.resolve(context) if self.message_context else None
        one, names = self.render_token_list(self.singular)
        if not (self.plural and self.countervar and self.counter):
            return (translation.pgettext(about, one) if about else translation.gettext(one)), names
        count = self.counter.resolve(context)
        context[self.countervar] = count
        many, more = self.render_token_list(self.plural)
        text = translation.npgettext(about, one, many, count) if about else translation.ngettext(one, many, count)
        return text, names + more


def render(value: object, context: Context) -> object:
    """Return a value as `{{ }}` shows it; whole numbers stay numbers, which the sentence groups."""
    return value if type(value) is int else render_value_in_context(value, context)


@register.tag("blocktranslate")
@register.tag("blocktrans")
def do_block_translate(parser: Parser, token: Token) -> FilledNode:
    """Read the block as Django does."""
    node: Any = i18n.do_block_translate(parser, token)
    return FilledNode(**vars(node))


class SentenceNode(Node):
    """A translated sentence that stands in the template itself, as Django's node renders it."""

    def __init__(self, node: i18n.TranslateNode) -> None:
        self.node = node
        self.rendered: dict[tuple[str | None, bool], str] = {}

    def render(self, context: Context) -> str:
        kind = translation.get_language(), context.autoescape
        if kind not in self.rendered:
            self.rendered[kind] = self.node.render(context)
        return self.rendered[kind]


@register.tag("translate")
@register.tag("trans")
def do_translate(parser: Parser, token: Token) -> Node:
    """Read the tag as Django does."""
    node: Any = i18n.do_translate(parser, token)
    sentence = node.filter_expression
    is_fixed = isinstance(sentence.var, Variable) and sentence.var.literal is not None and not sentence.filters
    return SentenceNode(node) if is_fixed and not (node.asvar or node.message_context) else node
