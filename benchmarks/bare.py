"""A site with one empty page, as the baseline of other measurements."""

from django.http import HttpRequest, HttpResponse
from django.urls import path


def answer(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")


urlpatterns = [path("", answer)]
