"""An address that cannot be used is said in the words of the system, and a taken one as taken."""

from __future__ import annotations

import socket

import pytest

from hooks.port import check_free
from snippets.evidence.problem import GuideError


def problem(host: str, port: int) -> str:
    with pytest.raises(GuideError) as error:
        check_free(host, port)
    return str(error.value)


def unusable(host: str, port: int, reason: str) -> str:
    return (
        f"mkdocs.yml:1: port-unusable {host}:{port}에서는 기다릴 수 없습니다: {reason} "
        "(mkdocs.yml의 dev_addr나 --dev-addr를 고치세요)"
    )


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0"])
def test_a_free_port_may_be_used_and_asked_for_again(host: str) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    check_free(host, port)
    check_free(host, port)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_port_in_use_is_taken(host: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert problem(host, port) == (
            f"mkdocs.yml:1: port-taken {host}:{port}는 다른 프로그램이 쓰고 있습니다 "
            f"(make site PORT={port + 1} 처럼 다른 번호를 주세요)"
        )


def test_an_address_of_another_machine_is_not_called_taken() -> None:
    text = problem("192.0.2.1", 8000)  # TEST-NET-1: nobody's
    assert text == unusable("192.0.2.1", 8000, "Cannot assign requested address")


def test_a_port_that_is_not_allowed_is_not_called_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    class Guarded(socket.socket):
        def bind(self, address: object) -> None:
            raise PermissionError(13, f"{address} denied")

    monkeypatch.setattr(socket, "socket", Guarded)
    assert problem("127.0.0.1", 80) == unusable("127.0.0.1", 80, "('127.0.0.1', 80) denied")


def test_a_number_that_is_no_port() -> None:
    text = unusable("127.0.0.1", 99999, "bind(): port must be 0-65535.")
    assert problem("127.0.0.1", 99999) == text


def test_a_name_that_no_machine_has() -> None:
    text = problem("no-such-host.invalid", 8000)
    assert text.startswith(
        "mkdocs.yml:1: port-unusable no-such-host.invalid:8000에서는 기다릴 수 없습니다: "
    )


def test_ipv6_is_asked_as_ipv6() -> None:
    try:
        with socket.socket(socket.AF_INET6) as taken:
            taken.bind(("::1", 0))
            taken.listen()
            assert "port-taken" in problem("::1", taken.getsockname()[1])
    except OSError:
        pytest.skip("no IPv6 here")
