"""A page rendered alone is the page that a whole build makes; and what makes it necessary."""

from __future__ import annotations

import json
import os

from tests.conftest import Project

ALONE = """
import json, logging, sys, threading
from pathlib import Path
from hooks.preview.files import Files
from hooks.preview.host import Host

files = Files(Path.cwd())
host = Host(Path.cwd(), "http://127.0.0.1:8765/")
heard = host.whole()
site = host.session.site
def all_files():
    return {p.relative_to(site).as_posix(): p.read_bytes() for p in site.rglob("*") if p.is_file()}
before = all_files()
reaches = {}
for name in sorted(host.pages):
    told, reach = host.page(name, threading.Lock())
    heard.problems += told.problems
    reaches[name] = reach.whole
host.index()
after = all_files()
differ = sorted(n for n in before.keys() | after.keys() if before.get(n) != after.get(n))
print(json.dumps({
    "problems": heard.problems, "differ": differ, "reaches": reaches,
    "count": len(after), "changed": sorted(files.changed()),
}))
host.close()
"""


def test_the_same_bytes_and_no_reason_for_another_build(measured: Project) -> None:
    measured.write(
        "docs/other.md", "---\ndescription: 글\n---\n# 다른 쪽\n\n[여기](index.md) 12장\n"
    )
    measured.write("alone.py", ALONE)
    result = measured.run("alone", MEASURE="preview", PYTHONPATH=os.curdir)
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout.splitlines()[-1])
    assert told.pop("count") > 10
    assert told == {
        "problems": [],
        "differ": [],
        "reaches": {"index.md": False, "other.md": False},
        "changed": [],
    }
