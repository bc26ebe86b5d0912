#!/usr/bin/env python3
"""Django's command-line utility, and the one command that starts everything.

On a bare checkout `python3 manage.py play` (or `test`, or any other command) first makes .venv and installs
the locked requirements into it. Inside a virtual environment of your own, or with EMPERORS_BOOTSTRAP=0, it
does neither and runs with what is there.
"""

import os
import sys

from config.devtools import bootstrap


def main() -> None:
    """Make the environment where it is missing, then hand over to pytest or Django."""
    bootstrap.ensure_venv(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if sys.argv[1:2] == ["test"]:
        from config.devtools import test_runner  # before Django is set up: pytest does that itself

        sys.exit(test_runner.run(sys.argv[2:]))
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from config import disk

    try:
        settings.INSTALLED_APPS  # noqa: B018  (reads the settings, which may lack something)
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except Exception as error:
        sentence = disk.find_sentence(error)
        if not sentence:
            raise
        sys.exit(sentence)


if __name__ == "__main__":
    main()
