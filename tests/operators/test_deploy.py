"""The files of deploy/: programs that read them check them where they are installed; parsers of our own always do."""

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client

from tests.operators.host import ROOT, find
from tests.operators.shims import wrap_site

DEPLOY = ROOT / "deploy"
UNITS = sorted(path for path in (DEPLOY / "systemd").iterdir())
METRIC = re.compile(r"\bemperors_\w+")


def run(*command: str, directory: Path = DEPLOY, **more: Any) -> str:
    """Return what a program says; skip where it is not installed, fail where it fails."""
    program = find(command[0])
    if not program:
        pytest.skip(f"no {command[0]} on this machine")
    done = subprocess.run([program, *command[1:]], cwd=directory, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def read_unit(path: Path) -> dict[str, list[str]]:
    """Return the settings of a unit, each with its values."""
    found: dict[str, list[str]] = {}
    for line in path.read_text().replace("\\\n", " ").splitlines():
        if line and line[0] not in "[#":
            name, equals, value = line.partition("=")
            assert equals and re.fullmatch(r"[A-Za-z]+", name), line
            found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_has_what_it_needs(path: Path) -> None:
    unit = read_unit(path)
    if path.suffix == ".timer":
        assert unit["OnCalendar"] and unit["Persistent"] == ["true"] and unit["WantedBy"] == ["timers.target"]
        service = path.with_suffix(".service")
        template = re.sub(r"@.*", "@.service", path.name)
        assert service.exists() or (DEPLOY / "systemd" / template).exists()
        return
    assert unit["User"] in (["emperors"], ["postgres"]) and unit["NoNewPrivileges"] == ["true"]
    program = shlex.split(unit["ExecStart"][0])[0]
    assert program.startswith("/srv/emperors/venv/bin/") or (DEPLOY / "bin" / Path(program).name).exists()


@pytest.mark.parametrize(
    ("unit", "process"), [("emperors-web@", "web"), ("emperors-worker", "worker"), ("emperors-beat", "beat")]
)
def test_a_unit_starts_what_the_procfile_starts(unit: str, process: str) -> None:
    started = read_unit(DEPLOY / f"systemd/{unit}.service")["ExecStart"][0]
    written = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())[process]
    plain = re.sub(r"\$\{(\w+):-\d+\}", r"${\1}", written).replace(
        "--host 0.0.0.0 --port ${PORT}", "--host 127.0.0.1 --port %i"
    )
    assert shlex.split(started.removeprefix("/srv/emperors/venv/bin/")) == shlex.split(plain)


def test_systemd_reads_the_units(tmp_path: Path) -> None:
    """Check everything but the programs that they start, which are not there."""
    for path in UNITS:
        text = re.sub(r"^(ExecStart=)\S+", r"\1/bin/true", path.read_text(), flags=re.MULTILINE)
        (tmp_path / path.name).write_text(text)
    named = [path.name.replace("@.", "@8000.") for path in UNITS if path.suffix == ".service"]
    for name in named:
        if "@8000" in name:
            (tmp_path / name).write_text((tmp_path / name.replace("@8000.", "@.")).read_text())
    run("systemd-analyze", "verify", "--man=no", *[str(tmp_path / name) for name in named])


@pytest.mark.parametrize("path", [path for path in UNITS if path.suffix == ".timer"], ids=lambda path: path.name)
def test_systemd_reads_when_a_timer_strikes(path: Path) -> None:
    assert "Next elapse" in run("systemd-analyze", "calendar", read_unit(path)["OnCalendar"][0])


def test_logrotate_rotates(tmp_path: Path) -> None:
    logs, state = tmp_path / "log", tmp_path / "state"
    logs.mkdir()
    (logs / "web.log").write_text("a line\n")
    config = tmp_path / "config"
    config.write_text((DEPLOY / "logrotate").read_text().replace("/var/log/emperors", str(logs)))
    config.chmod(0o644)
    tmp_path.chmod(0o755)
    logs.chmod(0o755)
    run("logrotate", "--force", "--state", str(state), str(config))
    assert (logs / "web.log").read_text() == "" and len(list(logs.glob("web.log-*"))) == 1


