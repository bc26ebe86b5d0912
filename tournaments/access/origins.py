"""Noting for the staff from where a dynasty takes part, from pages and the API alike."""

import logging
from functools import partial

from django.http import HttpRequest
from rest_framework.request import Request

from core.run_safely import run_safely
from dynasty.models import Dynasty
from tournaments.access import viewers
from tournaments.models import Tournament
from tournaments.services.people import origins

log = logging.getLogger(__name__)


def note_origin(request: HttpRequest | Request, tournament: Tournament, dynasty: Dynasty, browser: str = "") -> None:
    """Note from where a dynasty takes part; what it did is done, whatever becomes of the note.

    `browser`: the hash of its browser's casual key, if it has one.
    """
    address = viewers.get_client_address(request)
    note = partial(origins.note, tournament=tournament, dynasty=dynasty, address=address, browser=browser)
    run_safely(note, log, "an origin in %s was not noted", tournament.code)
