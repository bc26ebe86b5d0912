"""Make .venv from the locked requirements and run again inside it. The standard library only.

The syntax stays readable for old interpreters, so that they reach the sentence that refuses them.
"""

import hashlib
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
MIN_PYTHON = (3, 11)
MIN_PIP = (22, 3)
"""The first one that installs for another interpreter."""
INSTALLERS = 2
"""Processes that install at once: unpacking keeps one core busy."""


def ensure_venv(argv):
    """Return at once inside a virtual environment; otherwise make ours and go on in there."""
    check_python(sys.version_info)
    if sys.prefix != sys.base_prefix or os.environ.get("EMPERORS_BOOTSTRAP") == "0":
        return
    lock = "test" if argv[1:2] == ["test"] else "play"
    if not is_up_to_date(lock):
        print("Setting up .venv (only the first time, about a minute) ...", file=sys.stderr, flush=True)
        install(lock)
    restart(argv)


def check_python(version):
    """Say which Python is needed, instead of failing somewhere inside a library."""
    if tuple(version[:2]) < MIN_PYTHON:
        sys.exit(
            "Emperors of the Dynasty needs Python {}.{} or newer; this is Python {}.{}. "
            "Install a newer one and start again, for example with: python3.12 manage.py play".format(
                *MIN_PYTHON, *version[:2]
            )
        )


def is_up_to_date(lock):
    """Return whether .venv holds what the lock asks for."""
    stamp = VENV / ("." + lock)
    return get_interpreter().exists() and stamp.exists() and stamp.read_text() == hash_lock(lock)


def install(lock):
    """Install the lock into .venv; everything an installer has to say goes to its log, which is shown when it fails."""
    pip = make_venv()
    parts = write_parts(lock)
    try:
        running = [start_installer(pip, part) for part in parts]
        failed = [part for part, process in zip(parts, running, strict=True) if process.wait()]
    except KeyboardInterrupt:
        sys.exit("Stopped while installing; start again to go on.")
    if failed:
        log = get_log(failed[0])
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-15:])
        sys.exit(tail + f"\n\nThe requirements could not be installed; nothing was started. All of it: {log}")
    for done in {"test": ("test", "play"), "play": ("play",)}[lock]:  # test.txt holds all of play.txt
        (VENV / ("." + done)).write_text(hash_lock(done))


def write_parts(lock):
    """Write the requirements of a lock, each with its hashes, into a file for each installer; return the files."""
    requirements = re.split(r"\n(?=\S)", get_lock_file(lock).read_text().rstrip())
    parts = [VENV / f"{lock}-{number}.txt" for number in range(INSTALLERS)]
    for number, part in enumerate(parts):
        part.write_text("\n".join(requirements[number::INSTALLERS]) + "\n")
    return parts


def start_installer(pip, part):
    """Start installing the requirements of a file, and return the process."""
    command = [*pip, "install", "--disable-pip-version-check", "--require-hashes", "--no-deps"]
    command.append("--no-compile")  # a quarter of it is ever imported, and is compiled then
    with get_log(part).open("w") as output:
        return subprocess.Popen([*command, "-r", str(part)], stdout=output, stderr=subprocess.STDOUT)


def get_log(part):
    """Return the path of what the installer of a file says."""
    return part.with_suffix(".log")


def make_venv():
    """Create .venv and return the pip command that installs into it: this Python's own pip, where it has one.

    A pip in .venv takes four seconds more, and nothing needs it.
    """
    import venv

    broken = not get_interpreter().exists()
    if has_pip():
        venv.create(str(VENV), with_pip=False, clear=broken)
        return [sys.executable, "-m", "pip", "--python", str(get_interpreter())]
    if not has_ensurepip():
        sys.exit("This Python has neither ensurepip nor pip. On Debian: apt-get install python3-venv")
    venv.create(str(VENV), with_pip=True, clear=broken)
    return [str(get_interpreter()), "-m", "pip"]


def has_pip():
    """Return whether this Python has a pip that installs for another interpreter."""
    from importlib import metadata

    try:
        version = metadata.version("pip")
    except metadata.PackageNotFoundError:
        return False
    return tuple(int(part) for part in re.findall(r"\d+", version)[:2]) >= MIN_PIP


def has_ensurepip():
    """Return whether this Python has ensurepip; Debian's lacks it without python3-venv, and venv then exits."""
    return Path(sysconfig.get_path("stdlib"), "ensurepip", "__main__.py").exists()


def restart(argv):
    """Replace this process (so that signals reach the program itself) by the same command inside .venv."""
    command = [str(get_interpreter()), *argv]
    sys.stdout.flush()
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


def get_interpreter():
    """Return the path of .venv's Python."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def get_lock_file(lock):
    """Return the path of the pinned, hashed requirements."""
    return ROOT / "requirements" / (lock + ".txt")


def hash_lock(lock):
    """Return a digest that changes whenever the lock or the interpreter changes."""
    return hashlib.sha256(get_lock_file(lock).read_bytes() + sys.version.encode()).hexdigest()
