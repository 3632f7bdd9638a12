"""``python -m snippets list | run | compare | merge | approve | doctor``: see ``--help``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .evidence import merge, process, readout
from .evidence.acceptance import Desk
from .evidence.catalogue import Listing, listings
from .evidence.comparison import markdown
from .evidence.confine.start import NETWORK
from .evidence.console import never_fails
from .evidence.problem import GuideError
from .evidence.profile import Profile, profile_for
from .evidence.record import Record, RecordError, load
from .evidence.shard import Shard, durations
from .evidence.shelf import Read, Shelf
from .evidence.store import Store
from .evidence.summary import Pair, summary
from .evidence.validity import of_module
from .evidence.visible import visible

if TYPE_CHECKING:
    from .load.endpoint import Endpoint

ROOT = Path(__file__).resolve().parent.parent
TARGET = "snippets/target.py"
"""An experiment that reaches it can be pointed at any server."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    never_fails(sys.stdout, sys.stderr)
    options = _parser().parse_args(arguments)
    try:
        known = listings(ROOT)
        return int(options.do(options, known))
    except GuideError as error:
        print(error, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m snippets", description=__doc__)
    commands = parser.add_subparsers(required=True)
    commands.add_parser("list", help="실험과 수치를 늘어놓습니다").set_defaults(do=_list)
    run = commands.add_parser("run", help="이 기계에서 새로 재고, 실린 값과 나란히 보여 줍니다")
    run.add_argument("names", nargs="*", metavar="chNN 또는 chNN.수치")
    run.add_argument("--profile", help="기계의 이름: 옮길 기록을 .cache/profiles/이름/ 에도 둡니다")
    run.add_argument("--shard", metavar="i/n", help="n으로 나눈 실험 가운데 i번째 몫만 잽니다")
    run.add_argument("--quick", action="store_true", help="조금만 잽니다. 실을 수 없습니다")
    run.add_argument("--against", type=Path, metavar="기록.json", help="견줄 기록")
    run.add_argument(
        "--endpoint", metavar="URL", help="OpenAI 호환 서버를 잽니다. 실을 수 없습니다"
    )
    run.add_argument("--model", help="그 서버가 모델을 부르는 이름")
    run.add_argument("--key-variable", default="OPENAI_API_KEY", help="API 키가 든 환경 변수")
    run.add_argument("--ignore-eos", action="store_true", help="길이를 맞춰 달라고 합니다")
    run.set_defaults(do=_run)
    compare = commands.add_parser("compare", help="새 기록과 실린 기록을 Markdown 표로 견줍니다")
    compare.add_argument("names", nargs="*", metavar="chNN")
    compare.set_defaults(do=_compare)
    merged = commands.add_parser("merge", help="다른 기계에서 잰 기록을 살펴보고 들여옵니다")
    merged.add_argument("folders", nargs="+", type=Path, metavar="폴더")
    merged.add_argument("--profile", help="기계의 이름 (없으면 .cache/records/ 로)")
    merged.add_argument("--all", action="store_true", help="빠진 실험이 있으면 실패합니다")
    merged.set_defaults(do=_merge)
    approve = commands.add_parser("approve", help="새 기록을 snippets/records/ 에 싣습니다")
    approve.add_argument("names", nargs="*", metavar="chNN")
    approve.add_argument("--profile", help="기계의 이름 (없으면 이 기계의 종류)")
    approve.set_defaults(do=_approve)
    doctor = commands.add_parser("doctor", help="이 기계에서 잘 잴 수 있는지 봅니다")
    doctor.set_defaults(do=_doctor)
    return parser


def _list(_: argparse.Namespace, known: dict[str, Listing]) -> int:
    for listing in known.values():
        when = ", 빌드는 돌리지 않음" if listing.on_request else ""
        print(f"{listing.id}  {listing.title}  ({listing.path}:{listing.line}{when})")
        for name, (unit, label) in listing.figures.items():
            print(f"    {name:28} {label} [{unit}]")
        for name, label in listing.traces.items():
            print(f"    {name:28} {label} [추적]")
    return 0


def _run(options: argparse.Namespace, known: dict[str, Listing]) -> int:
    names = _to_run(options, known)
    if options.endpoint:
        return _run_elsewhere(options, known)
    shelf = Shelf.of(ROOT, options.profile) if options.profile else None
    store = Store.at(ROOT, quick=options.quick)
    with store.measuring(lambda: print("다른 측정이 끝나기를 기다립니다 …", file=sys.stderr)):
        for name in names:
            more = visible(os.environ)
            record = process.run(known[name], ROOT, _step, quick=options.quick, more=more)
            store.publish(record)
            if shelf and not record.quick:
                shelf.put(record)
            published = _published(name, store, options.against)
            print(markdown(published, record, ("실린 값", "이 기계")))
    return 0


def _to_run(options: argparse.Namespace, known: dict[str, Listing]) -> list[str]:
    """What was named, or this machine's share of it; with a profile or a shard, all by default.

    Raises:
        GuideError: ``run-nothing``, ``experiment-unknown`` or ``shard-malformed``.
    """
    whole = options.profile or options.shard
    if not options.names and not whole:
        hint = "python -m snippets list 에 있는 이름을 적으세요"
        raise GuideError("snippets", 1, "run-nothing", "무엇을 잴지 적지 않았습니다", hint)
    names = _experiments(options.names or _usual(known), known)
    if not options.shard:
        return names
    return Shard.read(options.shard).of_names(names, durations(ROOT, known))


def _run_elsewhere(options: argparse.Namespace, known: dict[str, Listing]) -> int:
    """Measure a server that the reader has named; the record is kept apart from all others."""
    from .target import settings  # noqa: PLC0415  it needs the packages of the experiment

    endpoint = _endpoint(options)
    chosen = [known[name] for name in _experiments(options.names, known)]
    for listing in chosen:
        if TARGET not in of_module(ROOT, listing.module).sources:
            raise GuideError(
                listing.path,
                listing.line,
                "experiment-no-endpoint",
                f"{listing.id}은(는) 다른 서버를 잴 수 없는 실험입니다",
                "ch08을 재세요",
            )
    store = Store.at(ROOT, quick=options.quick, elsewhere=True)
    with store.measuring(lambda: print("다른 측정이 끝나기를 기다립니다 …", file=sys.stderr)):
        for listing in chosen:
            more = settings(endpoint, options.ignore_eos) | NETWORK
            record = process.run(listing, ROOT, _step, quick=options.quick, more=more)
            store.publish(record)
            print("\n".join(readout.lines(record)))
    return 0


def _endpoint(options: argparse.Namespace) -> Endpoint:
    from .load.endpoint import Endpoint  # noqa: PLC0415  likewise

    hint = "--endpoint http://127.0.0.1:8000/v1 --model 이름"
    if not options.model:
        raise GuideError("snippets", 1, "endpoint-model", "모델의 이름이 없습니다", hint)
    try:
        return Endpoint(options.endpoint, options.model, options.key_variable)
    except ValueError:  # its own text is English
        raise GuideError("snippets", 1, "endpoint-url", "서버의 주소가 아닙니다", hint) from None


def _compare(options: argparse.Namespace, known: dict[str, Listing]) -> int:
    store = Store.at(ROOT)
    names = _experiments(options.names or _usual(known), known)
    pairs = [
        Pair(one, known[one].title, _published(one, store, None), store.find(known[one]).record)
        for one in names
    ]
    print(summary(pairs))
    missing = [one.id for one in pairs if one.after is None]
    for name in missing:
        print(f"{name}: 새 기록이 없습니다 (python -m snippets run {name})", file=sys.stderr)
    return 1 if missing else 0


def _merge(options: argparse.Namespace, known: dict[str, Listing]) -> int:
    expected = _usual(known) if options.all else []
    paths, problems = merge.Merge(ROOT, known, options.profile).merge(options.folders, expected)
    for path in paths:
        print(path.relative_to(ROOT))
    return _said(problems)


def _approve(options: argparse.Namespace, known: dict[str, Listing]) -> int:
    if options.profile and (shelf := Shelf.of(ROOT, options.profile)).folder.is_dir():
        return _approve_waiting(shelf, options, known)
    store = Store.at(ROOT)
    name = options.profile or store.machine.slug
    profile = Profile(name, ROOT / "snippets/records" / name)
    chosen = []
    for experiment in _experiments(options.names or _usual(known), known):
        found = store.find(known[experiment])
        if found.record is None or found.reasons:
            print(f"{experiment}: 실을 수 없습니다: {'; '.join(found.reasons)}", file=sys.stderr)
            return 1
        chosen.append(Read(str(store.path(experiment).relative_to(ROOT)), found.record))
    beside = merge.accepted(ROOT, Shelf(ROOT, name))
    if problems := Desk(known, ROOT, strict=False).refusals(chosen, beside):
        return _said(problems)
    for one in chosen:
        profile.approve(one.record)
        print(f"snippets/records/{name}/{one.record.experiment}.json")
    return 0


def _approve_waiting(shelf: Shelf, options: argparse.Namespace, known: dict[str, Listing]) -> int:
    """Records that ``run --profile`` or ``merge --profile`` left there."""
    names = _experiments(options.names, known)
    problems = merge.approve(shelf, names, known)
    for path in () if problems else sorted(shelf.folder.glob("*.json")):
        if not names or path.stem in names:
            print(f"snippets/records/{shelf.name}/{path.name}")
    return _said(problems)


def _said(problems: list[GuideError]) -> int:
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def _doctor(_: argparse.Namespace, __: dict[str, Listing]) -> int:
    from .doctor.examine import examine  # noqa: PLC0415  asking the CPU is slow
    from .doctor.findings import findings  # noqa: PLC0415
    from .doctor.report import exit_code, lines  # noqa: PLC0415

    print("기계를 살펴봅니다. 10초쯤 걸립니다 …", file=sys.stderr)
    facts = examine()
    found = findings(facts)
    print("\n".join(lines(facts.summary, found)))
    return exit_code(found)


def _usual(known: dict[str, Listing]) -> list[str]:
    """What a command without names means: all that a build runs too."""
    return [name for name, listing in known.items() if not listing.on_request]


def _experiments(names: list[str], known: dict[str, Listing]) -> list[str]:
    """Experiments that the names mean; ``ch01.ttft`` means ``ch01``.

    Raises:
        GuideError: ``experiment-unknown``.
    """
    wanted = list(dict.fromkeys(name.partition(".")[0] for name in names))
    for name in wanted:
        if name not in known:
            raise GuideError(
                "snippets", 1, "experiment-unknown", f"없는 실험입니다: {name}", ", ".join(known)
            )
    return wanted


def _published(name: str, store: Store, path: Path | None) -> Record | None:
    """The record a page shows: the file that was given, else the committed one."""
    try:
        return load(path) if path else profile_for(ROOT, store.machine).record(name)
    except RecordError as error:
        print(f"{name}: 견줄 기록이 없습니다: {error}", file=sys.stderr)
        return None


def _step(name: str, done: int, total: int, elapsed: float) -> None:
    print(f"  {done}/{total} {name} · {elapsed:.0f}초 지남", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
