"""The one error type of the guide."""

from __future__ import annotations


class GuideError(Exception):
    """Something an author, or a machine, has to mend.

    Reads ``path:line: code message (hint)``. The code is stable English, so that it can be
    looked up; message and hint are Korean, for the person who mends it.
    """

    def __init__(self, path: str, line: int, code: str, message: str, hint: str) -> None:
        super().__init__(path, line, code, message, hint)
        self.path = path
        self.line = line
        self.code = code
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.code} {self.message} ({self.hint})"
