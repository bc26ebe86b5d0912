"""What a dynasty chooses about friends and messages."""

from django import forms
from django.utils.translation import gettext_lazy as _

from dynasty.models import SocialSetting

Who = SocialSetting.FirstMessages


class SocialForm(forms.Form):
    """Whether friends see that one is here, and who may write first."""

    shows_online = forms.BooleanField(
        label=_("Show my friends when I am online"),
        required=False,
        help_text=_("To the minute it is known to nobody: they see whether a page of yours was open lately."),
    )
    first_messages = forms.ChoiceField(
        label=_("Who may write to you first"),
        choices=[
            (Who.EVERYBODY, _("Everybody, once")),
            (Who.FRIENDS, _("My friends")),
            (Who.NOBODY, _("Nobody")),
        ],
    )
