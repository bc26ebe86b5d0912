"""The forms of studies; the services check the rest."""

from django import forms
from django.utils.translation import gettext_lazy as _

from core.limits import STUDY_TITLE_LENGTH, STUDY_WORDS_LENGTH
from tournaments.models import Study
from tournaments.services.studies.editing import Description

VISIBILITIES = {
    Study.Visibility.PUBLIC: _("Everybody; it is on the list of studies"),
    Study.Visibility.LINK: _("Everybody who has the link"),
    Study.Visibility.PRIVATE: _("Only you"),
}


class StudyForm(forms.Form):
    """What a study is called, what its author says about it, and who can read it."""

    title = forms.CharField(
        label=_("Title of the study"),
        max_length=STUDY_TITLE_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    words = forms.CharField(
        label=_("About the study"),
        required=False,
        max_length=STUDY_WORDS_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    visibility = forms.ChoiceField(
        label=_("Who can read it"), choices=list(VISIBILITIES.items()), initial=Study.Visibility.PUBLIC
    )

    def read_description(self) -> Description:
        """Return what was filled in; the form is valid."""
        filled = self.cleaned_data
        return {"title": filled["title"], "words": filled["words"], "visibility": filled["visibility"]}


def describe(study: Study) -> Description:
    """Return the initial values of the form for a study."""
    return {"title": study.title, "words": study.words, "visibility": study.visibility}
