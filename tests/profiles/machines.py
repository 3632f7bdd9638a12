"""A tiny project with records of two machines, the second one made up."""

from __future__ import annotations

from snippets.evidence.figure import measured
from snippets.evidence.record import load, publish
from tests.build.test_recorded import elsewhere
from tests.conftest import EXPERIMENT, Project

CLAIM = "ch01.soon"
BODY = """    from snippets.evidence.claim import Claim
    from snippets.evidence.predicate import Bounds
    from snippets.evidence.term import Ref
    yield Claim(id="ch01.soon", test=Bounds(term=Ref(id="ch01.time"), high=2))
    yield Step("걷기", 1, 2)
"""
PAGE = """# 시험

시간은 {figure}`ch01.time`, 개수는 {figure}`ch01.count`입니다.

```claim
ch01.soon
```

```mermaid {trace="ch01.walk"}
flowchart LR
  accTitle: 두 칸
  accDescr: 두 칸을 걷는다
  subgraph control path
    A[하나]
  end
  subgraph data path
    B[둘]
  end
  A --> B
  %% trace A[하나] = one
  %% trace B[둘] = two
```
"""


def two(project: Project, other: str = "another") -> Project:
    """Measure, approve, and let another machine have taken twice as long."""
    text = EXPERIMENT.replace('    yield Step("걷기", 1, 2)\n', BODY).replace(
        "    workload=", '    claims={"ch01.soon": "2 ms를 넘지 않는다."},\n    workload='
    )
    project.write("snippets/ch01_tiny.py", text)
    project.write("docs/index.md", PAGE)
    for command in (("run", "ch01"), ("approve", "ch01")):
        result = project.run("snippets", *command)
        assert result.returncode == 0, result.stderr
    (path,) = (project.root / "snippets/records").glob("*/ch01.json")
    record = elsewhere(load(path))
    slow = measured("ch01.time", "ms", [2.2, 2.3, 2.4, 2.5, 2.6, 2.7])
    figures = record.figures | {"ch01.time": slow.model_copy(update={"label": "걸린 시간"})}
    judged = record.claims[CLAIM].model_copy(
        update={"verdict": "refuted", "figures": (figures["ch01.time"],)}
    )
    made = record.model_copy(update={"figures": figures, "claims": {CLAIM: judged}})
    publish(
        type(record).model_validate(made.model_dump(warnings=False)),
        project.root / f"snippets/records/{other}/ch01.json",
    )
    return project
