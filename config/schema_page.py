"""The OpenAPI document as it is served, and the page that shows it.

The scaled mode makes the document with its static files, at each release. The embedded mode makes it when somebody
first asks for it. The views are given by name (`lean_imports.import_view`), since what they import takes 5 MB.
"""

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.renderers import JSONRenderer

RENDERERS = {"json": JSONRenderer, "yaml": OpenApiYamlRenderer}
TYPES = {"json": "application/vnd.oai.openapi+json", "yaml": "application/vnd.oai.openapi"}
LANGUAGE = "en"
"""The language of the document, whoever asks for it: programs are written after it."""
docs = SpectacularSwaggerSplitView.as_view(url_name="api_schema", template_name="config/api_docs.html")


@cache
def load_document(form: str) -> tuple[bytes, str]:
    """Return the document in one of its forms, as the release made it or made now, with its ETag."""
    released = Path(settings.STATIC_ROOT, name_file(form))
    body = released.read_bytes() if settings.STATIC_COLLECTED and released.exists() else make_document(form)
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def make_document(form: str) -> bytes:
    """Return the document of the API as it is, in one of its forms."""
    with translation.override(LANGUAGE):
        schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        written = RENDERERS[form]().render(schema, renderer_context={})
    return written.encode() if isinstance(written, str) else written


def name_file(form: str) -> str:
    """Return the name among the static files of the document in one of its forms."""
    return f"api/openapi.{form}"


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """Serve the document: YAML, or JSON where `format=json` or the Accept header asks for it."""
    form = choose_form(request)
    body, tag = load_document(form)
    headers = {"ETag": tag, "Cache-Control": "public, max-age=3600", "Vary": "Accept"}
    if request.headers.get("If-None-Match") == tag:
        return HttpResponse(status=304, headers=headers)
    return HttpResponse(body, content_type=f"{TYPES[form]}; charset=utf-8", headers=headers)


def choose_form(request: HttpRequest) -> str:
    """Return the form that a request asks for."""
    form = request.GET.get("format", "")
    if form in RENDERERS:
        return form
    accepted = request.get_preferred_type([TYPES["yaml"], "application/json", TYPES["json"]])
    return "json" if accepted and accepted.endswith("json") else "yaml"
