"""What an experiment and a lab cannot reach: secrets, other machines, the rest of the memory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from snippets.evidence import confine, process
from snippets.evidence.catalogue import listings
from snippets.evidence.confine import network
from snippets.evidence.confine.start import NETWORK
from snippets.evidence.problem import GuideError
from snippets.evidence.process import NOTHING_MORE
from tests.conftest import ROOT, Project

SITECUSTOMIZE = network.GUARD / "sitecustomize.py"


def said(
    project: Project,
    expression: str,
    *,
    imports: str = "os",
    more: Mapping[str, str] = NOTHING_MORE,
) -> str:
    """What an expression is worth inside an experiment."""
    project.experiment(f"    import {imports}; raise RuntimeError({expression})\n")
    listing = listings(project.root)["ch01"]
    with pytest.raises(GuideError) as error:
        process.run(listing, project.root, lambda *_step: None, more=more)
    return error.value.message.removeprefix("실험이 예외로 끝났습니다: ")


def confined(tmp_path: Path, body: str, before: str = "") -> str:
    """What a program prints when it is started as an experiment is."""
    (tmp_path / "tried.py").write_text(body, encoding="utf-8")
    command = confine.command("tried")
    command[2] = before + command[2]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_planted_token_is_not_there_in_any_variable(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GITHUB_TOKEN", "ACTIONS_RUNTIME_TOKEN", "AWS_SECRET_ACCESS_KEY", "HF_TOKEN"):
        monkeypatch.setenv(name, "ghp_planted")
    looked = "[k for k, v in os.environ.items() if 'ghp_' in v or 'TOKEN' in k]"
    assert said(project, looked) == "RuntimeError: []"


def test_the_command_line_and_the_path_are_what_they_would_be_without_us(project: Project) -> None:
    seen = "[sys.argv[0][-8:], sys.argv[1], str(sys.path).count('책'), __name__]"
    assert said(project, seen, imports="sys") == (
        "RuntimeError: ['child.py', 'snippets.ch01_tiny', 0, 'snippets.ch01_tiny']"
    )


LOOPBACK = """
import socket
with socket.create_server(("127.0.0.1", 0)) as server:
    with socket.create_connection(server.getsockname()) as client:
        print(client.getpeername()[0])
"""
ELSEWHERE = """
import socket
try:
    socket.create_connection(("192.0.2.1", 80), timeout=5)
except OSError as error:
    print(error)
"""
NESTED = """
import subprocess, sys
code = 'import socket; socket.create_connection(("192.0.2.1", 80), timeout=5)'
done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
print(done.stderr.splitlines()[-1])
"""
NO_NAMESPACE = "import ctypes; ctypes.CDLL = lambda *a, **k: type('No', (), {" + (
    "'unshare': lambda *a: -1, 'prctl': lambda *a: 0})(); "
)


def has_namespaces() -> bool:
    return (
        subprocess.run(
            [sys.executable, "-c", "from snippets.evidence.confine import network as n; "
             "raise SystemExit(not n.apart())"],
            cwd=ROOT, check=False,
        ).returncode == 0
    )  # fmt: skip


@pytest.mark.parametrize("before", ["", NO_NAMESPACE], ids=["as here", "guard"])
def test_an_experiment_talks_to_itself(tmp_path: Path, before: str) -> None:
    assert confined(tmp_path, LOOPBACK, before) == "127.0.0.1"


def test_the_kernel_lets_nothing_out(tmp_path: Path) -> None:
    if not has_namespaces():
        pytest.skip("이 기계는 네트워크 이름공간을 허락하지 않습니다")
    assert confined(tmp_path, ELSEWHERE) == "[Errno 101] Network is unreachable"
    assert confined(tmp_path, NESTED) == "OSError: [Errno 101] Network is unreachable"


def test_where_the_kernel_does_not_help_a_guard_refuses(tmp_path: Path) -> None:
    refused = "실험은 이 기계 밖과 이야기하지 않습니다: 192.0.2.1"
    assert confined(tmp_path, ELSEWHERE, NO_NAMESPACE) == refused
    assert confined(tmp_path, NESTED, NO_NAMESPACE) == f"PermissionError: {refused}"


@pytest.mark.parametrize(
    ("call", "host"),
    [
        ('socket.getaddrinfo("example.org", 80)', "example.org"),
        ('socket.gethostbyname("example.org")', "example.org"),
        ('socket.socket(type=socket.SOCK_DGRAM).sendto(b"", ("192.0.2.1", 9))', "192.0.2.1"),
        ('socket.socket(type=socket.SOCK_DGRAM).sendmsg([b""], [], 0, ("192.0.2.1", 9))',
         "192.0.2.1"),
        ('socket.socket().bind(("192.0.2.1", 0))', "192.0.2.1"),
        ('socket.socket(socket.AF_INET6).connect(("2001:db8::1", 9))', "2001:db8::1"),
        ('__import__("_socket").socket().connect(("192.0.2.1", 9))', "192.0.2.1"),
    ],
)  # fmt: skip
def test_the_guard_knows_every_way_out_of_python(tmp_path: Path, call: str, host: str) -> None:
    body = f"import socket\ntry:\n    {call}\nexcept PermissionError as error:\n    print(error)\n"
    assert confined(tmp_path, body, NO_NAMESPACE) == (
        f"실험은 이 기계 밖과 이야기하지 않습니다: {host}"
    )


def test_a_server_that_a_reader_named_may_be_reached(project: Project) -> None:
    here = "os.readlink('/proc/self/ns/net')" if Path("/proc/self/ns/net").exists() else "'같음'"
    ours = eval(here, {"os": __import__("os")})
    assert said(project, here, more=NETWORK) == f"RuntimeError: {ours}"
    if has_namespaces():
        assert said(project, here) != f"RuntimeError: {ours}"


def test_memory_files_and_processes_have_limits(project: Project) -> None:
    from snippets.evidence.confine import limits

    names = ["RLIMIT_DATA", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_NPROC", "RLIMIT_CORE"]
    asked = f"[resource.getrlimit(getattr(resource, n))[1] for n in {names}]"
    import psutil

    most = list(limits.wanted(psutil.virtual_memory().total).values())
    got = eval(said(project, asked, imports="resource").removeprefix("RuntimeError: "))
    assert all(0 <= one <= limit for one, limit in zip(got, most, strict=True))


def test_more_memory_than_there_is_fails_in_the_experiment(tmp_path: Path) -> None:
    body = (
        "import mmap, psutil\ntry:\n"
        "    mmap.mmap(-1, psutil.virtual_memory().total, flags=mmap.MAP_PRIVATE)\n"
        "except OSError as error:\n    print(error.strerror)\n"
    )
    assert confined(tmp_path, body) == "Cannot allocate memory"


def test_a_lab_is_confined_too(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    from hooks.labs import cells, kernel

    monkeypatch.setenv("GITHUB_TOKEN", "ghp_planted")
    code = "import os, resource\nprint(os.environ.get('GITHUB_TOKEN'), "
    code += "resource.getrlimit(resource.RLIMIT_CORE))"
    lab = cells.read(
        "docs/labs/x.py", f"# %% [markdown]\n# # 실습\n#\n# 소개입니다.\n\n# %%\n{code}\n"
    )
    assert kernel.run(lab, project.root) == ("None (0, 0)",)
