"""Check the messages of commits: `scope: Imperative subject` of at most 72 characters, and a body that says why.

`python -m config.devtools.commit_messages [RANGE]`; without a range, every commit since this check exists.
"""

import re
import subprocess
import sys
from collections.abc import Iterator

SUBJECT = re.compile(r"[a-z0-9_./-]+(, [a-z0-9_./-]+)*: [A-Z“\"`][^\n]*[^.\s]")
MAX_SUBJECT_LENGTH = 72
THIS_FILE = "config/devtools/commit_messages.py"


def list_faults(message: str) -> Iterator[str]:
    """Yield what is wrong with one message, in words.

    >>> list(list_faults("core: Add a clock\\n\\nServers disagree about the time."))
    []
    >>> list(list_faults("Clocks."))
    ['the subject is not `scope: Imperative subject` without a full stop', 'no body says why']
    """
    subject, _, rest = message.strip().partition("\n")
    if not SUBJECT.fullmatch(subject):
        yield "the subject is not `scope: Imperative subject` without a full stop"
    if len(subject) > MAX_SUBJECT_LENGTH:
        yield f"the subject has {len(subject)} characters, {MAX_SUBJECT_LENGTH} are allowed"
    if rest and not rest.startswith("\n"):
        yield "no empty line follows the subject"
    if not rest.strip():
        yield "no body says why"


def run_git(*words: str) -> str:
    """Return what a git command prints. Raise CalledProcessError where it fails."""
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout


def get_default_range() -> str:
    """Return the range of commits since this check was added, or nothing in a history that does not hold that."""
    added = run_git("log", "--diff-filter=A", "--format=%H", "--", THIS_FILE).split()
    return f"{added[-1]}..HEAD" if added else "HEAD..HEAD"


def main(arguments: list[str]) -> int:
    """Print the faults of all commits in the range; return 1 where there are any, else 0."""
    commits = run_git("log", "--no-merges", "--format=%h%x00%B%x01", arguments[0] if arguments else get_default_range())
    found = 0
    for commit in filter(None, map(str.strip, commits.split("\x01"))):
        code, _, message = commit.partition("\x00")
        for fault in list_faults(message):
            found += 1
            print(f"{code} {message.splitlines()[0]}: {fault}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
