"""Workflows run where nobody here can watch: what they may do is held fast by reading them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

FOLDER = ROOT / ".github/workflows"
NAMES = ("deploy", "pull-request", "release", "weekly")
READ = {"contents": "read"}
PINNED = re.compile(r"uses: [\w-]+/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")
OUTSIDERS = ("pull_request_target", "workflow_run", "issue_comment", "secrets.", "secrets[")
"""Triggers that run with the rights of main on words of strangers; and what they might steal."""
BIN = Path(sys.executable).parent


def text(name: str) -> str:
    return (FOLDER / f"{name}.yml").read_text(encoding="utf-8")


def jobs(written: str) -> dict[str, dict[str, Any]]:
    return yaml.safe_load(written)["jobs"]


def steps(written: str) -> Iterator[dict[str, Any]]:
    for job in jobs(written).values():
        yield from job["steps"]


def wrong(written: str) -> list[str]:
    """What no workflow may do, whichever it is."""
    found = [
        f"not pinned: {line.strip()}"
        for line in written.splitlines()
        if "uses:" in line and not PINNED.search(line)
    ]
    found += [f"outsiders: {word}" for word in OUTSIDERS if word in written]
    for step in steps(written):
        command = step.get("run", "")
        script = command.partition(" ")[0]
        if "${{" in command:
            found.append(f"text put into a command: {command}")
        elif command and not (script.startswith(".ci/") and os.access(ROOT / script, os.X_OK)):
            found.append(f"not a script of the repository: {command}")
        if "actions/checkout@" in step.get("uses", "") and (
            step.get("with", {}).get("persist-credentials") is not False
        ):
            found.append("the token stays in the checkout")
    found += [
        f"no timeout: {name}" for name, job in jobs(written).items() if "timeout-minutes" not in job
    ]
    return found


def test_these_are_all_the_workflows() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == [*NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_a_workflow_keeps_to_the_rules(name: str) -> None:
    assert wrong(text(name)) == []


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("uses: actions/cache@v5", ["not pinned: - uses: actions/cache@v5"]),
        (
            "run: .ci/compare ${{ github.head_ref }}",
            ["text put into a command: .ci/compare ${{ github.head_ref }}"],
        ),
        ("run: make test", ["not a script of the repository: make test"]),
        ("run: .ci/gone", ["not a script of the repository: .ci/gone"]),
        (
            "run: .ci/run\n        env: {KEY: '${{ secrets.KEY }}'}",
            ["outsiders: secrets."],
        ),
        (
            f"uses: actions/checkout@{'0' * 40} # v1.2.3",
            ["the token stays in the checkout"],
        ),
    ],
)
def test_what_breaks_a_rule_is_found(step: str, says: list[str]) -> None:
    before, after = text("pull-request").split("      - run: .ci/run\n")
    assert wrong(f"{before}      - {step}\n{after}") == says


def test_a_job_without_an_end_and_a_trigger_of_strangers_are_found() -> None:
    written = text("release").replace("    timeout-minutes: 30\n", "")
    written = written.replace("\non:\n", "\non:\n  pull_request_target:\n")
    assert wrong(written) == ["outsiders: pull_request_target", "no timeout: check"]


def test_only_the_job_that_publishes_may_write() -> None:
    rights = {name: yaml.safe_load(text(name))["permissions"] for name in NAMES}
    own = {
        f"{name}.{job}": listed["permissions"]
        for name in NAMES
        for job, listed in jobs(text(name)).items()
        if "permissions" in listed
    }
    assert rights == {"deploy": {}, "pull-request": READ, "release": READ, "weekly": READ}
    assert own == {"deploy.build": READ, "deploy.deploy": {"pages": "write", "id-token": "write"}}


def test_the_job_that_publishes_runs_nothing_of_the_repository() -> None:
    deploy = jobs(text("deploy"))["deploy"]
    assert [step["uses"].partition("@")[0] for step in deploy["steps"]] == ["actions/deploy-pages"]
    assert deploy["environment"]["name"] == "github-pages"


def test_an_action_has_one_commit_everywhere() -> None:
    used = {line.strip() for name in NAMES for line in text(name).splitlines() if "uses:" in line}
    actions = [re.sub(r".*uses: ([^@]+)@.*", r"\1", line) for line in used]
    commits = {one: {re.sub(r".*@", "", line) for line in used if one in line} for one in actions}
    assert [one for one, found in commits.items() if len(found) > 1] == []


def test_packages_alone_are_cached_and_only_main_saves() -> None:
    cached = {
        name: [
            (step["uses"].partition("@")[0].rpartition("/")[2], step["with"]["path"])
            for step in steps(text(name))
            if "actions/cache" in step.get("uses", "")
        ]
        for name in NAMES
    }
    restore, save = ("restore", "~/.cache/pip"), ("save", "~/.cache/pip")
    assert cached == {
        "deploy": [],
        "release": [],
        "pull-request": [restore] * 3,
        "weekly": [restore, restore, save],
    }
    saves = [step["if"] for step in steps(text("weekly")) if "cache/save@" in step.get("uses", "")]
    assert saves == [
        "github.ref == 'refs/heads/main' && steps.packages.outputs.cache-hit != 'true'"
    ]


def test_every_script_of_ci_is_run_by_a_workflow_or_is_the_tests() -> None:
    scripts = {f".ci/{path.name}" for path in (ROOT / ".ci").iterdir()}
    run = {
        step["run"].partition(" ")[0]
        for name in NAMES
        for step in steps(text(name))
        if "run" in step
    }
    assert scripts == run


def lint(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a linter; jactionlint finds shellcheck beside itself."""
    found = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    command = [str(BIN / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=found)


ACTIONLINT = ("jactionlint", "--no-color")
ZIZMOR = ("zizmor", "--offline", "--no-progress", "--color=never")
FILES = [str(FOLDER / f"{name}.yml") for name in NAMES]


def test_actionlint_finds_nothing() -> None:
    done = lint(*ACTIONLINT, *FILES)
    assert (done.returncode, done.stdout) == (0, "")


def test_zizmor_finds_nothing() -> None:
    done = lint(*ZIZMOR, *FILES)
    assert done.returncode == 0, done.stdout


def test_shellcheck_finds_nothing() -> None:
    done = lint("shellcheck", *(str(path) for path in sorted((ROOT / ".ci").iterdir())))
    assert (done.returncode, done.stdout) == (0, "")


def test_the_linters_find_what_is_wrong(tmp_path: Path) -> None:
    bad = tmp_path / ".github/workflows/bad.yml"
    bad.parent.mkdir(parents=True)
    written = text("pull-request").replace("ubuntu-24.04", "ubuntu-0")
    bad.write_text(written.replace(".ci/run", "echo ${{ github.head_ref }}"), encoding="utf-8")
    script = tmp_path / "bad"
    script.write_text("#!/bin/bash\ncat $1\n", encoding="utf-8")
    assert 'label "ubuntu-0" is unknown' in lint(*ACTIONLINT, str(bad)).stdout
    assert "template-injection" in lint(*ZIZMOR, str(bad)).stdout
    assert "SC2086" in lint("shellcheck", str(script)).stdout
