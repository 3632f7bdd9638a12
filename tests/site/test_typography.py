import pytest

from hooks.typography import hold_middle_dots


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("<p>인증·검증</p>", "<p>인증\u2060·검증</p>"),
        ("<p>캐시(cache)·GPU</p>", "<p>캐시(cache)\u2060·GPU</p>"),
        ("<p>control path · 얇은 흐름</p>", "<p>control path · 얇은 흐름</p>"),
        ("<p><b>인증</b>·검증</p>", "<p><b>인증</b>·검증</p>"),
        ('<a title="인증·검증">x</a>', '<a title="인증·검증">x</a>'),
        ("<code>인증·검증</code>", "<code>인증·검증</code>"),
        (
            "<pre><code>A[인증·검증] --&gt; B</code></pre>",
            "<pre><code>A[인증·검증] --&gt; B</code></pre>",
        ),
        ("<script>let x = '인증·검증'</script>", "<script>let x = '인증·검증'</script>"),
        ("<title>AI 컴퓨팅·시스템</title>", "<title>AI 컴퓨팅·시스템</title>"),
    ],
)
def test_only_text_that_is_read_gets_a_joiner(written: str, wanted: str) -> None:
    assert hold_middle_dots(written) == wanted


def test_nothing_else_changes() -> None:
    page = "<!doctype html>\n<!-- 가·나 -->\n<body>\n<p>5 < 6 그리고 a>b</p></body>\n"
    assert hold_middle_dots(page) == page
