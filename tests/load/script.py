"""A server that says exactly what a test wants it to say."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Script:
    """Answers, by path: (status, content type, body); and the requests that came."""

    def __init__(self, **answers):
        self.answers = {f"/v1/{name}": answer for name, answer in answers.items()}
        self.headers = []
        self.bodies = []

    @contextmanager
    def running(self):
        script = self

        class Handler(BaseHTTPRequestHandler):
            server_version, sys_version = "Scripted/1.0", ""

            def do_GET(self):
                size = int(self.headers.get("Content-Length", 0))
                script.bodies.append(self.rfile.read(size))
                script.headers.append(dict(self.headers))
                missing = (404, "application/json", b'{"detail": "Not Found"}')
                status, kind, body = script.answers.get(self.path, missing)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET  # noqa: N815  the library's name

            def log_message(self, *args):
                pass

        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            try:
                yield f"http://127.0.0.1:{server.server_port}/v1"
            finally:
                server.shutdown()
