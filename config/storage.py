"""Static files of the scaled mode: their names hold their hash, and they are compressed beforehand."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

MODULES = "js/*.js"  # ours; some libraries hold strings that only look like imports


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Our ES modules import one another by name, so the names in their imports are replaced too."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (MODULES, CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]),
    )
