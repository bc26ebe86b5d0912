"""Where everything is."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import JavaScriptCatalog, JSONCatalog
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config import health
from config.environment import have

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


def mount(prefix: str, *modules: str) -> list[URLPattern | URLResolver]:
    """The URLs of those of our modules that exist."""
    return [path(prefix, include(module)) for module in modules if have(module)]


urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("metrics", health.metrics, name="metrics"),
    path("account/", include("allauth.urls")),
    path("staff/", admin.site.urls),
    path("language/", include("django.conf.urls.i18n")),
    path("i18n/catalogue.js", JavaScriptCatalog.as_view(packages=["config"]), name="catalogue_js"),
    path("i18n/catalogue.json", JSONCatalog.as_view(packages=["config"]), name="catalogue_json"),
    path("api/schema/", SpectacularAPIView.as_view(), name="api_schema"),
    path(
        "api/docs/",
        SpectacularSwaggerSplitView.as_view(url_name="api_schema", template_name="config/api_docs.html"),
        name="api_docs",
    ),
    *mount("api/v1/", "dynasty.api_urls", "tournaments.api_urls"),
    *mount("", "dynasty.urls", "tournaments.urls"),
]
