"""The root URL table."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView
from django.views.i18n import JavaScriptCatalog, JSONCatalog

from config import health, offline
from config.accounts import devices
from config.lean_imports import import_view

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler400 = "config.problems.bad_request"
handler403 = "config.problems.permission_denied"
handler404 = "config.problems.not_found"
handler500 = "config.middleware.failures.server_error"

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("offline/", offline.offline, name="offline"),
    path("favicon.ico", offline.favicon, name="favicon"),
    path("worker.js", offline.worker, name="worker"),
    path("metrics", health.metrics, name="metrics"),
    path("account/sessions/", devices.devices, name="usersessions_list"),
    path("account/", include("allauth.urls")),
    path("staff/", admin.site.urls),
    path("i18n/catalogue.js", JavaScriptCatalog.as_view(packages=["config"]), name="catalogue_js"),
    path("i18n/catalogue.json", JSONCatalog.as_view(packages=["config"]), name="catalogue_json"),
    path("api/", TemplateView.as_view(template_name="api_guide.html"), name="api_guide"),
    path("api/schema/", import_view("config.schema_page.schema"), name="api_schema"),
    path("api/docs/", import_view("config.schema_page.docs"), name="api_docs"),
    path("style/", TemplateView.as_view(template_name="style.html"), name="style"),
    path("api/v1/", include("dynasty.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("", include("dynasty.urls")),
    path("", include("tournaments.urls")),
]
