"""Korean words of the site → English ones, from ``words.yaml``."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

HANGUL = re.compile(r"[가-힣ㄱ-ㅎ]")
BLANK = "{}"
JOINER = "\u2060"
"""Put before a middle dot, so that no line begins with it."""
FILE = Path(__file__).with_name("words.yaml")


@dataclass(frozen=True)
class Words:
    """What is said in English.

    Attributes:
        whole: Text → its English.
        patterns: The same with blanks, which stand for a value or for words that are here too.
    """

    whole: Mapping[str, str]
    patterns: tuple[tuple[re.Pattern[str], str], ...]

    @classmethod
    def of(cls, listed: Mapping[str, str]) -> Words:
        """Read a list; a line with more blanks than another is tried after it."""
        blank = sorted((one for one in listed if BLANK in one), key=lambda one: one.count(BLANK))
        patterns = tuple((_pattern(one), listed[one]) for one in blank)
        return cls({key: text for key, text in listed.items() if BLANK not in key}, patterns)

    def english(self, text: str) -> str | None:
        """The English of a text, with its outer blanks; ``None`` where it is not known."""
        if not HANGUL.search(text):
            return text
        core = " ".join(text.replace(JOINER, "").split())
        found = self.whole.get(core)
        if found is None:
            found = self._filled(core)
        if found is None:
            return None
        start, end = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        return f"{start}{found}{end}"

    def _filled(self, text: str) -> str | None:
        for pattern, template in self.patterns:
            if match := pattern.fullmatch(text):
                parts = [self.english(part) for part in match.groups()]
                known = [part for part in parts if part is not None]
                if len(known) == len(parts):
                    return template.format(*known)
        return None


def _pattern(key: str) -> re.Pattern[str]:
    return re.compile("(.+?)".join(re.escape(part) for part in key.split(BLANK)))


@lru_cache(maxsize=1)
def script_words() -> str:
    """The words of the scripts, as JSON for an attribute of the page's root."""
    listed = yaml.safe_load(FILE.with_name("script_words.yaml").read_text(encoding="utf-8"))
    return json.dumps(listed, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=1)
def words() -> Words:
    """The site's list."""
    return Words.of(yaml.safe_load(FILE.read_text(encoding="utf-8")))
