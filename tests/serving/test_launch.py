"""Starting, failing to start, and leaving nothing behind."""

import os
import signal
import socket
import subprocess
import sys
import textwrap
import time

import psutil
import pytest

from snippets.serving.child import ROOT, ServerStartError
from snippets.serving.completion import Ask
from snippets.serving.launch import serve


def family(pid):
    """A process and everything below it."""
    parent = psutil.Process(pid)
    return [parent, *parent.children(recursive=True)]


def assert_all_gone(processes):
    # A zombie runs nothing: it waits for whoever inherited it to look at its exit code.
    deadline = time.monotonic() + 10
    while left := [p for p in processes if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]:
        assert time.monotonic() < deadline, left
        time.sleep(0.05)


@pytest.fixture
def taken_port():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_exception_in_the_block_leaves_no_process_behind(error):
    processes = []

    def fail():
        with serve("nano") as server:
            processes.extend(family(server.pid))
            raise error

    with pytest.raises(error):
        fail()
    assert len(processes) >= 2
    assert_all_gone(processes)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_however_the_parent_ends_nothing_is_left_behind(ending):
    program = """
        from snippets.serving.launch import serve
        import time
        with serve("nano") as server:
            print(server.pid, flush=True)
            time.sleep(60)
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as parent:
        processes = family(int(parent.stdout.readline()))
        os.kill(parent.pid, ending)
    assert len(processes) >= 2
    assert_all_gone(processes)


def test_a_taken_port_is_one_clear_line(taken_port):
    command = [sys.executable, "-m", "snippets.serving", "--model", "nano", "--port"]
    command.append(str(taken_port))
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr == f"port {taken_port} on 127.0.0.1 is already in use\n"
    assert ended.stdout == ""


def test_serve_says_that_the_port_is_taken(taken_port):
    message = f"ended with exit code 1 at start\nport {taken_port} on 127.0.0.1 is already in use"
    with pytest.raises(ServerStartError) as failed, serve("nano", port=taken_port):
        pass
    assert str(failed.value) == message


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"model": "giant"}, "invalid choice: 'giant'"),
        ({"port": 65536}, "must be from 0 to 65535"),
        ({"max_batch": 0}, "must be at least 1"),
    ],
)
def test_serve_says_why_the_child_died(settings, complaint):
    with pytest.raises(ServerStartError, match=complaint), serve(**{"model": "nano"} | settings):
        pass


def test_serve_says_why_the_worker_died(tmp_path, monkeypatch):
    (tmp_path / "torch.py").write_text("raise ImportError('this torch is broken')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(ServerStartError) as failed, serve("nano"):
        pass
    assert str(failed.value).endswith(
        "ImportError: this torch is broken\nthe worker ended before it was ready"
    )


def test_faster_packages_that_happen_to_be_there_are_not_used(tmp_path, monkeypatch):
    for name in ("httptools", "uvloop"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('imported')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with serve("nano") as server:
        assert server.complete(Ask("가", 1))


def test_serve_does_not_wait_for_ever():
    with (
        pytest.raises(ServerStartError, match=r"not ready after 0\.1 s"),
        serve("nano", start_timeout_s=0.1),
    ):
        pass


def test_as_a_program_it_says_where_it_listens_and_stops_on_ctrl_c():
    command = [sys.executable, "-m", "snippets.serving", "--model", "nano"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        lines = [program.stdout.readline() for _ in range(2)]
        processes = family(program.pid)
        os.killpg(program.pid, signal.SIGINT)  # a terminal sends it to all of them
        _, errors = program.communicate(timeout=20)
    assert lines[0].startswith("API key sk-")
    assert lines[1].startswith("listening on http://127.0.0.1:")
    assert (program.returncode, errors) == (130, "")
    assert_all_gone(processes)


def test_a_worker_does_not_outlive_its_gateway():
    with serve("nano") as server:
        gateway, *below = family(server.pid)
        assert below
        gateway.kill()
        assert_all_gone(below)


def test_torch_is_in_the_worker_and_not_in_the_gateway():
    def has_torch(process):
        return any("libtorch" in loaded.path for loaded in process.memory_maps())

    with serve("nano") as server:
        gateway, *below = family(server.pid)
        assert not has_torch(gateway)
        assert any(has_torch(process) for process in below)