def test_prometheus_reads_its_rules_and_they_fire() -> None:
    rules = yaml.safe_load((DEPLOY / "prometheus/alerts.yml").read_text())["groups"][0]["rules"]
    assert all({"alert", "expr", "labels", "annotations"} <= rule.keys() for rule in rules)
    assert {rule["labels"]["severity"] for rule in rules} == {"page", "ticket"}
    run("promtool", "check", "rules", "alerts.yml", directory=DEPLOY / "prometheus")
    run("promtool", "test", "rules", "alerts_test.yml", directory=DEPLOY / "prometheus")


def test_prometheus_reads_its_configuration(tmp_path: Path) -> None:
    shutil.copytree(DEPLOY / "prometheus", tmp_path, dirs_exist_ok=True)
    (tmp_path / "metrics_token").write_text("x")
    run("promtool", "check", "config", "prometheus.yml", directory=tmp_path)


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_alerts_and_dashboard_ask_for_figures_that_exist(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = "a-long-token"
    shown = client.get("/metrics", headers={"Authorization": "Bearer a-long-token"}).content.decode()
    served = set(METRIC.findall(shown))
    health = (ROOT / "config/health.py").read_text()
    of_postgresql = re.findall(r'^ +\("((?:pool|database)_\w+)",', health, re.MULTILINE)
    known = served | {f"emperors_{name}" for name in of_postgresql}
    board = json.loads((DEPLOY / "grafana.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    alerts = yaml.safe_load((DEPLOY / "prometheus/alerts.yml").read_text())["groups"][0]["rules"]
    named = set(METRIC.findall("\n".join([*asked, *(rule["expr"] for rule in alerts)])))
    assert len(named) >= 12 and named <= known, named - known
    page = (ROOT / "docs/operators/monitoring.md").read_text()
    assert [name for name in sorted(known) if f"`{name.removeprefix('emperors_')}`" not in page] == []


def test_the_dashboard_has_a_place_for_each_panel() -> None:
    panels = json.loads((DEPLOY / "grafana.json").read_text())["panels"]
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}
    assert len({panel["id"] for panel in panels}) == len(places) == len(panels) >= 10
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24 for panel in panels)


def test_nginx_reads_its_configuration(tmp_path: Path) -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    assert text.count("{") == text.count("}")
    kept = re.search(r"keepalive_timeout (\d+)s", text)
    assert kept and int(kept[1]) < 150, "it closes idle connections before the web processes do"
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in text
    if not find("nginx"):
        pytest.skip("no nginx on this machine")
    key, cert = tmp_path / "key", tmp_path / "cert"
    request = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=play.example.org"
    run("openssl", *request.split(), "-keyout", str(key), "-out", str(cert))
    text = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {key};", text)
    text = re.sub(r"ssl_certificate .*;", f"ssl_certificate {cert};", text).replace("/var/log/nginx", str(tmp_path))
    text = re.sub(r"    listen \[::\].*\n", "", text).replace("listen 80;", f"listen unix:{tmp_path}/80;")
    text = text.replace("listen 443 ssl", f"listen unix:{tmp_path}/443 ssl")
    (tmp_path / "site").write_text(text)
    (tmp_path / "all").write_text(wrap_site(tmp_path, tmp_path / "site"))
    run("nginx", "-t", "-c", str(tmp_path / "all"))


def test_caddy_reads_its_configuration() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    assert text.count("{") == text.count("}") and "respond @metrics 404" in text
    run("caddy", "validate", "--adapter", "caddyfile", "--config", "Caddyfile", env=os.environ | {"HOME": "/tmp"})


@pytest.mark.parametrize("path", sorted((DEPLOY / "bin").iterdir()), ids=lambda path: path.name)
def test_a_script_is_one_that_the_shell_can_read(path: Path) -> None:
    assert path.read_text().startswith("#!/bin/sh\n#") and "set -eu\n" in path.read_text()
    assert os.access(path, os.X_OK)
    run("sh", "-n", str(path))
    run("shellcheck", str(path))


def test_every_setting_of_the_example_is_explained() -> None:
    named = re.findall(r"^(\w+)=", (DEPLOY / "env.example").read_text(), re.MULTILINE)
    page = (ROOT / "docs/operators/operating.md").read_text()
    assert len(named) > 10 and [name for name in named if f"`{name}`" not in page] == []


def test_postgresql_archives_each_minute() -> None:
    text = (DEPLOY / "postgresql.conf").read_text()
    assert "archive_timeout = 60" in text and "/usr/local/bin/emperors-archive-wal %p %f" in text
