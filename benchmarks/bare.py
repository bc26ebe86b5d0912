"""One page with nothing on it, to compare others with."""

from django.http import HttpRequest, HttpResponse
from django.urls import path


def nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")


urlpatterns = [path("", nothing)]
