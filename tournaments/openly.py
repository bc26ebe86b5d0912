"""Programs play openly: what a token enters or orders is done for a dynasty that is marked as a program's."""

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from dynasty.asking import actor
from dynasty.errors import Refused
from dynasty.models import ApiToken, Dynasty
from tournaments import terms
from tournaments.models import Tournament


def player(request: Request, tournament: Tournament) -> Dynasty:
    """The dynasty that acts in a tournament; Refused where a program would pass for a person, or may not be there."""
    dynasty = actor(request)
    if not isinstance(request.auth, ApiToken):
        return dynasty
    if not dynasty.program:
        sentence = _("Your dynasty is not marked as a program’s. Mark it on the page of your tokens first.")
        raise Refused("not_a_program", sentence)
    if not terms.read(tournament.terms).programs:
        raise Refused("no_programs", _("Programs may not enter this tournament."))
    return dynasty
