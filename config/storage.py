"""Static files: hashed names, compressed in advance, with style sheets and modules that belong together joined."""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from django.core.files.base import ContentFile
from django.core.management import call_command
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config import module_bundles

OUR_MODULES = "js/*.js"  # some libraries hold strings that only look like imports
STATIC_IMPORT = (
    r"""(?m)(?P<matched>(?P<words>^(?:import|export)\b[^;'"]*?\bfrom\s*|import\s*)"""
    r"""["'](?P<url>\.[^"']+)["'])"""
)
DYNAMIC_IMPORT = r"""(?P<matched>\bimport\(["'](?P<url>\.[^"']+)["']\))"""
BUNDLES = {
    "css/site.css": tuple(
        f"css/{name}.css"
        for name in ("tokens", "base", "frame", "controls", "surfaces", "marks", "board", "battle", "talk", "utilities")
    ),
    "css/battle-page.css": tuple(
        f"css/battle-page/{name}.css"
        for name in ("page", "seats", "aim", "board", "rounds", "side", "order-bar", "tablet", "phone")
    ),
}
"""By style sheet that is made when the static files are collected: what is joined in it, in that order."""
NOT_COLLECTED = ("admin", "drf_spectacular_sidecar", "rest_framework")
"""Folders of libraries that the embedded mode serves as they are: few people open them, and they are large."""
STAMP = ".collected"
UNNEEDED = {
    ".css": re.compile(r"/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE),
    ".js": re.compile(r"/\*\*.*?\*/|^[ \t]*//[^\n]*\n", re.DOTALL | re.MULTILINE),
}
"""What no browser needs: comments, and the indents of style sheets. Nothing else: see decision 15."""


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Our ES modules import one another by name, so the names in their imports are replaced too.

    Comments have gone by then: the `import("…")` of a JSDoc type is no import, and types refer to one another in
    circles, which no order of hashing can satisfy.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (OUR_MODULES, ((STATIC_IMPORT, """%(words)s"%(url)s\""""), (DYNAMIC_IMPORT, """import("%(url)s")"""))),
    )

    @lru_cache(maxsize=1_000)  # noqa: B019 - there is one storage in a process
    def get_collected_url(self, name: str | None) -> str:
        """Return the hashed address of a file, which stays as it is until files are collected anew."""
        return str(super().url(name))

    def url(self, name: str | None, force: bool = False) -> str:
        """Return the address of a file, looked up once: a page names forty of them."""
        return super().url(name, force) if force or settings.DEBUG else self.get_collected_url(name)

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        """Leave comments out, join what belongs together, then hash and compress all files."""
        ours = [name for name in paths if name.startswith(("css/", "js/"))]
        found = {name: UNNEEDED[Path(name).suffix].sub("", self.source(paths[name])) for name in ours}
        written = join_files(found)
        for name in {**found, **written}:
            self.delete(name)
        for name, text in written.items():
            self._save(name, ContentFile(text.encode()))
        self.get_collected_url.cache_clear()
        others = {name: place for name, place in paths.items() if name not in found}
        yield from super().post_process(others | {name: (self, name) for name in written}, *args, **options)
        self.leave_out_times()
        self.save_documents()

    def leave_out_times(self) -> None:
        """Say that no hashed file was ever changed, so that WhiteNoise sends neither ETag nor Last-Modified.

        Nobody asks again for a file that never changes; the two headers are 75 bytes of each of forty files.
        """
        for name in self.hashed_files.values():
            os.utime(self.path(name), (0, 0))

    def save_documents(self) -> None:
        """Make the document of the API, which is served from here until the next release."""
        from config import schema_page

        for form in schema_page.RENDERERS:
            self.delete(schema_page.name_file(form))
            self._save(schema_page.name_file(form), ContentFile(schema_page.make_document(form)))

    def source(self, found: tuple[Any, str]) -> str:
        """Return the text of a file as a finder found it."""
        storage, path = found
        with storage.open(path) as file:
            return str(file.read().decode())


def join_files(texts: Mapping[str, str]) -> dict[str, str]:
    """Return our scripts and style sheets as they are served, from their texts as they are written."""
    sheets = {name: text for name, text in texts.items() if name.endswith(".css")}
    modules = {name: text for name, text in texts.items() if name.endswith(".js")}
    joined = {bundle: "\n".join(texts[name] for name in parts) for bundle, parts in BUNDLES.items()}
    return sheets | joined | module_bundles.join_modules(modules)


class EmbeddedStaticFiles(HashedStaticFiles):
    """The storage for `play`, which collects at its start; before that, and in tests, files keep their plain names.

    What is not collected keeps its plain name too. Only gzip is made, and only of hashed files: brotli takes
    several times as long, and the first start should be quick.
    """

    manifest_strict = False
    keep_only_hashed_files = True

    def url(self, name: str | None, force: bool = False) -> str:
        """Return the hashed address of a collected file, the plain one of others."""
        if settings.STATIC_COLLECTED and str(name).split("#")[0] in self.hashed_files:
            return super().url(name, force)
        return self.get_plain_url(name)

    @lru_cache(maxsize=1_000)  # noqa: B019 - there is one storage in a process
    def get_plain_url(self, name: str | None) -> str:
        """Return the address of a file under its own name."""
        return str(StaticFilesStorage.url(self, name))

    def save_documents(self) -> None:
        """Make none: it changes with the code as well, and files are collected anew only when one of them changed."""

    def create_compressor(self, **options: Any) -> Compressor:
        return Compressor(use_brotli=False, **options)


def list_stylesheets(bundle: str) -> Iterable[str]:
    """Return the names of the style sheets that a page links: the bundle where files were collected, else its parts."""
    return (bundle,) if settings.STATIC_COLLECTED else BUNDLES[bundle]


def collect() -> None:
    """Collect the static files of the embedded mode where they changed, and use them from now on."""
    stamp = Path(settings.STATIC_ROOT, STAMP)
    print_now = hash_static_files()
    if not stamp.exists() or stamp.read_text() != print_now:
        ignored = {"ignore_patterns": list(NOT_COLLECTED)}
        call_command("collectstatic", interactive=False, verbosity=0, clear=True, **ignored)
        stamp.write_text(print_now)
    settings.STATIC_COLLECTED = True


def use_collected() -> None:
    """Use the files that another process collected, from now on."""
    storage: Any = staticfiles_storage
    storage.hashed_files, storage.manifest_hash = storage.load_manifest()
    settings.STATIC_COLLECTED = True


def hash_static_files() -> str:
    """Return a digest that changes whenever a static file, or the way in which they are collected, changes."""
    digest = hashlib.sha256(Path(__file__).read_bytes() + Path(module_bundles.__file__).read_bytes())
    for finder in finders.get_finders():
        for name, storage in finder.list(list(NOT_COLLECTED)):
            found = Path(storage.path(name)).stat()
            digest.update(f"{name} {found.st_mtime_ns} {found.st_size}\n".encode())
    return digest.hexdigest()
