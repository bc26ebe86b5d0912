#!/usr/bin/env python3
"""Programs that a test may not run, or only inside of a directory: each stands for the one by whose name it runs.

They check what they are given, do what can be done without changing this machine, and append it to $HOST_ROOT/done.
"""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(os.environ.get("HOST_ROOT", "/nonexistent"))
UNITS, RUN, CLUSTER = ROOT / "etc/systemd/system", ROOT / "run", ROOT / "var/lib/postgresql/15/main"
OTHERS = {"nginx", "caddy", "redis-server", "systemd-journald", "prometheus", "systemd-timesyncd"}
"""Services of Debian that a page may reload or restart; nothing happens."""


def note(*words: str) -> None:
    with (ROOT / "done").open("a") as file:
        file.write(shlex.join(words) + "\n")


def main() -> int:
    name, arguments = Path(sys.argv[0]).name, sys.argv[1:]
    note(name, *arguments)
    return int(globals()[f"do_{name.replace('-', '_')}"](arguments) or 0)


def do_apt_get(arguments: list[str]) -> int:
    """Check that Debian has the packages."""
    packages = [each for each in arguments[1:] if not each.startswith("-")] if arguments[0] == "install" else []
    if not packages or not shutil.which("apt-cache") or not list(Path("/var/lib/apt/lists").glob("*Packages*")):
        return 0
    shown = subprocess.run(["apt-cache", "show", *packages], capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stderr
    return 0


def do_adduser(arguments: list[str]) -> int:
    return 0


def do_chown(arguments: list[str]) -> int:
    """Give files to postgres where that is possible; the site's user does not exist here."""
    owner, *files = [each for each in arguments if not each.startswith("-")]
    assert all(Path(each).is_relative_to(ROOT) and Path(each).exists() for each in files), files
    if owner.startswith("postgres") and os.getuid() == 0:
        return subprocess.call(["/bin/chown", *arguments])
    return 0


def do_runuser(arguments: list[str]) -> int:
    """Run as postgres where root may; as the caller otherwise."""
    assert arguments[0] == "-u" and arguments[2] == "--"
    return subprocess.call(as_user(arguments[1], arguments[3:]), env=get_environment(arguments[1]))


def as_user(user: str, command: list[str]) -> list[str]:
    if user == "postgres" and os.getuid() == 0:
        return [os.environ["HOST_RUNUSER"], "-u", "postgres", "--", *command]
    return command


def get_environment(user: str) -> dict[str, str]:
    """Return the variables of a user: emperors-manage may not call itself again."""
    return {**os.environ, "HOST_USER": user}


def do_id(arguments: list[str]) -> int:
    if arguments == ["-un"]:
        print(os.environ.get("HOST_USER", "root"))
        return 0
    return subprocess.call(["/usr/bin/id", *arguments])


def do_timedatectl(arguments: list[str]) -> int:
    if arguments[:1] == ["show"]:
        print("NTPSynchronized=yes")
    return 0


def do_certbot(arguments: list[str]) -> int:
    """Make a certificate of our own in the place where certbot would put one."""
    domain = arguments[arguments.index("--domain") + 1]
    where = ROOT / "etc/letsencrypt/live" / domain
    where.mkdir(parents=True, exist_ok=True)
    return subprocess.call(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            f"/CN={domain}",
            "-keyout",
            str(where / "privkey.pem"),
            "-out",
            str(where / "fullchain.pem"),
        ],
        stderr=subprocess.DEVNULL,
    )


def do_nginx(arguments: list[str]) -> int:
    """Check the configuration by nginx itself where it is there."""
    assert arguments == ["-t"]
    if not (program := os.environ.get("HOST_NGINX")):
        print("nginx is not installed here: its configuration is not checked")
        return 0
    whole = ROOT / "nginx.conf"
    whole.write_text(wrap_site(ROOT, ROOT / "etc/nginx/sites-enabled/*"))
    return subprocess.call([program, "-t", "-c", str(whole)])


