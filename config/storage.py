"""Static files of the scaled mode: their names hold their hash, and they are compressed beforehand."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """ES modules import one another by name, so those names are rewritten too."""

    support_js_module_import_aggregation = True
