"""compose.yaml: every process, each once or more often, with what it waits for; read without any container engine."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
CADDY_KEEPS = 120
"""Seconds for which the proxy of compose.yaml keeps an idle connection, when nobody tells it otherwise."""


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / "compose.yaml").read_text()))


def test_all_parts_are_there(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert set(services) == {"postgres", "redis", "cache", "release", "web", "worker", "beat", "proxy"}
    replicas = {name: each.get("deploy", {}).get("replicas", 1) for name, each in services.items()}
    assert {name: count for name, count in replicas.items() if count > 1} == {"web": 2, "worker": 2}


def test_what_a_service_names_is_there(compose: dict[str, Any]) -> None:
    services, volumes = compose["services"], compose["volumes"]
    for each in services.values():
        assert set(each.get("depends_on", [])) <= set(services)
        assert {mount.split(":")[0] for mount in each.get("volumes", [])} <= set(volumes)


def test_only_the_proxy_is_open_to_the_world(compose: dict[str, Any]) -> None:
    assert [name for name, each in compose["services"].items() if "ports" in each] == ["proxy"]


def test_the_site_gets_what_its_settings_ask_for(compose: dict[str, Any]) -> None:
    given = compose["services"]["web"]["environment"]
    assert {"SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL", "CACHE_URL", "NUM_PROXIES"} <= set(given)
    assert given["REDIS_URL"] != given["CACHE_URL"] and given["NUM_PROXIES"] == "1"
    assert all(each["environment"].items() >= {"REDIS_URL": given["REDIS_URL"]}.items()
               for each in compose["services"].values() if each.get("image") == "emperors")  # fmt: skip


def test_no_secret_is_written_down(compose: dict[str, Any]) -> None:
    given = compose["services"]["web"]["environment"]
    assert given["SECRET_KEY"].startswith("${") and "${POSTGRES_PASSWORD" in given["DATABASE_URL"]


@pytest.mark.parametrize("file", ["Procfile", "Dockerfile"])
def test_it_is_the_proxy_that_closes_an_idle_connection(file: str) -> None:
    """Let the proxy time out first, or it could send an order on a connection that the web process is closing."""
    kept = re.search(r"--timeout-keep-alive (\d+)", (ROOT / file).read_text())
    assert kept and int(kept[1]) > CADDY_KEEPS


FIXED = {
    "DATABASE_URL",
    "REDIS_URL",
    "CACHE_URL",
    "ALLOWED_HOSTS",
    "NUM_PROXIES",
    "PORT",
    "EMPERORS_VAR",
    "EMPERORS_BOOTSTRAP",
    "STATIC_ROOT",
    "HTTPS",
    "DEBUG",
    "TEST_DATABASE_URL",
    "TEST_REDIS_URL",
    "CHROMIUM",
    "CI",
}
"""Settings that follow from the services of compose.yaml and from the image, or are not for public sites."""


def test_what_a_host_sets_in_env_reaches_the_site(compose: dict[str, Any]) -> None:
    """Read the names from the table of all settings, so that a new one cannot be forgotten."""
    page = (ROOT / "docs/operators/operating.md").read_text()
    table = page.split("\n## Settings\n", 1)[1].split("\n\n1. ", 1)[0]
    rows = re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert len(named) > 25 and named > FIXED
    for process in ("web", "worker", "beat"):
        given = compose["services"][process]["environment"]
        assert [name for name in named - FIXED if not str(given.get(name, "")).startswith("${" + name)] == []


def test_mails_that_nobody_sends_outlive_their_container(compose: dict[str, Any]) -> None:
    assert all("files:/srv/var" in compose["services"][name]["volumes"] for name in ("web", "worker"))
    image = (ROOT / "Dockerfile").read_text()
    assert "EMPERORS_VAR=/srv/var" in image and "--home-dir /srv/var --create-home" in image


def test_no_log_grows_without_end(compose: dict[str, Any]) -> None:
    assert all("max-size" in each["logging"]["options"] for each in compose["services"].values())


def test_what_serves_says_that_it_is_well(compose: dict[str, Any]) -> None:
    assert {name for name, each in compose["services"].items() if "healthcheck" in each} >= {
        "postgres", "redis", "cache", "web", "worker"}  # fmt: skip


def test_the_dockerfile_passes_its_linter() -> None:
    linter = shutil.which("hadolint", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if not linter:
        refuse = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        refuse("no hadolint for this machine (it comes with the test requirements on x86-64 Linux)")
    command = [linter, "--failure-threshold", "info", "Dockerfile"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_image_holds_what_backups_need_and_runs_as_nobody_special() -> None:
    last = (ROOT / "Dockerfile").read_text().split("\nFROM ")[-1]
    assert "postgresql-client" in last and re.search(r"^USER [1-9]\d*$", last, re.MULTILINE)
    assert "pip install" not in last, "what installs stays in the stage before"
