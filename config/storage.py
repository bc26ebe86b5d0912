"""Static files of the scaled mode: their names hold their hash, and they are compressed beforehand."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

OUR_MODULES = "js/*.js"  # some libraries hold strings that only look like imports
STATEMENT = r"""(?m)(?P<matched>^(?P<words>(?:import|export)\b[^;'"]*?\bfrom\s*|import\s*)["'](?P<url>\.[^"']+)["'])"""


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Our ES modules import one another by name, so the names in their imports are replaced too.

    Only in statements, which begin a line: Django's own pattern also takes the `import("…")` of a JSDoc type for
    an import, and types refer to one another in circles, which no order of hashing can satisfy.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (OUR_MODULES, ((STATEMENT, """%(words)s"%(url)s\""""),)),
    )