def wrap_site(where: Path, sites: Path) -> str:
    """Return a whole configuration of nginx that writes to a directory alone."""
    paths = " ".join(
        f"{each}_temp_path {where}/{each};" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return f"pid {where}/nginx.pid; error_log stderr; events {{}} http {{ {paths} access_log off; include {sites}; }}"


def do_caddy(arguments: list[str]) -> int:
    assert arguments[0] == "validate"
    if not (program := os.environ.get("HOST_CADDY")):
        print("caddy is not installed here: its configuration is not checked")
        return 0
    return subprocess.call([program, *arguments, "--adapter", "caddyfile"])


def do_promtool(arguments: list[str]) -> int:
    if not (program := os.environ.get("HOST_PROMTOOL")):
        print("promtool is not installed here: the rules are not checked")
        return 0
    return subprocess.call([program, *arguments])


def do_docker(arguments: list[str]) -> int:
    """Check that what Docker is asked for exists in compose.yaml."""
    import yaml

    services = yaml.safe_load((Path.cwd() / "compose.yaml").read_text())["services"]
    verb, *words = arguments[1:]
    assert arguments[0] == "compose" and verb in {"up", "exec", "cp", "ps", "logs", "stop", "start", "restart", "run"}
    valued = {"--user", "--volume"}
    named = [each for before, each in zip(["", *words], words, strict=False) if each[0] != "-" and before not in valued]
    if verb in {"restart", "stop", "start", "logs"}:
        assert named and set(named) <= services.keys(), arguments
    if verb in {"exec", "run"}:
        assert named[:1] and named[0] in services, arguments
    return 0


def do_systemctl(arguments: list[str]) -> int:
    """Start, stop and restart the units of the directory, and its PostgreSQL."""
    verb, *units = [each for each in arguments if not each.startswith("-")]
    assert verb in {"daemon-reload", "enable", "start", "stop", "restart", "reload", "status", "list-timers"}, verb
    for unit in units:
        name = unit.removesuffix(".service")
        if name in OTHERS:
            continue
        if name == "postgresql":
            control_cluster(verb)
        elif name.endswith(".timer"):
            assert "[Timer]" in find_unit(name).read_text()
        elif verb == "enable":
            assert "--now" in arguments
            start(name)
        else:
            {"start": start, "stop": stop, "restart": restart, "reload": find_unit, "status": find_unit}[verb](name)
    return 0


def control_cluster(verb: str) -> None:
    """Start or stop the cluster by pg_ctl."""
    if verb == "stop" and not (CLUSTER / "postmaster.pid").exists():
        return
    program = max(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    for each in {"restart": ("stop", "start")}.get(verb, (verb,)):
        wait = ["-W"] if each == "start" and (CLUSTER / "recovery.signal").exists() else ["-w", "-t", "60"]
        command = [str(program), each, *wait, "-D", str(CLUSTER), "-l", str(ROOT / "var/log/postgresql.log")]
        command += ["-m", "fast"] if each == "stop" else []
        subprocess.run(as_user("postgres", command), check=True, stdout=subprocess.DEVNULL, cwd="/")


def find_unit(name: str) -> Path:
    """Return the file of a unit, of its template for an instance."""
    stem, at, rest = name.partition("@")
    suffix = "" if name.endswith(".timer") else ".service"
    for file in (UNITS / f"{name}{suffix}", UNITS / f"{stem}@.service" if at else UNITS / name):
        if file.exists():
            return file
    raise SystemExit(f"Unit {name} not found ({rest}).")


def read_unit(name: str) -> tuple[str, dict[str, str], str, str, str]:
    """Return the command, the environment, the directory, the user and the type of a unit."""
    text = find_unit(name).read_text().replace("\\\n", " ").replace("%i", name.partition("@")[2])
    found = [line.split("=", 1) for line in text.splitlines() if "=" in line]
    environment = {**os.environ, "HOST_USER": "emperors"}
    for key, value in found:
        if key == "Environment":
            environment |= dict([value.split("=", 1)])
        file = Path(value.removeprefix("-"))
        if key == "EnvironmentFile" and (file.exists() or not value.startswith("-")):
            lines = [line for line in file.read_text().splitlines() if line and line[0] != "#"]
            environment |= dict(line.split("=", 1) for line in lines)
    one = dict(found)
    return one["ExecStart"], environment, one.get("WorkingDirectory", "/"), one["User"], one.get("Type", "simple")


def start(name: str) -> None:
    command, environment, directory, user, kind = read_unit(name)
    ran = as_user(user, ["sh", "-c", f"exec {command}"])
    if kind == "oneshot":
        subprocess.run(ran, env=environment, cwd=directory, check=True)
        return
    with (ROOT / f"var/log/{name}.log").open("a") as log:
        process = subprocess.Popen(
            ran,
            env=environment,
            cwd=directory,
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    (RUN / f"{name}.pid").write_text(str(process.pid))


def stop(name: str) -> None:
    file = RUN / f"{name}.pid"
    if not file.exists():
        return
    pid = int(file.read_text())
    file.unlink()
    os.kill(pid, signal.SIGTERM)
    for _attempt in range(300):
        state = Path(f"/proc/{pid}/stat")
        if not state.exists() or state.read_text().split(") ")[-1].startswith("Z"):
            return
        time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)


def restart(name: str) -> None:
    stop(name)
    start(name)


if __name__ == "__main__":
    sys.exit(main())
